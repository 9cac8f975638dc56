export type Bucket = 'resumes' | 'gallery' | 'testimonials';

export interface EntityDescriptor {
  /** What a row is called in titles; in sentences, the same in small letters. */
  one: string;
  /** What links call the list. */
  many: string;
  /** What the rows are called where they are counted, when that is something else. */
  counted?: string;
  /** The screen that shows it, and its icon. */
  path: `/admin/${string}`;
  icon: string;
  /** Content of the site, which administrators publish as they like; else what visitors sent, or postings. */
  isContent?: true;
  /** Where the files of its rows lie: the bucket, the columns that hold a file's path and address, and what people call them. */
  files: { bucket: Bucket; column: string; urlColumn: string; name?: string } | null;
}

/**
 * The portal's six lists, by the name of their table and in the portal's order, with all that one has of its own, but what its
 * screen shows (`ListScreen`) and, where something can be added to it, `CREATIONS` in `creation.ts`, which needs zod.
 */
export const ENTITIES = {
  bookings: {
    one: 'Booking',
    many: 'Bookings',
    path: '/admin/bookings',
    icon: 'calendar',
    files: null,
  },
  careers: {
    one: 'Job Posting',
    many: 'Job Postings',
    path: '/admin/careers',
    icon: 'briefcase',
    files: null,
  },
  job_applications: {
    one: 'Application',
    many: 'Applications',
    path: '/admin/applications',
    icon: 'document',
    files: {
      bucket: 'resumes',
      column: 'resume_path',
      urlColumn: 'resume_url',
      name: 'resume files',
    },
  },
  contact_messages: {
    one: 'Message',
    many: 'Messages',
    path: '/admin/messages',
    icon: 'mail',
    files: null,
  },
  gallery_images: {
    one: 'Image',
    many: 'Gallery',
    counted: 'Gallery Images',
    path: '/admin/gallery',
    icon: 'image',
    isContent: true,
    files: { bucket: 'gallery', column: 'file_path', urlColumn: 'url' },
  },
  testimonials: {
    one: 'Testimonial',
    many: 'Testimonials',
    path: '/admin/testimonials',
    icon: 'star',
    isContent: true,
    files: { bucket: 'testimonials', column: 'avatar_path', urlColumn: 'avatar_url' },
  },
} as const satisfies Record<string, EntityDescriptor>;

export type Entity = keyof typeof ENTITIES;

/** The lists in the portal's order. */
export const ENTITY_NAMES = Object.keys(ENTITIES) as readonly Entity[];

/** The tables whose rows the portal keeps a copy of: the lists, and how each submission's email went. */
export const KEPT_TABLES = [...ENTITY_NAMES, 'alerts'] as const;

export type KeptTable = (typeof KEPT_TABLES)[number];

/** What a first copy is made of, in the order in which its parts begin: `coming` is bookings whose day is to come, `bookings` the others. */
export const REPLICA_PARTS = ['coming', ...KEPT_TABLES] as const;

export type ReplicaPart = (typeof REPLICA_PARTS)[number];

/** Where a row stands in the order of its part: its day or time, as the server writes it, and its id. */
export interface RowPlace {
  at: string;
  id: string;
}
