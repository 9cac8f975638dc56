import type { GalleryImage, Posting, Testimonial } from '../../../src/core/server/public-reads.ts';
import type { GalleryCategory } from '../../../src/core/domain/gallery.ts';
import { server } from './server.ts';

const created_at = '2026-11-01T12:00:00+00:00';

export const aPosting = (changes: Partial<Posting> = {}): Posting => ({
  id: crypto.randomUUID(),
  title: 'Cleaner',
  location: 'Renfrew',
  type: 'Part-time',
  description: 'Clean the stairs of tenements.',
  requirements: ['A head for heights', 'Own bicycle'],
  created_at,
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
  created_at,
  rev: 1,
  ...changes,
});

/** A picture of 640 by 480. */
export const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"/>';

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
  created_at,
  rev: 1,
  ...changes,
});

type List = keyof typeof server.publicRows;

/** Holds back the response with a list until it is released. */
export function holdBack(list: List, rows: object[]): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
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
