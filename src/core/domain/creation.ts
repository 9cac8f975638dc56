import type * as z from 'zod/mini';
import type { Booking } from './booking.ts';
import { galleryPictureSchema, type NewGalleryPicture } from './gallery-picture.ts';
import { jobPostingSchema, type JobPosting } from './job-posting.ts';
import { officeBookingSchema } from './office-booking.ts';
import { STAFF_LIMITS } from './staff-limits.ts';
import { teamPersonSchema, type TeamPerson } from './team.ts';
import { testimonialSchema, type NewTestimonial } from './testimonial.ts';

interface CreatedValues {
  bookings: Booking;
  crew: TeamPerson;
  careers: JobPosting;
  gallery_images: NewGalleryPicture;
  testimonials: NewTestimonial;
}

export type CreatedEntity = keyof CreatedValues;

/** An administrator's addition to a list, with its checked values. */
export type Creation<E extends CreatedEntity = CreatedEntity> = {
  [P in E]: { entity: P; values: CreatedValues[P] };
}[E];

export interface PictureBounds {
  /** The longest edge of a stored picture, in pixels. */
  edge: number;
  maxBytes: number;
  /** The longest edge of its small file, in pixels; absent without one. */
  smallEdge?: number;
}

interface CreationDescriptor<Values> {
  schema: z.ZodMiniType<Values>;
  /** The bounds of its picture; absent without pictures. */
  picture?: PictureBounds;
  /** True if the addition requires a picture. */
  needsFile?: true;
  /** The folder of its file in the bucket. */
  folderOf?: (values: Values) => string;
  /** Two pictures may be published as one; the row stores whether they were. */
  hasPairs?: true;
  hasAuthor?: true;
  /** The values that the server gives a new row, other than those of every row. */
  given?: Readonly<Record<string, unknown>>;
}

/** Lists that accept additions: the part of `ENTITIES` that loads with the forms. */
export const CREATIONS: { readonly [E in CreatedEntity]: CreationDescriptor<CreatedValues[E]> } = {
  bookings: {
    schema: officeBookingSchema,
    given: { status: 'pending', by_office: true, events: [], is_mail_refused: false, crew: [] },
  },
  crew: {
    schema: teamPersonSchema,
  },
  careers: {
    schema: jobPostingSchema,
  },
  gallery_images: {
    schema: galleryPictureSchema,
    picture: { edge: 2560, maxBytes: STAFF_LIMITS.pictureBytes, smallEdge: 800 },
    needsFile: true,
    folderOf: ({ category }) => category,
    hasPairs: true,
    hasAuthor: true,
  },
  testimonials: {
    schema: testimonialSchema,
    picture: { edge: 256, maxBytes: STAFF_LIMITS.avatarBytes },
    hasAuthor: true,
  },
};

/**
 * Checks a creation before it is queued, whatever its form did. Returns the cleaned creation, or
 * null when a rule is broken.
 */
export function parseCreation({ entity, values }: Creation): Creation | null {
  const parsed = CREATIONS[entity].schema.safeParse(values);
  return parsed.success ? ({ entity, values: parsed.data } as Creation) : null;
}

/** The path of a creation's file in its bucket, under its minted name. */
export const creationPath = <E extends CreatedEntity>(
  { entity, values }: Creation<E>,
  name: string,
): string => {
  const folder = CREATIONS[entity].folderOf?.(values);
  return folder === undefined ? name : `${folder}/${name}`;
};
