import { PHOTO_BOUNDS } from '../domain/crew-sheet.ts';
import { checkPicture, fitInto } from '../domain/picture-check.ts';
import { withoutMetadata } from '../domain/picture-metadata.ts';
import { altersDrawings } from './alters-drawings.ts';

/** Small formats first. A browser that cannot write a format writes a PNG. */
const FORMATS = ['image/webp', 'image/jpeg'];
const QUALITY = 0.85;

/**
 * A photograph that may leave the device: upright, smaller, without place and author. It is redrawn,
 * in a page or in the worker; a browser that cannot, or alters drawings, and `isRedrawn: false` give
 * the original without its metadata. Null for a file that is no picture, or too large.
 */
export async function preparePhoto(
  original: ArrayBuffer,
  isRedrawn: boolean,
): Promise<ArrayBuffer | null> {
  const drawn = isRedrawn ? await redraw(original).catch(() => null) : null;
  const prepared = drawn ?? withoutMetadata(new Uint8Array(original))?.buffer ?? null;
  return prepared && checkPicture(new Uint8Array(prepared), PHOTO_BOUNDS.maxBytes).ok
    ? prepared
    : null;
}

async function redraw(original: ArrayBuffer): Promise<ArrayBuffer | null> {
  const bitmap = await createImageBitmap(new Blob([original]), { imageOrientation: 'from-image' });
  try {
    const size = fitInto(PHOTO_BOUNDS.edge, bitmap);
    const { canvas, context } = whiteCanvas(size);
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    const encoded = await encode(canvas, FORMATS);
    return encoded && !(await altersDrawings(whiteCanvas, encode))
      ? await encoded.arrayBuffer()
      : null;
  } finally {
    bitmap.close();
  }
}

/** White, because some formats have no transparency. */
function whiteCanvas({ width, height }: { width: number; height: number }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser draws nothing');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/** The canvas in the first of these formats that the browser writes; null for none. */
async function encode(canvas: OffscreenCanvas, formats: readonly string[]): Promise<Blob | null> {
  for (const type of formats) {
    const blob = await canvas.convertToBlob({ type, quality: QUALITY });
    if (blob.type === type) return blob;
  }
  return null;
}
