import type { OutboxEntry } from '../store/rows.ts';
import { dueIn } from './backoff.ts';
import { deliver, type Delivery, type Device, type Kind } from './deliver.ts';
import { attentionOf, isReadable, triesOf } from './entry.ts';

export interface FlushReport {
  /** Ids that still wait to be sent, without those that need their person. */
  waiting: string[];
  /** Milliseconds until the next of them is due; null when none waits, or none can go before somebody signs in. */
  nextInMs: number | null;
}

export interface FlushOptions {
  /** Also try what is backing off because the server was not reached: the connection may be back, or a person asked. */
  eager: boolean;
  /** Checked between entries; true ends the run early. */
  isCancelled?: () => boolean;
}

/** What makes every further try of the run useless. */
const ENDS_RUN = new Set<Delivery>(['no-connection', 'signed-out']);

/**
 * The one way an entry leaves the device: tries every one of a kind that is due, once. One that fails never blocks the others;
 * a dead connection, or a session that is over, ends the run early. Safe to run twice at once, as every step may be repeated.
 */
export async function flush<E extends OutboxEntry>(kind: Kind<E>, device: Device, { eager, isCancelled = () => false }: FlushOptions): Promise<FlushReport> {
  const tried = new Set<string>();
  let delivery: Delivery | null = null;
  let due = await readDue(kind, device, eager, tried);
  for (let entry = due.shift(); entry && !isCancelled(); entry = due.shift()) {
    tried.add(entry.id);
    delivery = await deliver(entry, kind, device);
    if (ENDS_RUN.has(delivery)) break;
    // What did not go through may rest others under its rate limit, and new entries may have come.
    if (delivery !== 'settled' || due.length === 0) due = await readDue(kind, device, eager, tried);
  }
  const { waiting, nextInMs } = await report(kind, device);
  return { waiting, nextInMs: delivery === 'signed-out' ? null : nextInMs };
}

/** What is due and not yet tried: fewest failures first, then small files before large, then oldest. */
async function readDue<E extends OutboxEntry>(kind: Kind<E>, device: Device, eager: boolean, tried: ReadonlySet<string>): Promise<E[]> {
  const all = await kind.queue.list();
  const due = all.filter((entry) => isDeliverable(entry) && !tried.has(entry.id) && dueAmong(all, entry, kind, device, eager) === 0);
  return due.sort((a, b) => triesOf(a) - triesOf(b) || sizeOf(a) - sizeOf(b) || a.createdAt - b.createdAt);
}

const isDeliverable = (entry: OutboxEntry) => isReadable(entry) && !attentionOf(entry);

const sizeOf = ({ file }: OutboxEntry) => file?.size ?? 0;

function dueAmong<E extends OutboxEntry>(all: readonly E[], entry: E, { rateLimit }: Kind<E>, { now }: Device, eager: boolean): number {
  const limit = rateLimit(entry);
  const sameRateLimit = limit === null ? [] : all.filter((other) => isReadable(other) && rateLimit(other) === limit);
  return dueIn(entry, sameRateLimit, now(), eager);
}

async function report<E extends OutboxEntry>(kind: Kind<E>, device: Device): Promise<FlushReport> {
  const all = await kind.queue.list();
  const waiting = all.filter(isDeliverable);
  const rests = waiting.map((entry) => dueAmong(all, entry, kind, device, false));
  return { waiting: waiting.map(({ id }) => id), nextInMs: rests.length ? Math.min(...rests) : null };
}

/**
 * Makes a context's way to ask for a flush. However often it is asked, at most one request waits for the lock: whoever
 * asks meanwhile shares it, and because the run reads the queue only once it holds the lock, no entry is missed.
 */
export function createFlushRequester(
  locks: LockManager | undefined,
  runFlush: (options: FlushOptions) => Promise<FlushReport>,
): (request: { eager: boolean }) => Promise<FlushReport> {
  let waiting: { eager: boolean; report: Promise<FlushReport> } | null = null;

  return ({ eager }) => {
    if (waiting) {
      waiting.eager ||= eager;
      return waiting.report;
    }
    const request = { eager, report: Promise.resolve({ waiting: [], nextInMs: null } as FlushReport) };
    waiting = request;
    const settled = () => {
      if (waiting === request) waiting = null;
    };
    request.report = underFlushLock(locks, (isCancelled) => {
      settled();
      return runFlush({ eager: request.eager, isCancelled });
    }).finally(settled);
    return request.report;
  };
}

const LOCK = 'outbox';
const PATIENCE_MS = 4 * 60_000;

type Run<T> = (isCancelled: () => boolean) => Promise<T>;

/**
 * Lets one flush run at a time over all tabs and the worker. A lock not granted in four minutes is stolen from its
 * holder, whose run is told through `isCancelled`: the lock saves work, ids keep the effect single. Without Web Locks
 * it just runs.
 */
export async function underFlushLock<T>(locks: LockManager | undefined, run: Run<T>, patienceMs = PATIENCE_MS): Promise<T> {
  if (!locks) return run(() => false);
  let work: Promise<T> | undefined;
  let cancelled = false;
  const hold = () => (work = run(() => cancelled));
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(patienceMs) }, hold);
  } catch (error) {
    if (!work && isTimeout(error)) return locks.request(LOCK, { steal: true }, hold);
    if (!work || !isStolen(error)) throw error;
    cancelled = true;
    return work;
  }
}

/** True while a tab or the worker flushes, and where a browser can't tell. */
export async function isFlushing(locks: LockManager | undefined): Promise<boolean> {
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some(({ name, mode }) => name === LOCK && mode === 'exclusive');
}

/** Resolves when nobody flushes; rejects when `signal` says that nobody waits for it any more. */
export const whenFlushed = (locks: LockManager, signal: AbortSignal): Promise<void> =>
  locks.request(LOCK, { mode: 'shared', signal }, async () => undefined);

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';
const isStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
