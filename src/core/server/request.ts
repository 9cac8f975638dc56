import type { ServerResponse } from './request-faults.ts';
import { abortAfter } from './backend.ts';

export type Fetch = typeof globalThis.fetch;

/** Facts about an answer that the clients do not return. */
interface Seen {
  /** An answer came, body included. */
  isAnswered?: boolean;
  /** None came in time. */
  isTimedOut?: boolean;
  /** An answer that is not our server's. */
  notOurServer?: boolean;
  /** The HTTP status it answered with. */
  foreignStatus?: number;
  /** The server's `Retry-After`, in milliseconds. */
  retryAfterMs?: number;
  /** The error code of the database, PostgREST or Storage. */
  code?: string;
}

/**
 * A fetch that returns only our own server's answers. A captive portal's page, a proxy's redirect,
 * an HTML error or cut-off JSON is noted in `seen` and rejects with a TypeError, as a dead
 * connection does. Rejects too after `timeoutMs`, body included. No answer enters the browser's
 * HTTP cache, which outlives a sign-out: answers to a user's token are personal.
 */
function strictFetch(fetch: Fetch, timeoutMs: number, seen: Seen): Fetch {
  return async (input, init) => {
    const signal = abortAfter(timeoutMs);
    const noteTimeout = (error: unknown) => {
      if (signal.aborted) seen.isTimedOut = true;
      throw error;
    };
    const response = await fetch(input, {
      ...init,
      cache: 'no-store',
      redirect: 'manual',
      signal,
    }).catch(noteTimeout);
    const body = await response.text().catch(noteTimeout);
    seen.isAnswered = true;
    const said = parse(body);
    const waitMs = retryAfter(response.headers.get('retry-after'));
    if (waitMs !== null) seen.retryAfterMs = waitMs;
    if (!isOurs(response, body, init?.method) || said === undefined) {
      seen.notOurServer = true;
      seen.foreignStatus = response.status;
      throw new TypeError('The answer does not come from the server');
    }
    const code = response.ok ? undefined : codeIn(said);
    if (code !== undefined) seen.code = code;
    return new Response(body || null, response);
  };
}

function isOurs(response: Response, body: string, method = 'GET'): boolean {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    return false;
  // PostgREST answers an insert with 201 and a call without a result with 204, both empty; every
  // other answer of ours is JSON, by its content type even where only headers were requested.
  const type = response.headers.get('content-type') ?? '';
  if (body === '' && method !== 'HEAD')
    return (response.status === 201 || response.status === 204) && !/\bhtml\b/i.test(type);
  return /\bjson\b/i.test(type);
}

/** Undefined for invalid JSON: a proxy may cut an answer and leave its headers unchanged. */
function parse(body: string): unknown {
  if (body === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The classes of PostgreSQL's error codes, and PT, with which our functions choose an HTTP status.
 */
const SQLSTATE = /^(?:[0-5][0-9A-Z]|F0|HV|P0|PT|XX)[0-9A-Z]{3}$/;
const POSTGREST = /^PGRST[0-9A-Z]{3}$/;
const STATUS = /^\d{3}$/;

/**
 * The properties by which an error is our server's own. A gateway's JSON has at most a status, in
 * another form.
 */
function codeIn(said: unknown): string | undefined {
  if (typeof said !== 'object' || said === null) return undefined;
  const { code, statusCode, error } = said as Record<string, unknown>;
  if (typeof code === 'string' && (SQLSTATE.test(code) || POSTGREST.test(code))) return code;
  // Storage: the real status as text, and the error's name.
  return typeof statusCode === 'string' &&
    STATUS.test(statusCode) &&
    typeof error === 'string' &&
    error !== ''
    ? error
    : undefined;
}

/** `Retry-After` holds seconds or a date. */
function retryAfter(header: string | null): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** An answer with the request's facts about it. */
export interface Reply<T> extends ServerResponse {
  value?: T;
}

/** State that the requests of one adapter share about their connection. */
export interface Connection {
  /**
   * A server that refuses a body before reading it closes the connection, and the next request on
   * it is reset.
   */
  mayBeClosed: boolean;
}

/** A refused request with a body may have been refused before the body was read. */
function resendingFetch(fetch: Fetch, connection: Connection): Fetch {
  return async (input, init) => {
    const wasRefused = connection.mayBeClosed;
    connection.mayBeClosed = false;
    const response = await fetch(input, init).catch((error: unknown) => {
      // Not after a timeout, which has used up its time.
      if (wasRefused && error instanceof TypeError) return fetch(input, init);
      throw error;
    });
    connection.mayBeClosed = response.status >= 400 && init?.body != null;
    return response;
  };
}

/**
 * Sends one request within `timeoutMs`, body included. `ask` uses the given fetch and turns the
 * client's result into a reply; an error counts as no answer. On a `connection` that the server may
 * have closed, a reset request is sent again once, at once.
 */
export async function request<T = never>(
  fetch: Fetch,
  timeoutMs: number,
  ask: (send: Fetch) => Promise<Reply<T>>,
  { connection = { mayBeClosed: false } }: { connection?: Connection } = {},
): Promise<Reply<T>> {
  const seen: Seen = {};
  const resending = resendingFetch(fetch.bind(globalThis), connection);
  const send = strictFetch(resending, timeoutMs, seen);
  const reply = await ask(send).catch((error: unknown): ServerResponse => ({
    status: 0,
    message: String(error),
  }));
  const { isAnswered, ...rest } = seen;
  // A client that cannot read an answer reports none.
  const isUnread = isAnswered === true && reply.status === 0;
  return { ...reply, ...(isUnread && { notOurServer: true }), ...rest };
}
