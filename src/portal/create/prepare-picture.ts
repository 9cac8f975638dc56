import type { PreparePicture } from '../../core/mutations/admin-mutation.ts';
import type { PictureBounds } from '../../core/domain/creation.ts';
import { checkPicture, fitInto, isHeic } from '../../core/domain/picture-check.ts';
import { withoutMetadata } from '../../core/domain/picture-metadata.ts';
import { cutTo, halfOfPair } from '../../core/domain/picture-pair.ts';
import type { NewFile, PickedFile } from '../../core/outbox/entry.ts';
import { altersDrawings } from '../../core/pictures/alters-drawings.ts';
import { PICTURE_PROBLEMS, type UnusablePicture } from './picture-texts.ts';

/** Small formats first. A browser that cannot write a format writes a PNG. */
const FORMATS = ['image/webp', 'image/jpeg'];
const QUALITY = 0.85;

/**
 * Makes a publishable picture from any that this browser can show: upright, within `bounds`, in a
 * format of the site, and redrawn, so that the file's metadata (place, author) never leaves the
 * device. Two become one, side by side, the earlier one on the left, each cropped to the shape of
 * the first. A browser that alters canvases publishes the original without its metadata.
 */
export const preparePicture: PreparePicture = async (originals, bounds) => {
  const prepared = await prepare(originals, bounds);
  return typeof prepared === 'string'
    ? { ok: false, message: PICTURE_PROBLEMS[prepared] }
    : { ok: true, ...prepared };
};

interface Prepared {
  file: NewFile;
  small?: ArrayBuffer;
}

async function prepare(
  [picked, after]: readonly PickedFile[],
  bounds: PictureBounds,
): Promise<Prepared | UnusablePicture> {
  if (!picked) return 'unreadable';
  const canvas = await (
    after ? drawPair(picked, after, bounds.edge) : draw(picked, bounds.edge)
  ).catch(() => null);
  if (!canvas)
    return [picked, after].some((one) => one && isHeic(headOf(one))) ? 'heic' : 'not-a-picture';
  const encoded = await encode(canvas, FORMATS);
  if (encoded && !(await altersDrawings(whiteCanvas, encode))) {
    const file = await publishable(picked.name, encoded, bounds);
    if (typeof file === 'string') return file;
    // Each half of a pair has a place of its own.
    const small = await shrunk(canvas, (after ? 2 : 1) * (bounds.smallEdge ?? 0), encoded.type);
    return small ? { file, small } : { file };
  }
  // A pair cannot be joined without a canvas.
  const file = after ? null : await original(picked, bounds);
  return file === null || typeof file === 'string' ? (file ?? 'altered') : { file };
}

/** The drawing within this edge in pixels; null for none, and where it cannot be written. */
async function shrunk(
  canvas: HTMLCanvasElement,
  edge: number,
  type: string,
): Promise<ArrayBuffer | null> {
  if (edge === 0) return null;
  const small = whiteCanvas(fitInto(edge, canvas));
  small.context.drawImage(canvas, 0, 0, small.canvas.width, small.canvas.height);
  return (await encode(small.canvas, [type]))?.arrayBuffer() ?? null;
}

const headOf = ({ bytes }: PickedFile) => new Uint8Array(bytes, 0, Math.min(12, bytes.byteLength));

/** A file in a format of the site, without metadata; null in another format. */
async function original(
  { name, bytes }: PickedFile,
  bounds: PictureBounds,
): Promise<NewFile | UnusablePicture | null> {
  const clean = withoutMetadata(new Uint8Array(bytes));
  return clean && publishable(name, new Blob([clean]), bounds);
}

async function publishable(
  name: string,
  picture: Blob,
  { maxBytes }: PictureBounds,
): Promise<NewFile | UnusablePicture> {
  const bytes = await picture.arrayBuffer();
  const check = checkPicture(new Uint8Array(bytes), maxBytes);
  if (!check.ok) return check.problem === 'too-large' ? 'too-large' : 'not-a-picture';
  const { type, extension } = check;
  return { name: `${name.replace(/\.[^.]*$/, '')}.${extension}`, type, extension, bytes };
}

/** Draws a picture upright. Rejects a file that the browser cannot show. */
async function draw({ bytes, type }: PickedFile, edge: number): Promise<HTMLCanvasElement> {
  const picture = new Blob([bytes], { type });
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
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
async function drawPair(
  before: PickedFile,
  after: PickedFile,
  edge: number,
): Promise<HTMLCanvasElement> {
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

/** The canvas in the first of these formats that the browser writes; null for none. */
async function encode(canvas: HTMLCanvasElement, formats: readonly string[]): Promise<Blob | null> {
  for (const format of formats) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, format, QUALITY),
    );
    if (blob?.type === format) return blob;
  }
  return null;
}
