import { isClosed, isFull } from '../store/database.ts';
import { isHeld, underLock } from './lock.ts';
import type { OutboxEntry } from '../store/rows.ts';
import { dueIn, requestLeft, underSameLimit } from './backoff.ts';
import { deliver, type Delivery, type Device, type Kind } from './deliver.ts';
import { attentionOf, isReadable, triesOf } from './entry.ts';
import { deliverUnwritten } from './full-device.ts';
import { FLUSH_LOCK } from './names.ts';

export interface FlushReport {
  /** Ids of the entries that still wait, without those that need their sender. */
  waiting: string[];
  /** Milliseconds until the next of them is due; null if none waits, or all wait for a sign-in. */
  nextInMs: number | null;
}

export interface FlushOptions {
  /**
   * Skips the backoff of attempts that did not reach the server: the connection may be back, or a
   * person asked.
   */
  eager: boolean;
  /** Checked between entries; true ends the run early. */
  isCancelled?: () => boolean;
  /**
   * True if a run that lost the lock may still be sending; its entry is left to it for as long as
   * its request may take.
   */
  isOtherAtWork?: () => Promise<boolean>;
}

/** The wait after a failure that the device could not write down, mostly because it is full. */
const UNWRITTEN_REST_MS = 60_000;

/** After these, every further attempt of the run would fail too. */
const ENDS_RUN = new Set<Delivery>(['no-connection', 'signed-out']);

/**
 * Tries every due entry of a kind once. A failed entry never blocks the others; a dead connection
 * or an ended session ends the run early. Safe to run twice at once, as every step may be repeated.
 * Rejects if the database is closed or the queue cannot be read.
 */
export async function flush<E extends OutboxEntry>(
  kind: Kind<E>,
  device: Device,
  options: FlushOptions,
): Promise<FlushReport> {
  const { isCancelled = () => false } = options;
  const tried = new Set<string>();
  const unwritten = new Set<string>();
  let delivery: Delivery | null = null;
  let due = await readDue(kind, device, options, tried);
  for (let entry = due.shift(); entry && !isCancelled(); entry = due.shift()) {
    tried.add(entry.id);
    delivery = await deliver(entry, kind, device)
      .catch((error: unknown) => {
        unwritten.add(entry.id);
        if (!isFull(error)) throw error;
        return deliverUnwritten(entry.id, kind, device);
      })
      .catch((error: unknown): Delivery => {
        if (isClosed(error)) throw error;
        console.warn('The result of an entry of the outbox could not be stored:', error);
        return 'waiting';
      });
    if (ENDS_RUN.has(delivery)) break;
    // A failure may rest other entries under its rate limit, and new entries may have come.
    if (delivery !== 'settled' || due.length === 0)
      due = await readDue(kind, device, options, tried);
  }
  const { waiting, nextInMs } = await report(kind, device, options, unwritten);
  return { waiting, nextInMs: delivery === 'signed-out' ? null : nextInMs };
}

/**
 * The entries that are due and not yet tried: fewest failures first, then small files before large,
 * then oldest.
 */
async function readDue<E extends OutboxEntry>(
  kind: Kind<E>,
  device: Device,
  options: FlushOptions,
  tried: ReadonlySet<string>,
): Promise<E[]> {
  const { eager } = options;
  const all = await Promise.all(
    (await kind.queue.list()).map((entry) => heldFromNow(entry, kind, device)),
  );
  const others = await inOtherHands(all, device, options);
  const due = all.filter(
    (entry) =>
      isDeliverable(entry) &&
      !tried.has(entry.id) &&
      !others.has(entry.id) &&
      dueAmong(all, entry, kind, device, eager) === 0,
  );
  return due.sort(
    (a, b) => triesOf(a) - triesOf(b) || sizeOf(a) - sizeOf(b) || a.createdAt - b.createdAt,
  );
}

/** If the clock was set back, restart the time for changes from now. */
async function heldFromNow<E extends OutboxEntry>(
  entry: E,
  { queue }: Kind<E>,
  { now }: Device,
): Promise<E> {
  const { state } = entry;
  if (!isReadable(entry) || state.name !== 'being-edited' || state.since <= now()) return entry;
  const held = await queue
    .update(entry, { state: { ...state, since: now() } })
    .catch((error: unknown) => {
      if (isClosed(error)) throw error;
      return null;
    });
  return held ?? entry;
}

/**
 * Entries that a run without the lock is still sending, with the milliseconds that each request may
 * still take.
 */
async function inOtherHands(
  all: readonly OutboxEntry[],
  { now }: Device,
  { isOtherAtWork }: FlushOptions,
): Promise<Map<string, number>> {
  const begun = all
    .map((entry) => [entry.id, requestLeft(entry, now())] as const)
    .filter(([, left]) => left > 0);
  return new Map(begun.length > 0 && (await isOtherAtWork?.()) ? begun : []);
}

const isDeliverable = (entry: OutboxEntry) => isReadable(entry) && !attentionOf(entry);

const sizeOf = ({ file }: OutboxEntry) => file?.size ?? 0;

function dueAmong<E extends OutboxEntry>(
  all: readonly E[],
  entry: E,
  { rateLimit }: Kind<E>,
  { now }: Device,
  eager: boolean,
): number {
  return dueIn(entry, underSameLimit(entry, all, rateLimit), now(), eager);
}

async function report<E extends OutboxEntry>(
  kind: Kind<E>,
  device: Device,
  options: FlushOptions,
  unwritten: ReadonlySet<string>,
): Promise<FlushReport> {
  const all = await kind.queue.list();
  const others = await inOtherHands(all, device, options);
  const waiting = all.filter(isDeliverable);
  const rests = waiting.map((entry) =>
    Math.max(
      dueAmong(all, entry, kind, device, false),
      others.get(entry.id) ?? 0,
      unwritten.has(entry.id) ? UNWRITTEN_REST_MS : 0,
    ),
  );
  return {
    waiting: waiting.map(({ id }) => id),
    nextInMs: rests.length ? Math.min(...rests) : null,
  };
}

/**
 * Creates the function by which a page or worker asks for a flush. At most one request waits for
 * the lock, and later requests share it. The run reads the queue once it holds the lock, so no
 * entry is missed.
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
    const request = {
      eager,
      report: Promise.resolve({ waiting: [], nextInMs: null } as FlushReport),
    };
    waiting = request;
    const settled = () => {
      if (waiting === request) waiting = null;
    };
    request.report = underFlushLock(locks, (isCancelled, isOtherAtWork) => {
      settled();
      return runFlush({ eager: request.eager, isCancelled, isOtherAtWork });
    }).finally(settled);
    return request.report;
  };
}

/** Held by runs that lost `FLUSH_LOCK`, until their request has ended. */
const ROBBED = 'outbox-robbed';
const PATIENCE_MS = 4 * 60_000;

type Run<T> = (isCancelled: () => boolean, isOtherAtWork: () => Promise<boolean>) => Promise<T>;

/**
 * Lets one flush run at a time over all tabs and the worker. The lock is stolen from a holder that
 * keeps it for four minutes (`underLock`): it sees `isCancelled`, and finishes the entry that it is
 * sending (`isOtherAtWork`). The lock only saves work: ids and revisions give correctness.
 */
export async function underFlushLock<T>(
  locks: LockManager | undefined,
  run: Run<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  let isCancelled = false;
  const held = await underLock(locks, FLUSH_LOCK, patienceMs, (isThief) =>
    run(
      () => isCancelled,
      async () => isThief || (locks !== undefined && isHeld(locks, ROBBED, 'shared')),
    ),
  );
  if (held.outcome === 'done') return held.value;
  isCancelled = true;
  return locks ? locks.request(ROBBED, { mode: 'shared' }, () => held.work) : held.work;
}

/** True while a tab or the worker flushes, and where a browser cannot tell. */
export async function isFlushing(locks: LockManager | undefined): Promise<boolean> {
  return !locks || isHeld(locks, FLUSH_LOCK, 'exclusive').catch(() => true);
}

/** Resolves when nobody flushes; rejects when `signal` aborts. */
export const whenFlushed = (locks: LockManager, signal: AbortSignal): Promise<void> =>
  locks.request(FLUSH_LOCK, { mode: 'shared', signal }, async () => undefined);
