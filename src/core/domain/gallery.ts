/** The gallery's categories, in the order of the filters. */
export const GALLERY_CATEGORIES = [
  'Residential',
  'Commercial',
  'Specialized',
  'Before/After',
] as const;

export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];
