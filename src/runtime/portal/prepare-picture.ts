import { checkPicture, fitInto } from '../../core/domain/picture-check.ts';
import type { NewFile } from '../../core/outbox/entry.ts';

export type UnusablePicture = 'unreadable' | 'empty' | 'not-a-picture' | 'too-large';

type PreparedPicture = { ok: true; file: NewFile } | { ok: false; problem: UnusablePicture };

interface PictureBounds {
  /** Its longest side, in pixels. */
  edge: number;
  maxBytes: number;
}

/** Small first. Where a browser can't write a format, it writes a PNG. */
const FORMATS = ['image/webp', 'image/jpeg'];
const QUALITY = 0.85;

/**
 * Makes a picture fit to be published, of any that this browser can show: upright, no larger than `bounds`, in a format of
 * the site's, and drawn anew, so that nothing else that was in the file (where it was taken, by whom) leaves the device.
 * Never rejects.
 */
export async function preparePicture(picked: File, bounds: PictureBounds): Promise<PreparedPicture> {
  const original = await picked.arrayBuffer().catch(() => null);
  if (!original) return { ok: false, problem: 'unreadable' };
  if (original.byteLength === 0) return { ok: false, problem: 'empty' };
  const canvas = await draw(new Blob([original], { type: picked.type }), bounds.edge).catch(() => null);
  const encoded = canvas && (await encode(canvas));
  if (!encoded) return { ok: false, problem: 'not-a-picture' };
  const bytes = await encoded.arrayBuffer();
  const check = checkPicture(new Uint8Array(bytes), bounds.maxBytes);
  if (!check.ok) return { ok: false, problem: check.problem === 'too-large' ? 'too-large' : 'not-a-picture' };
  const name = `${picked.name.replace(/\.[^.]*$/, '')}.${check.extension}`;
  return { ok: true, file: { name, type: check.type, extension: check.extension, bytes } };
}

/** Draws it upright on white, because not every format knows transparency. Rejects what the browser can't show. */
async function draw(picture: Blob, edge: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, fitInto(edge, bitmap));
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser draws nothing');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    bitmap.close();
  }
}

async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const format of FORMATS) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, QUALITY));
    if (blob?.type === format) return blob;
  }
  return null;
}
