import type { Table } from 'dexie';
import { ifReadable, isFull, withReopen, type Database } from '../store/database.ts';
import type { FileRow, OutboxEntry, Retry } from '../store/rows.ts';
import { stateOnRetry, triesOf } from './entry.ts';

export type Patch<E extends OutboxEntry> = Partial<E> | Partial<OutboxEntry>;

/** The entries that wait: in the database, or in memory where a browser has no database. */
export interface Queue<E extends OutboxEntry> {
  list(): Promise<E[]>;
  /** Null if the device has lost the file. Rejects if the file is there and cannot be read. */
  readFile(id: string): Promise<ArrayBuffer | null>;
  /**
   * Compare-and-set: changes the entry only if nobody else has since it was read. Returns the new
   * entry, or null. `bytes` replace the entry's file. Deletes a file that no further step needs.
   */
  update(entry: E, changes: Patch<E>, bytes?: ArrayBuffer): Promise<E | null>;
}

/** The tables of one kind of entry: the entries, and their files' bytes. */
export interface EntryTables<E extends OutboxEntry> {
  db: Database;
  entries: Table<E, string>;
  files: Table<FileRow, string>;
}

export interface QueueOptions<E extends OutboxEntry> {
  /** Reads this queue's entries; without it, all entries of the table are. */
  mine?: () => Promise<E[]>;
  /** True if a step is left that needs the entry's file. */
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

    async update(entry, changes, bytes) {
      const next = revised(entry, changes);
      const isChanged = await ifUnchanged(tables, [], entry, async () => {
        await entries.put(next);
        if (bytes) await files.put({ id: entry.id, bytes });
        if (next.file && !needsFile(next)) await files.delete(entry.id);
      });
      return isChanged ? next : null;
    },
  };
}

/** The backoff between them adds up to half a minute: a disk may be busy. */
const READ_TRIES = 5;

/**
 * Reads the payload that is stored beside an entry; null if it is lost. Rejects if it cannot be
 * read, which ends the attempt; the fifth failure in a row counts as lost. `lastRetry` is the
 * failure of the attempt before.
 */
export const readPayload = <T>(
  entry: OutboxEntry,
  lastRetry: Retry | null,
  read: () => Promise<T | null>,
): Promise<T | null> =>
  lastRetry?.reason === 'device' && triesOf(entry) + 1 >= READ_TRIES ? ifReadable(read()) : read();

/** The entry with its changes, as the next revision. */
export const revised = <E extends OutboxEntry>(entry: E, changes: Patch<E>): E => ({
  ...entry,
  ...changes,
  revision: entry.revision + 1,
});

/**
 * Stores an entry and its file durably in one transaction, together with the writes of `alongside`
 * to the tables `others`. Storing the same entry again changes nothing. Rejects if the browser
 * cannot store: no IndexedDB, a full disk, a private window.
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
        // All at once: each request that waits for the one before costs a millisecond or two.
        const requests = Promise.all([
          entries.add(entry),
          bytes && files.put({ id: entry.id, bytes }),
          ...alongside(),
        ]);
        // Committing now saves the wait for the last answer. Not with a file: copying its bytes can
        // throw before the put is issued, and no entry may be stored without its file.
        if (!bytes) idbtrans.commit();
        return requests;
      });
    } catch (error) {
      if (!(await entries.get(entry.id))) throw error;
    }
  });
}

/**
 * Runs `change` in one transaction, over `others` too, if the entry has not changed since it was
 * read; otherwise returns false.
 */
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
 * Replaces an entry and its file by its receipt, if the entry has not changed. On a full device the
 * entry goes first, and the receipt is written if there is room for it then.
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

/**
 * Makes an entry due at once, also one that needs attention, and applies `changes`. Does nothing if
 * the entry is gone.
 */
export async function retryEntry<E extends OutboxEntry>(
  { db, entries }: EntryTables<E>,
  id: string,
  changes?: Patch<E>,
): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', entries, async () => {
      const entry = await entries.get(id);
      if (entry) await entries.put(revised(entry, { ...changes, state: stateOnRetry(entry) }));
    }),
  );
}

/** Deletes an entry and its file. */
export async function removeEntry<E extends OutboxEntry>(
  { db, entries, files }: EntryTables<E>,
  id: string,
): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', entries, files, () => Promise.all([entries.delete(id), files.delete(id)])),
  );
}
