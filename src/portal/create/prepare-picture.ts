import { checkPicture, fitInto, isHeic } from '../../core/domain/picture-check.ts';
import { cutTo, halfOfPair } from '../../core/domain/picture-pair.ts';
import type { NewFile } from '../../core/outbox/entry.ts';

export type UnusablePicture = 'unreadable' | 'empty' | 'heic' | 'not-a-picture' | 'too-large';

type PreparedPicture = { ok: true; file: NewFile } | { ok: false; problem: UnusablePicture };

interface PictureBounds {
  /** Its longest side, in pixels. */
  edge: number;
  maxBytes: number;
}

/** Small formats first. A browser that cannot write a format writes a PNG. */
const FORMATS = ['image/webp', 'image/jpeg'];
const QUALITY = 0.85;

/**
 * Makes a publishable picture from any that this browser can show: upright, within `bounds`, in a
 * format of the site, and redrawn, so that the file's metadata (place, author) never leaves the
 * device. Never rejects.
 */
export async function preparePicture(
  picked: File,
  bounds: PictureBounds,
): Promise<PreparedPicture> {
  const original = await read(picked);
  if (typeof original === 'string') return { ok: false, problem: original };
  const canvas = await draw(original, bounds.edge).catch(() => null);
  return publishable(picked.name, canvas ?? (await whyUndrawn(original)), bounds);
}

/**
 * Makes one picture of two of the same view in the same way: side by side, the earlier one on the
 * left, each cropped to the shape of the first.
 */
export async function preparePair(
  before: File,
  after: File,
  bounds: PictureBounds,
): Promise<PreparedPicture> {
  const [left, right] = [await read(before), await read(after)];
  if (typeof left === 'string') return { ok: false, problem: left };
  if (typeof right === 'string') return { ok: false, problem: right };
  const canvas = await drawPair(left, right, bounds.edge).catch(() => null);
  return publishable(before.name, canvas ?? (await whyUndrawn(left, right)), bounds);
}

/** Why this browser cannot show one of the pictures. */
async function whyUndrawn(...pictures: Blob[]): Promise<'heic' | 'not-a-picture'> {
  const heads = await Promise.all(
    pictures.map(async (picture) => new Uint8Array(await picture.slice(0, 12).arrayBuffer())),
  );
  return heads.some(isHeic) ? 'heic' : 'not-a-picture';
}

/** A file's kind, or the reason why it cannot be read. */
async function read(picked: File): Promise<Blob | 'unreadable' | 'empty'> {
  const original = await picked.arrayBuffer().catch(() => null);
  if (!original) return 'unreadable';
  return original.byteLength === 0 ? 'empty' : new Blob([original], { type: picked.type });
}

/** Encodes a drawn picture as a file. */
async function publishable(
  name: string,
  canvas: HTMLCanvasElement | 'heic' | 'not-a-picture',
  { maxBytes }: PictureBounds,
): Promise<PreparedPicture> {
  if (typeof canvas === 'string') return { ok: false, problem: canvas };
  const encoded = await encode(canvas);
  if (!encoded) return { ok: false, problem: 'not-a-picture' };
  const bytes = await encoded.arrayBuffer();
  const check = checkPicture(new Uint8Array(bytes), maxBytes);
  if (!check.ok)
    return { ok: false, problem: check.problem === 'too-large' ? 'too-large' : 'not-a-picture' };
  const { type, extension } = check;
  return {
    ok: true,
    file: { name: `${name.replace(/\.[^.]*$/, '')}.${extension}`, type, extension, bytes },
  };
}

const decode = (picture: Blob) => createImageBitmap(picture, { imageOrientation: 'from-image' });

/** Draws a picture upright. Rejects a file that the browser cannot show. */
async function draw(picture: Blob, edge: number): Promise<HTMLCanvasElement> {
  const bitmap = await decode(picture);
  try {
    const { canvas, context } = whiteCanvas(fitInto(edge, bitmap));
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    bitmap.close();
  }
}

/**
 * Draws both upright, one after the other, because a large photo takes hundreds of megabytes.
 * Rejects as `draw` does.
 */
async function drawPair(before: Blob, after: Blob, edge: number): Promise<HTMLCanvasElement> {
  const left = await draw(before, edge);
  const right = await draw(after, edge);
  const half = halfOfPair(edge, left, right);
  const { canvas, context } = whiteCanvas({ width: 2 * half.width, height: half.height });
  for (const [place, picture] of [left, right].entries()) {
    const cut = cutTo(half, picture);
    context.drawImage(
      picture,
      cut.x,
      cut.y,
      cut.width,
      cut.height,
      place * half.width,
      0,
      half.width,
      half.height,
    );
  }
  return canvas;
}

/** White, because some formats have no transparency. */
function whiteCanvas(size: { width: number; height: number }): {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
} {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser draws nothing');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const format of FORMATS) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, format, QUALITY),
    );
    if (blob?.type === format) return blob;
  }
  return null;
}
