import { ExpectedError } from '../core/errors/describe-error.ts';
import {
  PUBLIC_PAGE_ROWS,
  publicReadPath,
  readResponseRows,
  readFailureOf,
  STORED_AT_HEADER,
  type PublicRead,
  type PublicRows,
} from '../core/server/public-reads.ts';
import type { RetryReason } from '../core/domain/reasons.ts';
import { env } from './env.ts';

export interface PublicResponse<Row> {
  rows: Row[];
  /** When these rows were stored on this device, in ms since 1970; null for the server's. */
  storedAt: number | null;
}

/** Neither the server nor this device has the public list. */
export class ListUnreadError extends ExpectedError {
  readonly reason: RetryReason;

  constructor(reason: RetryReason, detail: string) {
    super(`The list could not be read: ${detail}`);
    this.reason = reason;
  }
}

/** The request for a page of a public list. */
export const listRequest = (read: PublicRead, page = 0) => ({
  url: env.supabaseUrl + publicReadPath(read, page),
  init: {
    headers: { apikey: env.publishableKey },
    // Distinguishes a captive portal's redirect from a missing connection.
    redirect: 'manual' as const,
  },
});

declare global {
  interface Window {
    /** The answer to a request that the document made before its scripts were there. */
    earlyAnswer?: { url: string; answer: Promise<Response> } | null;
  }
}

/** Requests a page of a list, unless the document has: its answer is used once. */
function requestList(read: PublicRead, page: number): Promise<Response> {
  const { url, init } = listRequest(read, page);
  const early = window.earlyAnswer;
  if (early?.url !== url) return fetch(url, init);
  window.earlyAnswer = null;
  return early.answer;
}

/**
 * Reads every row of a public list, newest first. The key identifies the site, never a session.
 * Without a connection the worker answers with its stored list. Rejects with a `ListUnreadError`
 * without either.
 */
export async function readPublic<R extends PublicRead>(
  read: R,
): Promise<PublicResponse<PublicRows[R]>> {
  const rows: PublicRows[R][] = [];
  let storedAt: number | null = null;
  for (let page = 0; ; page++) {
    const response = await requestList(read, page).catch((error: unknown) => {
      throw new ListUnreadError('offline', String(error));
    });
    const more = await readResponseRows(read, response);
    if (!more) throw new ListUnreadError(await readFailureOf(response), `HTTP ${response.status}`);
    rows.push(...more);
    storedAt ??= Number(response.headers.get(STORED_AT_HEADER)) || null;
    if (more.length < PUBLIC_PAGE_ROWS) return { rows, storedAt };
  }
}

/**
 * A stored picture's absolute address: the sample rows omit the origin, so that they work on every
 * port.
 */
export const pictureAddress = (url: string): string => new URL(url, env.supabaseUrl).href;
