import type { WaitReason } from '../domain/reasons.ts';
import type { FileFacts, Retry, OutboxEntry } from '../store/device-schema.ts';
import { isReadable, retryOf } from './entry.ts';
import { WAITS } from './waits.ts';

/** The shortest wait after a failure that soon would happen again. */
const REST: Partial<Record<WaitReason, number>> = {
  'rate-limited': WAITS.rateLimit,
  'too-large': WAITS.tooLarge,
};

/**
 * The wait after an entry's `tries`-th attempt, in ms. Exponential backoff with equal jitter: half
 * of it is fixed and half is random, so that clients return to a recovered server at different
 * times. A `Retry-After` makes it longer, up to an hour, never shorter.
 */
export function retryDelay(
  reason: WaitReason,
  tries: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number {
  const ceiling = Math.min(WAITS.firstRetry * 2 ** (tries - 1), WAITS.longestRetry);
  const delay = ceiling / 2 + (random() * ceiling) / 2;
  const asked = retryAfterMs ?? REST[reason] ?? 0;
  return Math.max(delay, Math.min(asked, WAITS.longestRetryAfter));
}

/**
 * Milliseconds until a retry is due; 0 when it is, and when the clock was set back to before the
 * failure.
 */
export function untilRetry(retry: Retry | null, now: number): number {
  if (!retry || now < retry.at) return 0;
  return Math.max(0, retry.at + retry.delayMs - now);
}

const DEAD = ['offline', 'no-answer'] satisfies Retry['reason'][];
const UNREACHED = new Set<Retry['reason']>([...DEAD, 'not-our-server']);

/** True where other requests would find no answer either: the run ends. */
export const isConnectionDead = (reason: Retry['reason']): boolean =>
  (DEAD as Retry['reason'][]).includes(reason);

/**
 * Milliseconds until an entry is due. `eager` skips the backoff of attempts that did not reach the
 * server, not that of a server in trouble. A rate limit rests every entry under it
 * (`underSameLimit`).
 */
export function dueIn(
  entry: OutboxEntry,
  sameRateLimit: readonly OutboxEntry[],
  now: number,
  eager: boolean,
): number {
  const retry = retryOf(entry);
  const own = eager && retry && UNREACHED.has(retry.reason) ? 0 : untilRetry(retry, now);
  const limits = sameRateLimit.map(retryOf).filter((other) => other?.reason === 'rate-limited');
  return Math.max(own, ...limits.map((other) => untilRetry(other, now)));
}

/** The entries of a queue that share an entry's rate limit, itself included. */
export function underSameLimit(
  entry: OutboxEntry,
  queue: readonly OutboxEntry[],
  rateLimitOf: RateLimitOf,
): OutboxEntry[] {
  const limit = rateLimitOf(entry);
  return limit === null
    ? []
    : queue.filter((other) => isReadable(other) && rateLimitOf(other) === limit);
}

/** The name of the rate limit of an entry's next step; null for none. */
export type RateLimitOf = (entry: OutboxEntry) => string | null;

/** A worker's life is short, so it leaves slow files to an open page. */
export type Place = 'page' | 'worker';

/** A résumé on a bad mobile connection, in bytes per millisecond. */
const SLOWEST_UPLOAD = 18;

/**
 * The timeout of one request, in whole ms; with a file, as long as the file needs on a slow
 * connection.
 */
export function requestTimeout(file: FileFacts | null, place: Place): number {
  const { request, longestUpload } = WAITS;
  if (!file) return request;
  return Math.min(request + Math.ceil(file.size / SLOWEST_UPLOAD), longestUpload[place]);
}
