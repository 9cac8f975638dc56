import { GALLERY_CATEGORIES } from '../../core/domain/gallery.ts';

/** The categories as the options of a select. */
export const CATEGORY_OPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  GALLERY_CATEGORIES.map((category) => [category, category]),
);
