import type * as z from 'zod/mini';
import { PREFERRED_TIMES, SERVICE_TYPES } from './booking-choices.ts';
import { bookingSchema, type Booking } from './booking.ts';
import { galleryPictureSchema, type NewGalleryPicture } from './gallery-picture.ts';
import { jobPostingSchema, type JobPosting } from './job-posting.ts';
import { STAFF_LIMITS } from './staff-limits.ts';
import { testimonialSchema, type NewTestimonial } from './testimonial.ts';

interface CreatedValues {
  bookings: Booking;
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
  /** The title of a waiting addition, and a second line that distinguishes it. */
  describe: (values: Values) => { title: string; detail: string };
  /** The bounds of its picture; absent without pictures. */
  picture?: PictureBounds;
  /** True if the addition requires a picture. */
  needsFile?: true;
  /** The folder of its file in the bucket. */
  folderOf?: (values: Values) => string;
  /** The row stores who created it. */
  hasAuthor?: true;
  /** The values that the server gives a new row, other than those of every row. */
  given?: Readonly<Record<string, unknown>>;
}

/** Lists that accept additions: the part of `ENTITIES` that loads with the forms. */
export const CREATIONS: { readonly [E in CreatedEntity]: CreationDescriptor<CreatedValues[E]> } = {
  bookings: {
    schema: bookingSchema,
    describe: ({ name, service_type: service, preferred_date: day, preferred_time: slot }) => ({
      title: name,
      detail: `${SERVICE_TYPES[service]}, ${day}, ${PREFERRED_TIMES[slot]}`,
    }),
    given: { status: 'pending', events: [] },
  },
  careers: {
    schema: jobPostingSchema,
    describe: ({ title, type, location }) => ({ title, detail: `${type}, ${location}` }),
  },
  gallery_images: {
    schema: galleryPictureSchema,
    describe: ({ alt, category }) => ({ title: alt, detail: category }),
    picture: { edge: 2560, maxBytes: STAFF_LIMITS.pictureBytes, smallEdge: 800 },
    needsFile: true,
    folderOf: ({ category }) => category,
    hasAuthor: true,
  },
  testimonials: {
    schema: testimonialSchema,
    describe: ({ name, quote }) => ({ title: name, detail: quote }),
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

/** A waiting creation's title, and a second line that distinguishes it. */
export const describeCreation = <E extends CreatedEntity>({ entity, values }: Creation<E>) =>
  CREATIONS[entity].describe(values);

/** The path of a creation's file in its bucket, under its minted name. */
export const creationPath = <E extends CreatedEntity>(
  { entity, values }: Creation<E>,
  name: string,
): string => {
  const folder = CREATIONS[entity].folderOf?.(values);
  return folder === undefined ? name : `${folder}/${name}`;
};
