import { isClosed } from '../store/database.ts';
import { FLUSH_LOCK } from '../locks/names.ts';
import { isLocked, underLock } from '../locks/lock.ts';
import type { OutboxEntry } from '../store/device-schema.ts';
import { dueIn, isConnectionDead, underSameLimit } from './backoff.ts';
import { WAITS } from './waits.ts';
import { deliver, type Device } from './deliver.ts';
import { attentionOf, lastFailureOf, triesOf } from './entry.ts';
import { mutationOf, rateLimitIn, type Mutation, type Mutations } from './mutation.ts';
import type { Queue } from './queue.ts';

/** A context's queue, with the mutations that it sends and the ports that they need. */
export interface Outbox<Ports = never> {
  queue: Queue;
  mutations: Mutations<Mutation<OutboxEntry, Ports>>;
  ports: Ports;
  device: Device;
}

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
}

/**
 * Tries every due entry once. A failed entry never blocks the others; a dead connection ends the
 * run early, and an ended session leaves out its user's other entries. Safe to run twice at once,
 * as every step may be repeated. Rejects if the database is closed or the queue cannot be read.
 */
export async function flush<Ports>(
  outbox: Outbox<Ports>,
  options: FlushOptions,
): Promise<FlushReport> {
  const { queue, mutations, ports, device } = outbox;
  const { isCancelled = () => false } = options;
  const run: Run = { tried: new Set(), unwritten: new Set(), signedOut: new Set() };
  let due = await readDue(outbox, options, run);
  for (let entry = due.shift(); entry && !isCancelled(); entry = due.shift()) {
    const { id } = entry;
    run.tried.add(id);
    const mutation = mutationOf(mutations, entry);
    if (!mutation) continue;
    const delivery = { mutation, ports, queue, device };
    const left = await deliver(entry, delivery).catch((error: unknown) => {
      if (isClosed(error)) throw error;
      console.warn('The result of an entry of the outbox could not be stored:', error);
      run.unwritten.add(id);
      return null;
    });
    const failure = left && lastFailureOf(left)?.reason;
    if (failure && isConnectionDead(failure)) break;
    if (failure === 'signed-out') run.signedOut.add(entry.userId);
    // A failure may rest other entries under its rate limit, and new entries may have come.
    if (left || run.unwritten.has(id) || due.length === 0)
      due = await readDue(outbox, options, run);
  }
  return report(outbox, run);
}

/** Reading a queue needs no port. */
type AnyOutbox = Pick<Outbox, 'queue' | 'mutations' | 'device'>;

interface Run {
  tried: Set<string>;
  /** Entries of which nothing could be written. */
  unwritten: Set<string>;
  /** Owners whose session has ended. */
  signedOut: Set<string | null>;
}

/**
 * The entries that are due and not yet tried: fewest failures first, then small files before large,
 * then oldest.
 */
async function readDue(
  outbox: AnyOutbox,
  { eager }: FlushOptions,
  { tried, signedOut }: Run,
): Promise<OutboxEntry[]> {
  const all = await outbox.queue.list();
  const due = all.filter(
    (entry) =>
      isDeliverable(entry, outbox) &&
      !tried.has(entry.id) &&
      !signedOut.has(entry.userId) &&
      dueAmong(all, entry, outbox, eager) === 0,
  );
  return due.sort(
    (a, b) => triesOf(a) - triesOf(b) || sizeOf(a) - sizeOf(b) || a.createdAt - b.createdAt,
  );
}

const isDeliverable = (entry: OutboxEntry, { mutations }: AnyOutbox) =>
  mutationOf(mutations, entry) !== undefined && !attentionOf(entry);

const sizeOf = ({ file }: OutboxEntry) => file?.size ?? 0;

const dueAmong = (
  all: readonly OutboxEntry[],
  entry: OutboxEntry,
  { mutations, device: { now } }: AnyOutbox,
  eager: boolean,
): number => dueIn(entry, underSameLimit(entry, all, rateLimitIn(mutations)), now(), eager);

async function report(outbox: AnyOutbox, { unwritten, signedOut }: Run): Promise<FlushReport> {
  const all = await outbox.queue.list();
  const waiting = all.filter((entry) => isDeliverable(entry, outbox));
  const rests = waiting
    .filter(({ userId }) => !signedOut.has(userId))
    .map((entry) =>
      Math.max(dueAmong(all, entry, outbox, false), unwritten.has(entry.id) ? WAITS.unwritten : 0),
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
    request.report = underFlushLock(locks, (isCancelled) => {
      settled();
      return runFlush({ eager: request.eager, isCancelled });
    }).finally(settled);
    return request.report;
  };
}

/**
 * Lets one flush run at a time over all tabs and the worker. The lock is stolen from a holder that
 * keeps it for four minutes (`underLock`): it sees `isCancelled`, and finishes the entry that it is
 * sending, which the next holder may send too. The lock only saves work: ids and revisions give
 * correctness.
 */
export async function underFlushLock<T>(
  locks: LockManager | undefined,
  run: (isCancelled: () => boolean) => Promise<T>,
  patienceMs: number = WAITS.flushLock,
): Promise<T> {
  let isCancelled = false;
  const done = await underLock(locks, FLUSH_LOCK, patienceMs, () => run(() => isCancelled));
  if (done.outcome === 'done') return done.value;
  isCancelled = true;
  return done.work;
}

/** True while a tab or the worker flushes, and where a browser cannot tell. */
export async function isFlushing(locks: LockManager | undefined): Promise<boolean> {
  return !locks || isLocked(locks, FLUSH_LOCK, 'exclusive').catch(() => true);
}

/** Resolves when nobody flushes; rejects when `signal` aborts. */
export const whenFlushed = (locks: LockManager, signal: AbortSignal): Promise<void> =>
  locks.request(FLUSH_LOCK, { mode: 'shared', signal }, async () => undefined);
