/**
 * A picture without what its file says besides the picture: place, author, device, previews, and
 * whatever follows it. Its rotation and its colours stay. Null for bytes that are no complete JPEG,
 * PNG or WebP.
 */
export function withoutMetadata(picture: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const parts = partsOfJpeg(picture) ?? partsOfPng(picture) ?? partsOfWebp(picture);
  return parts && concatenated(parts);
}

type Parts = Uint8Array<ArrayBuffer>[];

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** ITU-T T.81, annex B: markers, each with its segment; entropy-coded data follows SOS. */
function partsOfJpeg(bytes: Uint8Array<ArrayBuffer>): Parts | null {
  if (textAt(bytes, 0, 2) !== '\xff\xd8') return null;
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    // A fill byte.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    const segment = bytes.subarray(at, next);
    const part = isOfPicture(marker, segment) ? segment : rotationOnly(marker, segment);
    if (part) parts.push(part);
    at = next;
    if (bytes[at] === 0xff && bytes[at + 1] === EOI) return [...parts, bytes.subarray(at, at + 2)];
  }
  return null;
}

const SOS = 0xda;
const EOI = 0xd9;
const COMMENT = 0xfe;
const APP = { first: 0xe0, exif: 0xe1, colours: 0xe2, adobe: 0xee, last: 0xef };

/** The place of the next marker that is no part of entropy-coded data. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = start;
  const isData = () => {
    const code = bytes[at + 1] ?? 0;
    return bytes[at] !== 0xff || code === 0 || (code >= 0xd0 && code <= 0xd7);
  };
  while (at < bytes.length && isData()) at += 1;
  return at;
}

function isOfPicture(marker: number, segment: Uint8Array): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP.first || marker > APP.last) return true;
  if (marker === APP.colours) return textAt(segment, 4, 12) === 'ICC_PROFILE\0';
  return marker === APP.first || marker === APP.adobe;
}

const EXIF = 'Exif\0\0';

/** An Exif segment with nothing but the rotation of another; null for an upright picture. */
function rotationOnly(marker: number, segment: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (marker !== APP.exif || textAt(segment, 4, 6) !== EXIF) return null;
  const rotation = rotationOf(viewOf(segment.subarray(10)));
  if (rotation <= 1 || rotation > 8) return null;
  return Uint8Array.from([
    ...[0xff, APP.exif, 0, 34, ...[...EXIF].map((letter) => letter.charCodeAt(0))],
    // TIFF, big-endian, one field: Orientation, one SHORT.
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, rotation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}

/** The Orientation of a TIFF header's first directory, from 1 to 8; 1 without one. */
function rotationOf(tiff: DataView): number {
  if (tiff.byteLength < 14) return 1;
  const isLittle = tiff.getUint16(0) === 0x4949;
  const start = tiff.getUint32(4, isLittle);
  if (start + 2 > tiff.byteLength) return 1;
  const fields = tiff.getUint16(start, isLittle);
  for (let at = start + 2; at < start + 2 + fields * 12 && at + 12 <= tiff.byteLength; at += 12)
    if (tiff.getUint16(at, isLittle) === 0x112) return tiff.getUint16(at + 8, isLittle);
  return 1;
}

const PNG = '\x89PNG\r\n\x1a\n';
const PNG_CHUNKS = /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|sBIT|pHYs|acTL|fcTL|fdAT)$/;

function partsOfPng(bytes: Uint8Array<ArrayBuffer>): Parts | null {
  if (textAt(bytes, 0, 8) !== PNG) return null;
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = textAt(bytes, at + 4, 4);
    const next = at + 12 + viewOf(bytes).getUint32(at);
    if (PNG_CHUNKS.test(name)) parts.push(bytes.subarray(at, next));
    if (name === 'IEND') return parts;
    at = next;
  }
  return null;
}

const WEBP_CHUNKS = /^(VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/;
/** The flags of Exif and XMP in the chunk VP8X. */
const WEBP_METADATA = 0x0c;

function partsOfWebp(bytes: Uint8Array<ArrayBuffer>): Parts | null {
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return null;
  const end = Math.min(bytes.length, 8 + viewOf(bytes).getUint32(4, true));
  const parts: Parts = [];
  for (let at = 12; at + 8 <= end;) {
    const name = textAt(bytes, at, 4);
    const length = viewOf(bytes).getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    const chunk = bytes.slice(at, next);
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA;
    if (WEBP_CHUNKS.test(name)) parts.push(chunk);
    at = next;
  }
  if (parts.length === 0) return null;
  const head = bytes.slice(0, 12);
  viewOf(head).setUint32(4, 4 + parts.reduce((sum, { length }) => sum + length, 0), true);
  return [head, ...parts];
}

function concatenated(parts: Parts): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
