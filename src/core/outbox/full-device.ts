import type { OutboxEntry } from '../store/rows.ts';
import { deliver, type Delivery, type Device, type Kind } from './deliver.ts';
import { DUE } from './entry.ts';
import { revised, type Queue } from './queue.ts';

/**
 * A device that is full, or cannot store anything, sends over memory
 * (docs/decisions/0002-edits-and-full-devices.md).
 */

/**
 * A queue of one entry for a browser that cannot store anything. It lives as long as its page.
 * Calls `onChange` after every checkpoint. `end` ends the entry, if nobody changed it.
 */
export function createMemoryQueue<E extends OutboxEntry>(
  first: E,
  bytes: ArrayBuffer | null,
  onChange: (entry: E) => void,
) {
  let current: E | null = first;
  let file = bytes;
  const isCurrent = ({ revision }: E) => current?.revision === revision;
  const queue: Queue<E> = {
    list: async () => (current ? [current] : []),
    readFile: async () => file,
    async update(entry, changes, replaced) {
      if (!isCurrent(entry)) return null;
      current = revised(entry, changes);
      file = replaced ?? file;
      onChange(current);
      return current;
    },
  };
  const end = (entry: E): boolean => {
    if (!isCurrent(entry)) return false;
    current = null;
    return true;
  };
  return { queue, end };
}

/**
 * Delivers an entry over memory, without checkpoints, on a device that is too full to write. A
 * delivered entry is deleted from the device; any other stays as it was.
 */
export async function deliverUnwritten<E extends OutboxEntry>(
  id: string,
  kind: Kind<E>,
  device: Device,
): Promise<Delivery> {
  // Read again: its first checkpoints may have been written.
  const stored = (await kind.queue.list()).find((entry) => entry.id === id);
  if (!stored) return 'superseded';
  const { queue } = createMemoryQueue(stored, null, () => undefined);
  const readFile: typeof queue.readFile = async (entryId) =>
    (await queue.readFile(entryId)) ?? kind.queue.readFile(entryId);
  return deliver(
    stored,
    {
      ...kind,
      queue: { ...queue, readFile },
      settle: (entry, ...rest) => kind.settle({ ...entry, revision: stored.revision }, ...rest),
    },
    device,
  );
}

/**
 * Flushes an entry that this device cannot store, over memory. Resolves with the first outcome that
 * `read` finds in the entry or in its receipt, or with null once the flush has ended without one.
 * `last` is the entry after its last checkpoint.
 */
export async function sendOverMemory<E extends OutboxEntry, R extends object, O>(
  entry: E,
  read: (current: E | R) => O | null,
  flushOver: (onChange: (current: E | R) => void) => Promise<unknown>,
): Promise<{ last: E; outcome: O | null }> {
  let last = entry;
  const outcome = await new Promise<O | null>((resolve, reject) => {
    flushOver((current) => {
      if ('step' in current) last = current;
      const found = read(current);
      if (found) resolve(found);
    }).then(() => resolve(null), reject);
  });
  return { last, outcome };
}

/** The entries that this page could neither store nor send, with their files' bytes. */
export interface UnsentEntries<E extends OutboxEntry> {
  keep(entry: E, bytes: ArrayBuffer | null): void;
  /**
   * Takes out the entry with the content of `fresh`, due again under its own id: it may have
   * arrived. Null if there is none.
   */
  takeSame(fresh: E): E | null;
  /** Takes out an entry as it was kept; null if there is none. */
  take(id: string): { entry: E; bytes: ArrayBuffer | null } | null;
}

/**
 * Creates the memory of a page. `contentOf`: the content that a person entered, without the file.
 */
export function createUnsentEntries<E extends OutboxEntry>(
  contentOf: (entry: E) => unknown,
): UnsentEntries<E> {
  const kept = new Map<string, { entry: E; bytes: ArrayBuffer | null }>();
  const keyOf = (entry: E) =>
    JSON.stringify([contentOf(entry), entry.file?.name, entry.file?.size]);
  const take = (id: string) => {
    const found = kept.get(id) ?? null;
    kept.delete(id);
    return found;
  };
  return {
    keep: (entry, bytes) => void kept.set(entry.id, { entry, bytes }),
    takeSame(fresh) {
      const same = [...kept.values()].find(({ entry }) => keyOf(entry) === keyOf(fresh));
      if (!same) return null;
      kept.delete(same.entry.id);
      return { ...same.entry, state: DUE };
    },
    take,
  };
}
