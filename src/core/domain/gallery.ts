/** The gallery's categories, in the order of the filters. */
export const GALLERY_CATEGORIES = [
  'Residential',
  'Commercial',
  'Specialized',
  'Before/After',
] as const;

/** The path or address of a gallery picture's small file, which lists show. */
export const smallPicture = (path: string): string => path.replace(/\.[a-z]+$/, '-small$&');

export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];
