import type { GalleryCategory } from './gallery.ts';

interface Size {
  width: number;
  height: number;
}

/** The category in which two pictures may be published as one. */
export const PAIRS = 'Before/After' satisfies GalleryCategory;

/** Pictures in their order as pairs, the first of each as the earlier; null for none or an odd number. */
export function pairsOf<T>(pictures: readonly T[]): (readonly [before: T, after: T])[] | null {
  if (pictures.length === 0 || pictures.length % 2 !== 0) return null;
  return pictures.flatMap((before, place) => {
    const after = pictures[place + 1];
    return place % 2 === 0 && after !== undefined ? [[before, after] as const] : [];
  });
}

/**
 * The size in whole pixels of each half of a pair: the shape of the first picture, but no narrower
 * than a square; together no wider than `edge`.
 */
export function halfOfPair(edge: number, before: Size, after: Size): Size {
  const ratio = Math.max(1, before.width / before.height);
  const width = Math.floor(Math.min(edge / 2, before.width, after.width));
  return { width, height: Math.max(1, Math.floor(width / ratio)) };
}

/** The middle part of a picture with the shape of `half`: its origin and its size. */
export function cutTo(half: Size, { width, height }: Size): Size & { x: number; y: number } {
  const scale = Math.min(width / half.width, height / half.height);
  const cut = { width: half.width * scale, height: half.height * scale };
  return { ...cut, x: (width - cut.width) / 2, y: (height - cut.height) / 2 };
}
