/**
 * QR codes (ISO/IEC 18004) in byte mode with error correction L, versions 1 to 20: up to 858 bytes.
 */

/** By version: the error correction bytes of a block, and the number of blocks. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];

type Grid = (boolean | undefined)[][];

const sizeOf = (version: number) => version * 4 + 17;

/** The centres of the alignment patterns, on both axes. */
function alignmentsOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, place) => last - step * (count - 2 - place))];
}

/** Data and error correction bytes of a version together. */
function bytesOf(version: number): number {
  const alignments = alignmentsOf(version).length;
  const bits =
    (16 * version + 128) * version +
    64 -
    (version >= 2 ? (25 * alignments - 10) * alignments - 55 : 0) -
    (version >= 7 ? 36 : 0);
  return Math.floor(bits / 8);
}

const correctionOf = (version: number) => CORRECTION[version - 1] ?? 0;
const blocksOf = (version: number) => BLOCKS[version - 1] ?? 0;
const capacityOf = (version: number) =>
  bytesOf(version) - correctionOf(version) * blocksOf(version);

/** The product in the field GF(2^8) modulo 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

function correctionFor(data: readonly number[], length: number): number[] {
  let divisor = [...Array<number>(length - 1).fill(0), 1];
  let root = 1;
  for (let degree = 0; degree < length; degree++) {
    divisor = divisor.map((value, place) => multiply(value, root) ^ (divisor[place + 1] ?? 0));
    root = multiply(root, 2);
  }
  return data.reduce<number[]>((rest, byte) => {
    const factor = byte ^ (rest[0] ?? 0);
    return [...rest.slice(1), 0].map(
      (value, place) => value ^ multiply(divisor[place] ?? 0, factor),
    );
  }, Array<number>(length).fill(0));
}

/** The text's bytes with header and padding, and their error correction, in the order of drawing. */
function encode(text: Buffer, version: number): number[] {
  const capacity = capacityOf(version);
  const header = `0100${text.length.toString(2).padStart(version < 10 ? 8 : 16, '0')}`;
  const content = [...text].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const bits = `${header}${content}0000`.slice(0, capacity * 8);
  const data = (bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2));
  while (data.length < capacity) data.push(...[0xec, 0x11].slice(0, capacity - data.length));

  const count = blocksOf(version);
  const short = Math.floor(capacity / count);
  const longer = capacity % count;
  const blocks: number[][] = [];
  for (let place = 0, start = 0; place < count; place++) {
    const end = start + short + (place >= count - longer ? 1 : 0);
    blocks.push(data.slice(start, end));
    start = end;
  }
  const corrections = blocks.map((block) => correctionFor(block, correctionOf(version)));
  const interleave = (parts: number[][]) =>
    Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, place) =>
      parts.flatMap((part) => part[place] ?? []),
    ).flat();
  return [...interleave(blocks), ...interleave(corrections)];
}

/** The bits of a value followed by the remainder of its division by a polynomial. */
function withRemainder(value: number, polynomial: number, length: number): number {
  let remainder = value;
  for (let bit = 0; bit < length; bit++)
    remainder = (remainder << 1) ^ ((remainder >>> (length - 1)) * polynomial);
  return (value << length) | remainder;
}

const MASK = 0;
/** Mask 0: which modules of the data are inverted. */
const isMasked = (row: number, column: number) => (row + column) % 2 === 0;

function drawPatterns(version: number): Grid {
  const size = sizeOf(version);
  const grid: Grid = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  const set = (row: number, column: number, isDark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = isDark;
  };
  const square = (
    row: number,
    column: number,
    radius: number,
    isDark: (ring: number) => boolean,
  ) => {
    for (let down = -radius; down <= radius; down++)
      for (let right = -radius; right <= radius; right++)
        set(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
  };

  for (let place = 0; place < size; place++) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  const centres = alignmentsOf(version);
  const last = centres.length - 1;
  centres.forEach((row, down) =>
    centres.forEach((column, right) => {
      const isFinder =
        (down === 0 && right === 0) ||
        (down === 0 && right === last) ||
        (down === last && right === 0);
      if (!isFinder) square(row, column, 2, (ring) => ring !== 1);
    }),
  );
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4);

  // Error correction L has the bits 01.
  const format = withRemainder((1 << 3) | MASK, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >>> bit) & 1) === 1;
    set(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, isDark);
    set(8, bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, isDark);
  }
  set(size - 8, 8, true);
  if (version >= 7) {
    const bits = withRemainder(version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit++) {
      const isDark = ((bits >>> bit) & 1) === 1;
      const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
      set(near, far, isDark);
      set(far, near, isDark);
    }
  }
  return grid;
}

/** Draws the bytes in columns of two, from the lower right corner, around the patterns. */
function drawBytes(grid: Grid, bytes: readonly number[]): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let place = 0; place < size; place++) {
      const isUpward = ((right + 1) & 2) === 0;
      const row = isUpward ? size - 1 - place : place;
      const line = grid[row] ?? [];
      for (const column of [right, right - 1]) {
        if (line[column] !== undefined) continue;
        const isSet = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        line[column] = isSet !== isMasked(row, column);
        bit++;
      }
    }
  }
}

const MODULE = 3;
const QUIET = 4;

/** An SVG document with the text's QR code. Throws for a text of more than 858 bytes. */
export function drawQrCode(text: string): string {
  const bytes = Buffer.from(text);
  const version =
    1 +
    CORRECTION.findIndex((_, place) => bytes.length + (place < 9 ? 2 : 3) <= capacityOf(place + 1));
  if (version === 0) throw new Error('The text is too long for a QR code.');
  const grid = drawPatterns(version);
  drawBytes(grid, encode(bytes, version));
  const side = (grid.length + 2 * QUIET) * MODULE;
  const dark = grid.flatMap((line, row) =>
    line.flatMap((isDark, column) =>
      isDark ? [`M${(column + QUIET) * MODULE} ${(row + QUIET) * MODULE}h3v3h-3z`] : [],
    ),
  );
  return `<?xml version="1.0"?>\n<svg width="${side}" height="${side}" viewBox="0 0 ${side} ${side}" xmlns="http://www.w3.org/2000/svg"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${dark.join('')}"/></svg>`;
}
