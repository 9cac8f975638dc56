import type { VisitorWaitCause, WaitCause } from '../domain/reasons.ts';
import type { OutboxEntry, Retry } from '../store/device-schema.ts';
import { isConnectionDead, underSameLimit, untilRetry, type RateLimitOf } from './backoff.ts';
import { lastFailureOf, retryOf } from './entry.ts';

const CAUSES = new Set<Retry['reason']>([
  'offline',
  'no-answer',
  'not-our-server',
  'too-large',
  'server',
  'rate-limited',
  'device',
  'signed-out',
] satisfies WaitCause[]);

const isCause = (reason: Retry['reason']): reason is WaitCause => CAUSES.has(reason);

/**
 * The cause of an entry's wait: a rate limit that it shares, else the newest failure of its own or
 * of an entry that ended the run. Null while nothing has failed.
 */
export function waitCause(
  entry: OutboxEntry,
  queue: readonly OutboxEntry[],
  rateLimitOf: RateLimitOf,
  now: number,
): WaitCause | null {
  const limited = underSameLimit(entry, queue, rateLimitOf).map(retryOf);
  if (limited.some((retry) => retry?.reason === 'rate-limited' && untilRetry(retry, now) > 0))
    return 'rate-limited';
  return newestCause(queue.filter((other) => other.id === entry.id || endedRunOf(other, entry)));
}

/** The cause of the wait of a visitor's entry, which needs no session. */
export const visitorCause = (cause: WaitCause | null): VisitorWaitCause | null =>
  cause === 'signed-out' ? null : cause;

/** True if a failure ended a run before the entry's turn: a dead connection, or its owner's ended session. */
function endedRunOf(other: OutboxEntry, entry: OutboxEntry): boolean {
  const failure = lastFailureOf(other);
  if (failure === null || failure.at < entry.createdAt) return false;
  return (
    isConnectionDead(failure.reason) ||
    (failure.reason === 'signed-out' && entry.userId !== null && other.userId === entry.userId)
  );
}

/** The newest failure among waiting entries; null while none of them failed. */
export function newestCause(entries: readonly OutboxEntry[]): WaitCause | null {
  const failures = entries.flatMap((entry) => {
    const failure = lastFailureOf(entry);
    return failure && isCause(failure.reason) ? [{ cause: failure.reason, at: failure.at }] : [];
  });
  const [newest] = failures.sort((a, b) => b.at - a.at);
  return newest?.cause ?? null;
}
