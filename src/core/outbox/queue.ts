import type { Table } from 'dexie';
import { ifReadable, isFull, withReopen, type Database } from '../store/database.ts';
import type { FileRow, OutboxEntry, Retry } from '../store/rows.ts';
import { dueNow, triesOf } from './entry.ts';

export type Patch<E extends OutboxEntry> = Partial<E> | Partial<OutboxEntry>;

/** Where entries wait. The outbox works the same over the database and, where a browser has none, over memory. */
export interface Queue<E extends OutboxEntry> {
  list(): Promise<E[]>;
  /** Null: this device has lost it. Rejects when it is there and can't be read. */
  readFile(id: string): Promise<ArrayBuffer | null>;
  /**
   * Compare-and-set: changes the entry only if nobody else has since it was read. Answers the new entry, or null.
   * A file that no further step needs goes.
   */
  update(entry: E, changes: Patch<E>): Promise<E | null>;
}

/** Where one kind of entry waits: its table, and that of its files' bytes. */
export interface EntryTables<E extends OutboxEntry> {
  db: Database;
  entries: Table<E, string>;
  files: Table<FileRow, string>;
}

export interface QueueOptions<E extends OutboxEntry> {
  /** Those of the table's entries that are this queue's; all, unless it is given. */
  mine?: () => Promise<E[]>;
  /** Whether a step is left that needs the entry's file. */
  needsFile: (entry: E) => boolean;
}

/** The queue in IndexedDB: every change is one durable transaction. */
export function createQueue<E extends OutboxEntry>(
  tables: EntryTables<E>,
  { mine, needsFile }: QueueOptions<E>,
): Queue<E> {
  const { entries, files } = tables;
  return {
    list: () => withReopen(() => mine?.() ?? entries.toArray()),

    readFile: async (id) => (await withReopen(() => files.get(id)))?.bytes ?? null,

    async update(entry, changes) {
      const next = revised(entry, changes);
      const isChanged = await ifUnchanged(tables, [], entry, async () => {
        await entries.put(next);
        if (next.file && !needsFile(next)) await files.delete(entry.id);
      });
      return isChanged ? next : null;
    },
  };
}

/** Half a minute of rests lies between them: a disk may be busy. */
const READ_TRIES = 5;

/**
 * What lies apart from an entry and is needed to send it; null when it is lost. What can't be read ends the try, by rejecting, and
 * counts as lost the fifth time that the device fails at the entry. `lastRetry`: what ended the try before.
 */
export const readPayload = <T>(
  entry: OutboxEntry,
  lastRetry: Retry | null,
  read: () => Promise<T | null>,
): Promise<T | null> =>
  lastRetry?.reason === 'device' && triesOf(entry) + 1 >= READ_TRIES ? ifReadable(read()) : read();

/**
 * A queue of one, for a browser that can't store anything: it lives as long as its page, and lets the same flush send
 * the entry while there is a connection. `onChange` hears of every checkpoint. `end` ends the entry, if nobody changed it.
 */
export function createMemoryQueue<E extends OutboxEntry>(
  first: E,
  bytes: ArrayBuffer | null,
  onChange: (entry: E) => void,
) {
  let current: E | null = first;
  const isCurrent = ({ revision }: E) => current?.revision === revision;
  const queue: Queue<E> = {
    list: async () => (current ? [current] : []),
    readFile: async () => bytes,
    async update(entry, changes) {
      if (!isCurrent(entry)) return null;
      current = revised(entry, changes);
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

/** The entry with its changes, as the next revision. */
export const revised = <E extends OutboxEntry>(entry: E, changes: Patch<E>): E => ({
  ...entry,
  ...changes,
  revision: entry.revision + 1,
});

/**
 * Stores an entry and its file in one transaction, with what is done `alongside` over `others`; once this resolves, nothing is
 * lost. Storing the same entry again changes nothing. Rejects when the browser can't store: no IndexedDB, a full disk, a
 * private window.
 */
export async function enqueue<E extends OutboxEntry>(
  { db, entries, files }: EntryTables<E>,
  entry: E,
  bytes: ArrayBuffer | null,
  others: Table[] = [],
  alongside: () => Promise<unknown>[] = () => [],
): Promise<void> {
  await withReopen(async () => {
    try {
      await db.transaction('rw', [entries, files, ...others], ({ idbtrans }) => {
        // All at once: each request that waits for the one before costs the person a millisecond or two.
        const requests = Promise.all([
          entries.add(entry),
          bytes && files.put({ id: entry.id, bytes }),
          ...alongside(),
        ]);
        // So does waiting for the page to hear of the last one. Not with a file: copying its bytes can throw before the put is
        // issued, and no entry may be stored without its file.
        if (!bytes) idbtrans.commit();
        return requests;
      });
    } catch (error) {
      if (!(await entries.get(entry.id))) throw error;
    }
  });
}

/** Runs `change` in one transaction, over `others` too, if the entry is still as it was read. False when it is not. */
function ifUnchanged<E extends OutboxEntry>(
  { db, entries, files }: EntryTables<E>,
  others: Table[],
  entry: E,
  change: () => Promise<unknown>,
): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', [entries, files, ...others], async () => {
      if ((await entries.get(entry.id))?.revision !== entry.revision) return false;
      await change();
      return true;
    }),
  );
}

/**
 * Turns an entry into its receipt, under the same condition; its content and file go. They go from a full device too, where the
 * receipt may find the room that they leave.
 */
export async function endEntry<E extends OutboxEntry, R>(
  tables: EntryTables<E>,
  entry: E,
  receipts: Table<R, string>,
  receipt: R,
): Promise<boolean> {
  try {
    return await ifUnchanged(tables, [receipts], entry, async () => {
      await removeEntry(tables, entry.id);
      await receipts.put(receipt);
    });
  } catch (error) {
    if (!isFull(error)) throw error;
    const isEnded = await ifUnchanged(tables, [], entry, () => removeEntry(tables, entry.id));
    if (isEnded) await receipts.put(receipt).catch(() => undefined);
    return isEnded;
  }
}

/** Makes an entry due at once and lifts its need for attention, with what its person changes; one that is gone stays gone. */
export async function makeDue<E extends OutboxEntry>(
  { db, entries }: EntryTables<E>,
  id: string,
  changes?: Patch<E>,
): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', entries, async () => {
      const entry = await entries.get(id);
      if (entry) await entries.put(revised(entry, { ...changes, state: dueNow(entry) }));
    }),
  );
}

/** Forgets an entry and its file. */
export async function removeEntry<E extends OutboxEntry>(
  { db, entries, files }: EntryTables<E>,
  id: string,
): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', entries, files, () => Promise.all([entries.delete(id), files.delete(id)])),
  );
}
