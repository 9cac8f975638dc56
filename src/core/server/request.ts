import type { Answer } from './request-faults.ts';
import { abortAfter } from './backend.ts';

export type Fetch = typeof globalThis.fetch;

/** What the clients do not pass on of an answer. */
interface Seen {
  /** An answer came, body included. */
  isAnswered?: boolean;
  /** Something answered that is not our server. */
  notOurServer?: boolean;
  /** The HTTP status it answered with. */
  foreignStatus?: number;
  /** The server's `Retry-After`, in milliseconds. */
  retryAfterMs?: number;
  /** The code of the database, PostgREST or Storage that an error bears. */
  code?: string;
}

/**
 * A fetch that answers only with our own server's words. A hotel's sign-in page, a proxy's redirect, an HTML error or JSON
 * that was cut on its way is noted in `seen` and rejects with a TypeError, as a dead connection does. Rejects too after
 * `timeoutMs`, body included. No answer enters the browser's HTTP cache, which outlives a sign-out: what comes with a user's
 * token is personal.
 */
function strictFetch(fetch: Fetch, timeoutMs: number, seen: Seen): Fetch {
  return async (input, init) => {
    const response = await fetch(input, {
      ...init,
      cache: 'no-store',
      redirect: 'manual',
      signal: abortAfter(timeoutMs),
    });
    const body = await response.text();
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
  // PostgREST answers an insert with 201 and a call without a result with 204, both empty; every other word of ours is JSON,
  // if only by its name, where nothing but headers was asked for.
  const type = response.headers.get('content-type') ?? '';
  if (body === '' && method !== 'HEAD')
    return (response.status === 201 || response.status === 204) && !/\bhtml\b/i.test(type);
  return /\bjson\b/i.test(type);
}

/** Undefined for what is no JSON: a proxy may cut an answer and leave its headers as they were. */
function parse(body: string): unknown {
  if (body === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The classes of PostgreSQL's error codes, and PT, by which a function of ours chooses its HTTP status. */
const SQLSTATE = /^(?:[0-5][0-9A-Z]|F0|HV|P0|PT|XX)[0-9A-Z]{3}$/;
const POSTGREST = /^PGRST[0-9A-Z]{3}$/;
const STATUS = /^\d{3}$/;

/** What names an error as our server's own. A gateway's JSON has a status at most, and that in another form. */
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

/** An answer, and what was asked for when it came. */
export interface Reply<T> extends Answer {
  value?: T;
}

/** What the requests of one adapter know of the connection that they share. */
export interface Connection {
  /** A server that refuses a body before it has read it closes the connection, and the next request on it is reset. */
  mayBeClosed: boolean;
}

/** A request with a body that was refused may have been refused before it was read. */
function resendingFetch(fetch: Fetch, connection: Connection): Fetch {
  return async (input, init) => {
    const wasRefused = connection.mayBeClosed;
    connection.mayBeClosed = false;
    const response = await fetch(input, init).catch((error: unknown) => {
      // Not a timeout, which has used up its time.
      if (wasRefused && error instanceof TypeError) return fetch(input, init);
      throw error;
    });
    connection.mayBeClosed = response.status >= 400 && init?.body != null;
    return response;
  };
}

/**
 * One request within `timeoutMs`, body included. `ask` sends it through the fetch it is given and turns what the client
 * says into a reply; what it throws counts as no answer. On a `connection` that the server may have closed, a request that is reset
 * is sent again once, at once.
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
  const reply = await ask(send).catch((error: unknown): Answer => ({
    status: 0,
    message: String(error),
  }));
  const { isAnswered, ...rest } = seen;
  // A client that can't read an answer calls it none.
  const isUnread = isAnswered === true && reply.status === 0;
  return { ...reply, ...(isUnread && { notOurServer: true }), ...rest };
}
