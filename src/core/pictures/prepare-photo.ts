import { PHOTO_BOUNDS } from '../domain/crew-sheet.ts';
import { checkPicture, fitInto } from '../domain/picture-check.ts';
import { withoutMetadata } from '../domain/picture-metadata.ts';

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
    return encoded && !(await isAltering()) ? await encoded.arrayBuffer() : null;
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

/** The edge of the test pattern, in pixels. */
const PATTERN_EDGE = 128;
/** Levels of 256 that a pixel of the pattern may differ, which nobody sees. */
const UNSEEN = 3;

/**
 * True if this browser alters drawings, as protection against fingerprinting does: a known pattern
 * comes back otherwise than it was drawn.
 */
async function isAltering(): Promise<boolean> {
  const pattern = new ImageData(PATTERN_EDGE, PATTERN_EDGE);
  // Uneven, because some browsers leave even areas as they are.
  pattern.data.forEach((_, at) => (pattern.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 256));
  const size = { width: PATTERN_EDGE, height: PATTERN_EDGE };
  const drawn = whiteCanvas(size);
  drawn.context.drawImage(await createImageBitmap(pattern), 0, 0);
  const isAltered = (context: OffscreenCanvasRenderingContext2D) => {
    const seen = context.getImageData(0, 0, PATTERN_EDGE, PATTERN_EDGE).data;
    return pattern.data.some((level, at) => Math.abs(level - (seen[at] ?? 0)) > UNSEEN);
  };
  // Before it is written too: noise that is applied twice may cancel itself.
  if (isAltered(drawn.context)) return true;
  const encoded = await encode(drawn.canvas, ['image/png']);
  if (!encoded) return true;
  const { context } = whiteCanvas(size);
  context.drawImage(await createImageBitmap(encoded), 0, 0);
  return isAltered(context);
}
