import { Dexie, RangeSet, type Table } from 'dexie';
import { ifReadable, isFull, withReopen, type Database } from '../store/database.ts';
import type { FileBytes, OutboxEntry, Receipt, Retry } from '../store/device-schema.ts';
import { isEntry, stateOnRetry, triesOf, type Fresh } from './entry.ts';

export type Patch<E extends OutboxEntry> = Partial<E> | Partial<OutboxEntry>;

export interface Queue {
  list(): Promise<OutboxEntry[]>;
  /** An entry, or its receipt. */
  find(id: string): Promise<OutboxEntry | Receipt | undefined>;
  /** Null if the device has lost the file. Rejects if the file is there and cannot be read. */
  readFile(id: string): Promise<FileBytes | null>;
  /** True if nobody has changed the entry since it was read. */
  isCurrent(entry: OutboxEntry): Promise<boolean>;
  /**
   * Compare-and-set: changes the entry only if nobody else has since it was read. Returns the new
   * entry, or null. `file` replaces the entry's file; null deletes it.
   */
  update<E extends OutboxEntry>(
    entry: E,
    changes: Patch<E>,
    file?: FileBytes | null,
  ): Promise<E | null>;
  /** Replaces an entry and its file by its receipt, if nobody has changed the entry. */
  settle(entry: OutboxEntry, receipt: Receipt): Promise<boolean>;
}

/** The entry with its changes, as the next revision. */
export const revised = <E extends OutboxEntry>(entry: E, changes: Patch<E>): E => ({
  ...entry,
  ...changes,
  revision: entry.revision + 1,
});

/** A change that a full device could not store, over the stored revision. */
interface Unwritten {
  over: number;
  entry: OutboxEntry;
  file: FileBytes | null | undefined;
}

/** No other context writes an entry so often while a change of it waits for room. */
const BEYOND = 2 ** 20;

/**
 * The queue on this device: visitors' entries, and those of `ownerOf`, the signed-in user. On a
 * full device a change is in this context's memory, over the stored entry, until somebody else
 * changes that one (docs/decisions/0002-edits-and-full-devices.md).
 */
export function createQueue(db: Database, ownerOf: () => string | null = () => null): Queue {
  const unwritten = new Map<string, Unwritten>();

  const currentOf = (stored: OutboxEntry): OutboxEntry => {
    const change = unwritten.get(stored.id);
    if (change?.over === stored.revision) return change.entry;
    if (change && change.over < stored.revision) unwritten.delete(stored.id);
    return stored;
  };
  /** The file that goes with a change: an unwritten one, unless the change has its own. */
  const fileOf = (entry: OutboxEntry, file: FileBytes | null | undefined) => {
    const change = unwritten.get(entry.id);
    return file === undefined && change?.entry.revision === entry.revision ? change.file : file;
  };
  /** The entry as it is stored, of which `entry` may be an unwritten change. */
  const storedOf = (entry: OutboxEntry): OutboxEntry => {
    const change = unwritten.get(entry.id);
    return change?.entry.revision === entry.revision ? { ...entry, revision: change.over } : entry;
  };

  return {
    async list() {
      const owner = ownerOf();
      const stored = await withReopen(() => db.entries.toArray());
      return stored
        .filter(({ userId }) => userId === null || userId === owner)
        .map((entry) => currentOf(entry));
    },

    async find(id) {
      const found = await withReopen(() =>
        db.transaction(
          'r',
          db.entries,
          db.receipts,
          async () => (await db.entries.get(id)) ?? db.receipts.get(id),
        ),
      );
      return isEntry(found) ? currentOf(found) : found;
    },

    async readFile(id) {
      const change = unwritten.get(id)?.file;
      return change === undefined ? ((await withReopen(() => db.files.get(id))) ?? null) : change;
    },

    async isCurrent(entry) {
      const stored = await withReopen(() => db.entries.get(entry.id));
      return stored !== undefined && currentOf(stored).revision === entry.revision;
    },

    async update(entry, changes, file) {
      const next = revised(entry, changes);
      const stored = storedOf(entry);
      const nextFile = fileOf(entry, file);
      try {
        const isChanged = await ifUnchanged(db, stored, async () => {
          await db.entries.put(next);
          if (nextFile) await db.files.put({ id: entry.id, ...nextFile });
          if (nextFile === null && entry.file) await db.files.delete(entry.id);
        });
        if (isChanged) unwritten.delete(entry.id);
        return isChanged ? next : null;
      } catch (error) {
        if (!isFull(error)) throw error;
        const kept = { ...next, revision: next.revision + BEYOND };
        unwritten.set(entry.id, {
          over: stored.revision,
          entry: kept,
          file: nextFile,
        });
        announceChange();
        return kept;
      }
    },

    async settle(entry, receipt) {
      const isEnded = await endEntry(db, storedOf(entry), receipt);
      unwritten.delete(entry.id);
      return isEnded;
    },
  };
}

/** Makes live queries read again, as after a change of the database. */
const announceChange = (): void =>
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });

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

/**
 * Stores an entry and its file durably in one transaction, together with the writes of `alongside`
 * to the tables `others`. Storing the same entry again changes nothing. Rejects if the browser
 * cannot store: no IndexedDB, a full disk, a private window.
 */
export async function enqueue(
  db: Database,
  { entry, file }: Fresh,
  others: Table[] = [],
  alongside: () => Promise<unknown>[] = () => [],
): Promise<void> {
  const { entries, files } = db;
  await withReopen(async () => {
    try {
      await db.transaction('rw', [entries, files, ...others], ({ idbtrans }) => {
        // All at once: each request that waits for the one before costs a millisecond or two.
        const requests = Promise.all([
          entries.add(entry),
          file && files.put({ id: entry.id, ...file }),
          ...alongside(),
        ]);
        // Committing now saves the wait for the last answer. Not with a file: copying its bytes can
        // throw before the put is issued, and no entry may be stored without its file.
        if (file) return requests;
        idbtrans.commit();
        return Promise.race([requests, whenAborted(idbtrans)]);
      });
    } catch (error) {
      if (!(await entries.get(entry.id))) throw error;
    }
  });
}

/**
 * Rejects when a transaction ends without a commit: after `commit()` Chromium may tell the requests
 * of a transaction without room nothing.
 */
const whenAborted = (transaction: IDBTransaction): Promise<never> =>
  new Promise((_, reject) =>
    transaction.addEventListener('abort', () => {
      const { error } = transaction;
      reject(error ? new Dexie.AbortError(error) : new Dexie.AbortError());
    }),
  );

/** Runs `change` in one transaction if the entry has not changed since it was read. */
function ifUnchanged(
  db: Database,
  entry: OutboxEntry,
  change: () => Promise<unknown>,
): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', db.entries, db.files, db.receipts, async () => {
      if ((await db.entries.get(entry.id))?.revision !== entry.revision) return false;
      await change();
      return true;
    }),
  );
}

/** On a full device the entry goes first, and the receipt is written if there is room for it then. */
async function endEntry(db: Database, entry: OutboxEntry, receipt: Receipt): Promise<boolean> {
  try {
    return await ifUnchanged(db, entry, async () => {
      await removeEntry(db, entry.id);
      await db.receipts.put(receipt);
    });
  } catch (error) {
    if (!isFull(error)) throw error;
    const isEnded = await ifUnchanged(db, entry, () => removeEntry(db, entry.id));
    if (isEnded) await db.receipts.put(receipt).catch(() => undefined);
    return isEnded;
  }
}

/**
 * Makes an entry due at once, also one that needs attention, and applies `changes`. Does nothing if
 * the entry is gone.
 */
export async function retryEntry(
  queue: Queue,
  id: string,
  changes?: Partial<OutboxEntry>,
): Promise<void> {
  for (;;) {
    const entry = await queue.find(id);
    if (!isEntry(entry)) return;
    // A flush may have changed it meanwhile.
    if (await queue.update(entry, { ...changes, state: stateOnRetry(entry) })) return;
  }
}

/** Deletes entries and their files, in the caller's transaction if there is one. */
export async function removeEntry(db: Database, ...ids: string[]): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', db.entries, db.files, () =>
      Promise.all([db.entries.bulkDelete(ids), db.files.bulkDelete(ids)]),
    ),
  );
}

/**
 * One administrator's entries on a device that several may share. Filtered here, because a database
 * filter would read entry by entry.
 */
export const entriesOf = (db: Database, userId: string): Promise<OutboxEntry[]> =>
  db.entries.toArray((entries) => entries.filter((entry) => entry.userId === userId));
