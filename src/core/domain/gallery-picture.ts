import * as z from 'zod/mini';
import { GALLERY_CATEGORIES } from './gallery.ts';
import { STAFF_LIMITS } from './staff-limits.ts';
import { line } from './text.ts';

const { altText } = STAFF_LIMITS;

/** An administrator's facts about a gallery picture. */
export const galleryPictureSchema = z.object({
  category: z.enum(GALLERY_CATEGORIES),
  alt: line({
    ...altText,
    short: 'Please provide alt text for the images',
    long: `Alt text must be at most ${altText.max} characters`,
  }),
});

export type NewGalleryPicture = z.infer<typeof galleryPictureSchema>;
