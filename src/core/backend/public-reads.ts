import type { Database } from './database.types.ts';

type Tables = Database['public']['Tables'];
export type GalleryImage = Tables['gallery_images']['Row'];
export type Testimonial = Tables['testimonials']['Row'];
export type Career = Tables['careers']['Row'];

export interface PublicRows {
  gallery: GalleryImage;
  testimonials: Testimonial;
  careers: Career;
  /** The six testimonials of the home page. */
  homeTestimonials: Testimonial;
}

export type PublicRead = keyof PublicRows;

const TABLES = {
  gallery: 'gallery_images',
  testimonials: 'testimonials',
  careers: 'careers',
  homeTestimonials: 'testimonials',
} as const;

/** PostgREST gives no more rows at once. */
const PAGE_ROWS = 1000;
const HOME_ROWS = 6;

/** How many rows one address of a read holds. */
export const pageRows = (read: PublicRead) => (read === 'homeTestimonials' ? HOME_ROWS : PAGE_ROWS);

/**
 * The fixed address of one page of a public read, newest first. The same text every time, because it is also the key
 * under which the worker keeps the answer.
 */
export function publicReadPath(read: PublicRead, page = 0): string {
  const offset = page === 0 ? '' : `&offset=${page * PAGE_ROWS}`;
  return `/rest/v1/${TABLES[read]}?select=*&order=created_at.desc,id&limit=${pageRows(read)}${offset}`;
}

export const PUBLIC_READS = Object.keys(TABLES) as PublicRead[];

/** True for a path (with its query) that is one of the public reads' own addresses. */
export function isPublicReadPath(path: string): boolean {
  return PUBLIC_READS.some((read) => path.replace(/&offset=\d+$/, '') === publicReadPath(read));
}

/** True for a picture of the two public buckets. */
export const isPublicPicturePath = (path: string) => /^\/storage\/v1\/object\/public\/(gallery|testimonials)\//.test(path);

/** When the worker stored an answer, in milliseconds since 1970: the header it adds to what it keeps. */
export const STORED_AT_HEADER = 'x-stored-at';
