import type { RetryReason } from '../domain/reasons.ts';
import { retryReasonOf } from './retry-reason.ts';
import type { Database } from './database.types.ts';

type Tables = Database['public']['Tables'];
export type GalleryImage = Tables['gallery_images']['Row'];
export type Testimonial = Tables['testimonials']['Row'];
export type Posting = Tables['careers']['Row'];

export interface PublicRows {
  gallery: GalleryImage;
  testimonials: Testimonial;
  careers: Posting;
  /** The home page's six testimonials. */
  homeTestimonials: Testimonial;
  /** The home page's three pictures. */
  homePictures: GalleryImage;
}

export type PublicRead = keyof PublicRows;

const TABLES = {
  gallery: 'gallery_images',
  testimonials: 'testimonials',
  careers: 'careers',
  homeTestimonials: 'testimonials',
  homePictures: 'gallery_images',
} as const;

/** PostgREST's most rows in one answer. */
export const PUBLIC_PAGE_ROWS = 1000;
/** For reads of the newest rows only. */
const NEWEST: Partial<Record<PublicRead, number>> = { homeTestimonials: 6, homePictures: 3 };

/** The rows of one page of a read. */
const pageRows = (read: PublicRead) => NEWEST[read] ?? PUBLIC_PAGE_ROWS;

/**
 * The fixed address of one page of a public read, newest first. Always the same text, because the
 * worker stores the answer under it.
 */
export function publicReadPath(read: PublicRead, page = 0): string {
  const offset = page === 0 ? '' : `&offset=${page * PUBLIC_PAGE_ROWS}`;
  return `/rest/v1/${TABLES[read]}?select=*&order=created_at.desc,id&limit=${pageRows(read)}${offset}`;
}

export const PUBLIC_READS = Object.keys(TABLES) as PublicRead[];

/** The public read of a path with query; undefined for any other. */
export function publicReadOf(path: string): PublicRead | undefined {
  return PUBLIC_READS.find((read) => path.replace(/&offset=\d+$/, '') === publicReadPath(read));
}

/** The columns that a page needs of a row. All texts, except the number of stars. */
const COLUMNS = {
  gallery: ['id', 'url', 'alt', 'category'],
  testimonials: ['id', 'name', 'quote', 'rating'],
  careers: ['id', 'title', 'location', 'type', 'description'],
  homeTestimonials: ['id', 'name', 'quote', 'rating'],
  homePictures: ['id', 'url', 'alt', 'category'],
} as const satisfies { [R in PublicRead]: readonly (keyof PublicRows[R])[] };

const isRow = (row: unknown, columns: readonly string[]) =>
  typeof row === 'object' &&
  row !== null &&
  columns.every((column) =>
    ['string', 'number'].includes(typeof (row as Record<string, unknown>)[column]),
  );

/**
 * The rows of an answer; null unless it is the server's list, whatever its status: an error, a
 * captive portal's page, or cut-off JSON. Reads the answer's body.
 */
export async function readResponseRows<R extends PublicRead>(
  read: R,
  response: Response,
): Promise<PublicRows[R][] | null> {
  if (response.status !== 200) return null;
  const rows: unknown = await response.json().catch(() => null);
  return Array.isArray(rows) && rows.every((row) => isRow(row, COLUMNS[read]))
    ? (rows as PublicRows[R][])
    : null;
}

/**
 * The reason why an answer is not the requested list. Reads a JSON error's body: a body that was
 * cut off is not our server's.
 */
export async function readFailureOf(response: Response): Promise<RetryReason> {
  const { type, status, headers } = response;
  if (type === 'opaqueredirect') return 'not-our-server';
  const reason = retryReasonOf(status);
  if (reason) return reason;
  if (status < 400 || !/\bjson\b/i.test(headers.get('content-type') ?? '')) return 'not-our-server';
  return response.json().then(
    () => 'server',
    () => 'not-our-server',
  );
}

/** True for an answer with a picture. */
export const isPictureResponse = ({ status, headers }: Response) =>
  status === 200 && (headers.get('content-type') ?? '').startsWith('image/');

/** True for a picture in one of the two public buckets. */
export const isPublicPicturePath = (path: string) =>
  /^\/storage\/v1\/object\/public\/(gallery|testimonials)\//.test(path);

/** The header that the worker adds to a stored answer: its time in milliseconds since 1970. */
export const STORED_AT_HEADER = 'x-stored-at';
