import type { RetryReason } from '../domain/reasons.ts';
import type { Retry, Waiting } from '../store/rows.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const FIRST_DELAY = 2 * SECOND;
const LONGEST_DELAY = 15 * MINUTE;
const RATE_LIMIT_REST = 10 * MINUTE;
const LONGEST_WISH = 60 * MINUTE;

/**
 * How long an entry rests after its `attempts`-th try, in ms. Exponential with full jitter on the upper half, so that
 * a crowd coming back to a recovered server spreads out. The server's own wish is honoured, up to an hour.
 */
export function restAfter(reason: RetryReason, attempts: number, afterMs: number | undefined, random: () => number): number {
  if (reason === 'rate-limited') return Math.min(afterMs ?? RATE_LIMIT_REST, LONGEST_WISH);
  const ceiling = Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY);
  const delay = ceiling / 2 + (random() * ceiling) / 2;
  return Math.max(delay, Math.min(afterMs ?? 0, LONGEST_WISH));
}

/** Milliseconds until a retry is due; 0 when it is. A clock set back to before the failure makes it due at once. */
export function restLeft(retry: Retry | null, now: number): number {
  if (!retry || now < retry.at) return 0;
  return Math.max(0, retry.at + retry.delayMs - now);
}

const UNREACHED = new Set<RetryReason>(['offline', 'foreign']);

/**
 * How long an entry has still to rest, in ms. `eager` (the connection came back) skips the rests of tries that did not
 * reach the server; a server in trouble is left its time. A rate limit rests every entry that falls under it (`sharers`).
 */
export function restOf(entry: Waiting, sharers: readonly Waiting[], now: number, eager: boolean): number {
  const skip = eager && entry.retry !== null && UNREACHED.has(entry.retry.reason);
  const own = skip ? 0 : restLeft(entry.retry, now);
  const limits = sharers.filter(({ retry }) => retry?.reason === 'rate-limited').map(({ retry }) => restLeft(retry, now));
  return Math.max(own, ...limits);
}
