import { randomUUID } from 'node:crypto';
import { SERVICE, type Caller } from './database.ts';
import type { Query } from './test-database.ts';
import { APPLICATION, BOOKING, MESSAGE } from './values.ts';

/** Valid rows, as clients send them, with the test's changes. */
export const aBooking = (changes: object = {}) => ({
  id: randomUUID(),
  ...BOOKING,
  ...changes,
});

export const aMessage = (changes: object = {}) => ({
  id: randomUUID(),
  ...MESSAGE,
  ...changes,
});

export const aPosting = (changes: object = {}) => ({
  title: 'Cleaner',
  description: 'Cleans homes.',
  type: 'Full-time',
  location: 'Paisley',
  requirements: ['Careful'],
  ...changes,
});

export const aPerson = (changes: object = {}) => ({
  id: randomUUID(),
  name: 'Ann Baker',
  phone: '07700 900123',
  ...changes,
});

const aPicture = (created_by: string | undefined, changes: object = {}) => ({
  file_path: 'Residential/0123456789abcdef.webp',
  url: 'https://project.example.com/storage/v1/object/public/gallery/Residential/0123456789abcdef.webp',
  category: 'Residential',
  alt: 'A clean kitchen',
  created_by,
  ...changes,
});

const aTestimonial = (created_by: string | undefined, changes: object = {}) => ({
  name: 'Ann Baker',
  role: 'Homeowner',
  rating: 5,
  quote: 'They left the house spotless.',
  avatar_url: null as string | null,
  avatar_path: null as string | null,
  created_by,
  ...changes,
});

/** Stores a file's row as Storage does after an upload. */
export async function storeFile(
  query: Query,
  bucket: string,
  name: string,
  { operation = 'storage.object.upload', bytes = 5000 as number | null } = {},
): Promise<void> {
  // In one statement, because the setting lasts for one transaction.
  await query(
    `insert into storage.objects (bucket_id, name, metadata)
      select $1::text, $2::text, $3::jsonb where set_config('storage.operation', $4, true) is not null`,
    [bucket, name, JSON.stringify(bytes === null ? {} : { contentLength: bytes }), operation],
  );
}

/** Removes a file's row as the Storage API does; hosted Supabase allows no other way. */
export async function removeFile(
  as: (caller: Caller, work: (query: Query) => Promise<void>) => Promise<void>,
  name: string,
): Promise<void> {
  await as(
    SERVICE,
    async (query) => void (await query('delete from storage.objects where name = $1', [name])),
  );
}

/** Creates a position and returns its id. */
export async function createPosition(query: Query, title = 'Cleaner'): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into public.careers (title, location, type, description) values ($1, 'Paisley', 'Full-time', 'Cleans.') returning id`,
    [title],
  );
  return (row as { id: string }).id;
}

/** An application with a stored file, for an existing position. */
export async function anApplication(
  query: Query,
  changes: { career_id?: string | null } & Record<string, unknown> = {},
) {
  const id = randomUUID();
  const career_id =
    changes.career_id === undefined ? await createPosition(query) : changes.career_id;
  await storeFile(query, 'resumes', `${id}.pdf`);
  return {
    id,
    ...APPLICATION,
    resume_path: `${id}.pdf`,
    resume_url: `${id}.pdf`,
    ...changes,
    career_id,
  };
}

type MakeRow = (query: Query, userId: string | undefined) => object | Promise<object>;

/**
 * A valid new row for each table that clients write to; `userId` is its creator if the table has
 * one.
 */
export const rowFor: Record<Table, MakeRow> = {
  bookings: () => aBooking(),
  job_applications: (query) => anApplication(query),
  contact_messages: () => aMessage(),
  careers: () => aPosting(),
  crew: () => aPerson(),
  gallery_images: (_query, userId) => aPicture(userId),
  testimonials: (_query, userId) => aTestimonial(userId),
};

export type Table =
  | 'bookings'
  | 'job_applications'
  | 'contact_messages'
  | 'careers'
  | 'crew'
  | 'gallery_images'
  | 'testimonials';
