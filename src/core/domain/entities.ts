/**
 * The portal's six lists, by the name of their table, and where the files of their rows lie: the bucket and the column
 * that holds a file's path.
 */
export const ENTITIES = {
  bookings: { files: null },
  careers: { files: null },
  job_applications: { files: { bucket: 'resumes', column: 'resume_path' } },
  contact_messages: { files: null },
  gallery_images: { files: { bucket: 'gallery', column: 'file_path' } },
  testimonials: { files: { bucket: 'testimonials', column: 'avatar_path' } },
} as const;

export type Entity = keyof typeof ENTITIES;

/** The lists in the portal's order. */
export const ENTITY_NAMES = Object.keys(ENTITIES) as readonly Entity[];

export type Bucket = 'resumes' | 'gallery' | 'testimonials';

/** The tables whose rows the portal keeps a copy of: the lists, and how each submission's e-mail went. */
export const KEPT_TABLES = [...ENTITY_NAMES, 'alerts'] as const;

export type KeptTable = Entity | 'alerts';
