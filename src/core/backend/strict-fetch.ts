export type Fetch = typeof globalThis.fetch;

/** What the clients do not pass on of an answer. */
export interface Seen {
  /** Something answered that is not our server. */
  foreign?: boolean;
  /** The server's `Retry-After`, in milliseconds. */
  retryAfterMs?: number;
}

/**
 * A fetch that answers only with our own server's words. A hotel's sign-in page, a proxy's redirect or an HTML error is
 * noted in `seen` and rejects with a TypeError, as a dead connection does. Rejects too after `timeoutMs`, body included.
 */
export function strictFetch(fetch: Fetch, timeoutMs: number, seen: Seen): Fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const body = await response.text();
    if (!isOurs(response, body, init?.method)) {
      seen.foreign = true;
      throw new TypeError('The answer does not come from the server');
    }
    const wish = retryAfter(response.headers.get('retry-after'));
    if (wish !== null) seen.retryAfterMs = wish;
    return new Response(body || null, response);
  };
}

function isOurs(response: Response, body: string, method = 'GET'): boolean {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) return false;
  // PostgREST answers an insert with 201 and a call without a result with 204, both empty; every other word of ours is JSON,
  // if only by its name, where nothing but headers was asked for.
  if (body === '' && method !== 'HEAD') return response.status === 201 || response.status === 204;
  return /\bjson\b/i.test(response.headers.get('content-type') ?? '');
}

/** `Retry-After` holds seconds or a date. */
function retryAfter(header: string | null): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
