import {
  PUBLIC_PAGE_ROWS,
  publicReadPath,
  readAnswerRows,
  STORED_AT_HEADER,
  type PublicRead,
  type PublicRows,
} from '../../core/backend/public-reads.ts';
import { env } from '../app/env.ts';

export interface PublicAnswer<Row> {
  rows: Row[];
  /** Milliseconds since 1970 when these rows were kept on this device; null when they come from the server. */
  storedAt: number | null;
}

/**
 * Reads every row of a public list, newest first. The key alone identifies the site, never a session. Without a
 * connection the worker answers from what it kept. Rejects when there is neither.
 */
export async function readPublic<R extends PublicRead>(
  read: R,
): Promise<PublicAnswer<PublicRows[R]>> {
  const rows: PublicRows[R][] = [];
  let storedAt: number | null = null;
  for (let page = 0; ; page++) {
    const response = await fetch(env.supabaseUrl + publicReadPath(read, page), {
      headers: { apikey: env.publishableKey },
    });
    const more = await readAnswerRows(read, response);
    if (!more) throw new Error(`The list could not be read: HTTP ${response.status}`);
    rows.push(...more);
    storedAt ??= Number(response.headers.get(STORED_AT_HEADER)) || null;
    if (more.length < PUBLIC_PAGE_ROWS) return { rows, storedAt };
  }
}

/** The whole address of a stored picture: the sample rows name theirs without an origin, so that they hold on every port. */
export const pictureAddress = (url: string): string => new URL(url, env.supabaseUrl).href;
