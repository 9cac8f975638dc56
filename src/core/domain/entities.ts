export type Bucket = 'resumes' | 'gallery' | 'testimonials';

export interface EntityDescriptor {
  /** A row's name in titles; lower-case in sentences. */
  one: string;
  /** The list's name in links. */
  many: string;
  /** The rows' name in the plural, if different. */
  plural?: string;
  /** The rows' name beside a count, if different. */
  counted?: string;
  /** The screen that shows it, and its icon. */
  path: `/admin/${string}`;
  icon: string;
  /** Content that administrators publish; otherwise postings or visitors' submissions. */
  isContent?: true;
  /** The office's own list, which the dashboard does not count. */
  isInternal?: true;
  /**
   * The storage of its rows' files: the bucket, the columns with path and address, and the files'
   * name for people.
   */
  files: { bucket: Bucket; column: string; urlColumn: string; name?: string } | null;
}

/**
 * The portal's lists by table name, in the portal's order, with all facts about each list. Two
 * parts are elsewhere: its screen (`ListScreen`), and `CREATIONS` in `creation.ts`, which needs
 * zod.
 */
export const ENTITIES = {
  bookings: {
    one: 'Booking',
    many: 'Bookings',
    path: '/admin/bookings',
    icon: 'calendar',
    files: null,
  },
  crew: {
    one: 'Person',
    many: 'Team',
    plural: 'People',
    path: '/admin/team',
    icon: 'people',
    isInternal: true,
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

/** The name of a list's rows in titles; lower-case in sentences. */
export function rowsName(entity: Entity): string {
  const { plural, many }: EntityDescriptor = ENTITIES[entity];
  return plural ?? many;
}

/** The lists in the portal's order. */
export const ENTITY_NAMES = Object.keys(ENTITIES) as readonly Entity[];

export type CountedList = Exclude<Entity, 'crew'>;

export const COUNTED_LISTS = ENTITY_NAMES.filter(
  (entity): entity is CountedList => !('isInternal' in ENTITIES[entity]),
);

/** The tables that the portal replicates: the lists, and the alerts of submissions. */
export const REPLICA_TABLES = [...ENTITY_NAMES, 'alerts'] as const;

export type ReplicaTable = (typeof REPLICA_TABLES)[number];

/**
 * The parts of an initial sync in their order: `coming` is bookings of a coming day, `bookings` the
 * others.
 */
export const REPLICA_PARTS = ['coming', ...REPLICA_TABLES] as const;

export type ReplicaPart = (typeof REPLICA_PARTS)[number];

/** A row's place in the order of its part: its day or time as the server writes it, and its id. */
export interface RowPlace {
  at: string;
  id: string;
}
