import { galleryPictureSchema, type NewGalleryPicture } from './gallery-picture.ts';
import { jobPostingSchema, type JobPosting } from './job-posting.ts';
import { testimonialSchema, type NewTestimonial } from './testimonial.ts';

/** What an administrator adds to a list, and its checked values. */
export type Creation =
  | { entity: 'careers'; values: JobPosting }
  | { entity: 'gallery_images'; values: NewGalleryPicture }
  | { entity: 'testimonials'; values: NewTestimonial };

const SCHEMAS = { careers: jobPostingSchema, gallery_images: galleryPictureSchema, testimonials: testimonialSchema };

/** Checks a creation at the outbox's door, whatever its form did: the cleaned one, or null when a rule is broken. */
export function parseCreation({ entity, values }: Creation): Creation | null {
  const parsed = SCHEMAS[entity].safeParse(values);
  return parsed.success ? ({ entity, values: parsed.data } as Creation) : null;
}
