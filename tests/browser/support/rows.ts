import type { GalleryImage, Posting, Testimonial } from '../../../src/core/server/public-reads.ts';
import type { GalleryCategory } from '../../../src/core/domain/gallery.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import { BOOKING } from '../../unit/support/booking-row.ts';
import { pause } from './pause.ts';
import { PICTURE, server } from './server.ts';

let made = 0;
/** Each a minute older than the one before. */
const aTime = () => new Date(Date.parse('2026-11-01T12:00:00Z') - ++made * 60_000).toISOString();

export const aPosting = (changes: Partial<Posting> = {}): Posting => ({
  id: crypto.randomUUID(),
  title: 'Cleaner',
  location: 'Renfrew',
  type: 'Part-time',
  description: 'Clean the stairs of tenements.',
  requirements: ['A head for heights', 'Own bicycle'],
  created_at: aTime(),
  rev: 1,
  ...changes,
});

export const aTestimonial = (changes: Partial<Testimonial> = {}): Testimonial => ({
  id: crypto.randomUUID(),
  name: 'Ann Baker',
  role: null,
  rating: 5,
  quote: 'They left the house spotless.',
  avatar_url: null,
  avatar_path: null,
  created_by: null,
  created_at: aTime(),
  rev: 1,
  ...changes,
});

export const aPicture = (
  category: GalleryCategory,
  alt: string,
  changes: Partial<GalleryImage> = {},
): GalleryImage => ({
  id: crypto.randomUUID(),
  category,
  alt,
  file_path: `${category}/${alt}.webp`,
  url: PICTURE,
  is_pair: false,
  created_by: null,
  created_at: aTime(),
  rev: 1,
  ...changes,
});

export const aMessage = (
  changes: Partial<ReplicaRow<'contact_messages'>> = {},
): ReplicaRow<'contact_messages'> => ({
  id: crypto.randomUUID(),
  name: 'Ann Baker',
  email: 'ann@example.com',
  subject: 'A question',
  message: 'Do you clean windows?',
  created_at: aTime(),
  rev: 1,
  ...changes,
});

export const aRequest = (
  changes: Partial<ReplicaRow<'bookings'>> = {},
): ReplicaRow<'bookings'> => ({
  ...BOOKING,
  id: crypto.randomUUID(),
  created_at: aTime(),
  ...changes,
});

export const anApplication = (
  changes: Partial<ReplicaRow<'job_applications'>> = {},
): ReplicaRow<'job_applications'> => ({
  id: crypto.randomUUID(),
  career_id: null,
  job_title: 'Cleaner',
  name: 'Ann Baker',
  phone: '0141 555 0100',
  email: 'ann@example.com',
  cover_letter: null,
  resume_path: 'a.pdf',
  resume_url: 'a.pdf',
  created_at: aTime(),
  rev: 1,
  ...changes,
});

type List = keyof typeof server.publicRows;

/** Holds back the response with a list until it is released. */
export function holdBack(list: List, rows: object[]): () => void {
  const { released, release } = pause();
  server.publicRows[list] = () => released.then(() => Response.json(rows));
  return release;
}

/** Fails the reads of a list: an error of the server's own, or no response. */
export function fail(list: List, status?: number): void {
  server.publicRows[list] = async () => {
    if (status === undefined) throw new TypeError('Failed to fetch');
    return Response.json({}, { status });
  };
}
