import { checkSize, startsWith, type FileProblem, type Signature } from './file-check.ts';

/** The types in which a picture is stored: extension → media type. */
const PICTURE_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;

type PictureExtension = keyof typeof PICTURE_TYPES;
type PictureType = (typeof PICTURE_TYPES)[PictureExtension];
type PictureCheck =
  | { ok: true; extension: PictureExtension; type: PictureType }
  | { ok: false; problem: FileProblem };

const SIGNATURES: Record<PictureExtension, Signature> = {
  jpg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  // "RIFF", the size, "WEBP".
  webp: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
};

/**
 * Determines a picture's type from its first bytes; neither its name nor the browser's `type` is
 * trusted. Sizes are in bytes.
 */
export function checkPicture(bytes: Uint8Array, maxBytes: number): PictureCheck {
  const problem = checkSize(bytes, maxBytes);
  if (problem) return { ok: false, problem };
  const extension = (Object.keys(SIGNATURES) as PictureExtension[]).find((known) =>
    startsWith(bytes, SIGNATURES[known]),
  );
  if (!extension) return { ok: false, problem: 'wrong-type' };
  return { ok: true, extension, type: PICTURE_TYPES[extension] };
}

const FTYP: Signature = [0x66, 0x74, 0x79, 0x70];
/** The brands of an iPhone's photos: HEIF with pictures coded as HEVC. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** True for an iPhone's HEIC photo, which few browsers can open. */
export const isHeic = (bytes: Uint8Array): boolean =>
  startsWith(bytes, FTYP, 4) &&
  HEIC_BRANDS.has(String.fromCharCode(...bytes.subarray(8, 12)).toLowerCase());

interface Size {
  width: number;
  height: number;
}

/**
 * The size in whole pixels of a picture fitted into a square with this edge. A smaller one keeps
 * its size.
 */
export function fitInto(edge: number, { width, height }: Size): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}
