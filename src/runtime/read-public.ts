import {
  PUBLIC_PAGE_ROWS,
  publicReadPath,
  readAnswerRows,
  readFailureOf,
  STORED_AT_HEADER,
  type PublicRead,
  type PublicRows,
} from '../core/server/public-reads.ts';
import type { RetryReason } from '../core/domain/reasons.ts';
import { env } from './env.ts';

export interface PublicAnswer<Row> {
  rows: Row[];
  /** Milliseconds since 1970 when these rows were kept on this device; null when they come from the server. */
  storedAt: number | null;
}

/** A public list that neither the server nor this device has. */
export class ListUnreadError extends Error {
  readonly reason: RetryReason;

  constructor(reason: RetryReason, detail: string) {
    super(`The list could not be read: ${detail}`);
    this.reason = reason;
  }
}

/**
 * Reads every row of a public list, newest first. The key alone identifies the site, never a session. Without a
 * connection the worker answers from what it kept. Rejects with a `ListUnreadError` when there is neither.
 */
export async function readPublic<R extends PublicRead>(
  read: R,
): Promise<PublicAnswer<PublicRows[R]>> {
  const rows: PublicRows[R][] = [];
  let storedAt: number | null = null;
  for (let page = 0; ; page++) {
    const response = await fetch(env.supabaseUrl + publicReadPath(read, page), {
      headers: { apikey: env.publishableKey },
      // A network's redirect to its sign-in page is told from a missing connection.
      redirect: 'manual',
    }).catch((error: unknown) => {
      throw new ListUnreadError('offline', String(error));
    });
    const more = await readAnswerRows(read, response);
    if (!more) throw new ListUnreadError(await readFailureOf(response), `HTTP ${response.status}`);
    rows.push(...more);
    storedAt ??= Number(response.headers.get(STORED_AT_HEADER)) || null;
    if (more.length < PUBLIC_PAGE_ROWS) return { rows, storedAt };
  }
}

/** The whole address of a stored picture: the sample rows name theirs without an origin, so that they hold on every port. */
export const pictureAddress = (url: string): string => new URL(url, env.supabaseUrl).href;
