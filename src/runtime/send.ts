import { WAITS } from '../core/outbox/waits.ts';
import { mayHaveArrived, outcomeOf, type Outcome } from '../core/outbox/entry.ts';
import { onceOpen } from '../core/store/database.ts';
import type { OutboxEntry } from '../core/store/rows.ts';
import { db } from './database.ts';
import { whenDecided } from './flusher.ts';
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
