import { WAITS } from '../core/outbox/waits.ts';
import { mayHaveArrived, outcomeOf, type Outcome } from '../core/outbox/entry.ts';
import { isClosed, isFull, onceOpen } from '../core/store/database.ts';
import { liveRead } from '../core/store/live-read.ts';
import type { OutboxEntry } from '../core/store/rows.ts';
import { db } from './database.ts';
import { after } from './listeners.ts';
import { flushMemory, readCause, requestFlush } from './outbox.ts';
import { queue } from './queue.ts';

/** The id that an entry is stored under. `isSent`: it was sent before, and stays as it was. */
export interface StoredAs {
  id: string;
  isSent: boolean;
}

/** An entry in the queue: stored on the device, or in this page's memory. */
export interface Queued {
  id: string;
  isStored: boolean;
  isSent: boolean;
  /** Resolves when a device that was too slow has stored it; with null when it cannot. */
  storing: Promise<StoredAs | null>;
}

/** By id: an entry may be queued again before a slow device has stored it. */
const lastStoring = new Map<string, Queued['storing']>();

/**
 * Stores an entry with `store`, or queues it in memory where the device cannot, or does not answer
 * within `patienceMs`: some private windows never do.
 */
export async function queueEntry(
  entry: OutboxEntry,
  bytes: ArrayBuffer | null,
  store: () => Promise<StoredAs>,
  patienceMs: number | null,
): Promise<Queued> {
  const storing = onceOpen(db, WAITS.lateStore, store).catch((error: unknown) => {
    console.warn('Not stored on this device:', error);
    return null;
  });
  lastStoring.set(entry.id, storing);
  const stored = await (patienceMs === null
    ? storing
    : Promise.race([storing, after(patienceMs, null)]));
  if (!stored) queue.memory.add(entry, bytes);
  return { id: entry.id, isSent: false, ...stored, isStored: stored !== null, storing };
}

/**
 * Watches the device until a decision is stored, by this page, another tab or the worker. `read`
 * returns null before that.
 */
export const untilDecided = <T>(read: () => Promise<T | null>): Promise<T> =>
  new Promise((resolve) => {
    const subscription = liveRead(read).subscribe(({ value: decided, error }) => {
      if (error !== null) console.warn('What waits could not be read:', error);
      if (decided === undefined || decided === null) return;
      resolve(decided);
      // The first value may come before there is a subscription to stop.
      queueMicrotask(() => subscription.unsubscribe());
    });
  });

/**
 * Resolves with the decision about an entry. Null: there is none, because the flush that was to
 * send it has `flushed` and left it, this device cannot read it now, or an entry that is stored
 * (`isStored`) has none after ten seconds.
 */
const whenDecided = <T>(
  read: () => Promise<T | null>,
  flushed: Promise<void>,
  isStored: boolean,
): Promise<T | null> =>
  Promise.race([
    untilDecided(read),
    flushed.then(read).catch((error: unknown) => {
      if (!isClosed(error) && !isFull(error)) throw error;
      return null;
    }),
    ...(isStored ? [after(WAITS.decision, null)] : []),
  ]);

/**
 * The outcome of an entry that `flushed` sends: read from the queue, whether this page, another tab
 * or the worker sent it. Resolves within ten seconds where the device has stored the entry.
 */
export async function whenSent(
  queued: Queued,
  flushed: Promise<void> = queued.isStored ? requestFlush({ eager: true }) : flushMemory(),
): Promise<Outcome> {
  const { id, isStored } = queued;
  const read = async () => outcomeOf(await queue.find(id));
  const decided = await whenDecided(read, flushed, isStored);
  if (decided && decided.outcome !== 'waiting') return decided;
  if (isStored) return { outcome: 'waiting', cause: await readCause(id) };
  const late = await Promise.race([queued.storing, after(WAITS.lateStore, null)]);
  if (late) {
    await queue.memory.handOver(id);
    return whenSent({ ...queued, ...late, isStored: true });
  }
  const entry = await queue.find(id);
  const isPossible = entry !== undefined && 'state' in entry && mayHaveArrived(entry);
  return { outcome: 'not-stored', cause: await readCause(id), mayHaveArrived: isPossible };
}

/** Once its screen has dealt with an entry in memory, a device that stores it late follows. */
export const followLate = ({ id, isStored, storing }: Queued): void =>
  void storing
    .then((late) => {
      const isLast = lastStoring.get(id) === storing;
      return late && !isStored && isLast ? queue.memory.handOver(id) : undefined;
    })
    .catch(() => undefined);
