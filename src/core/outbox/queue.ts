import { Dexie, RangeSet, type Table } from 'dexie';
import { ifReadable, isFull, withReopen, type Database } from '../store/database.ts';
import type { OutboxEntry, Receipt, Retry } from '../store/rows.ts';
import { DUE, stateOnRetry, triesOf } from './entry.ts';
import { WAITS } from './waits.ts';

export type Patch<E extends OutboxEntry> = Partial<E> | Partial<OutboxEntry>;

/** An entry and its file's bytes; null without a file, or while they are in the database. */
export interface Unstored<E extends OutboxEntry = OutboxEntry> {
  entry: E;
  bytes: ArrayBuffer | null;
}

/**
 * The entries that wait: visitors' and those of the signed-in user. They are in the database, or in
 * this context's memory where the device refuses to store them
 * (docs/decisions/0002-edits-and-full-devices.md).
 */
export interface Queue {
  list(): Promise<OutboxEntry[]>;
  /** Those that the device has stored, as far as they got. Rejects where it cannot be read. */
  listStored(): Promise<OutboxEntry[]>;
  /** An entry, or its receipt. */
  find(id: string): Promise<OutboxEntry | Receipt | undefined>;
  /** Null if the device has lost the file. Rejects if the file is there and cannot be read. */
  readFile(id: string): Promise<ArrayBuffer | null>;
  /** True if nobody has changed the entry since it was read. */
  isCurrent(entry: OutboxEntry): Promise<boolean>;
  /**
   * Compare-and-set: changes the entry only if nobody else has since it was read. Returns the new
   * entry, or null. `bytes` replace the entry's file; null deletes it. On a full device the change
   * is in memory alone.
   */
  update<E extends OutboxEntry>(
    entry: E,
    changes: Patch<E>,
    bytes?: ArrayBuffer | null,
  ): Promise<E | null>;
  /** Replaces an entry and its file by its receipt, if nobody has changed the entry. */
  settle(entry: OutboxEntry, receipt: Receipt): Promise<boolean>;
  /** The entries that the device did not store. */
  memory: Memory;
}

/** The part of a queue that lives as long as its page. */
export interface Memory {
  /** Queues an entry that the device did not store, or may lose. */
  add(entry: OutboxEntry, bytes: ArrayBuffer | null): void;
  /** The device has stored the entry late: it goes on there, as far as it got, or leaves it. */
  handOver(id: string): Promise<void>;
  /** Takes an entry from the flush, for a form that sends the same content again. */
  park(id: string): void;
  /** Takes out a parked entry as it is; null for none. */
  take(id: string): Unstored | null;
  /** Takes out the parked entry with the content of `fresh`, due again under its own id. */
  takeSame<E extends OutboxEntry>(fresh: E): Unstored<E> | null;
  /** Forgets an entry. */
  drop(id: string): void;
  /** Whether a flush may send this entry from memory. */
  has(id: string): boolean;
}

interface InMemory extends Unstored {
  /** Equal for entries with the same content. */
  content: string;
  /** The revision of the stored entry that this one hides; null if none is stored. */
  hides: number | null;
  isParked: boolean;
}

/** `ownerOf`: the signed-in user. */
export function createQueue(db: Database, ownerOf: () => string | null = () => null): Queue {
  const inMemory = new Map<string, InMemory>();
  const endedInMemory = new Map<string, Receipt>();
  const dropped = new Set<string>();

  /** Live queries read again, as after a change of the database. */
  const announce = () => Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });

  function put(id: string, changes: Partial<InMemory> & Unstored): void {
    const before = inMemory.get(id);
    const content = before?.content ?? contentOf(changes.entry);
    inMemory.set(id, { content, hides: null, isParked: false, ...before, ...changes });
    announce();
  }

  /** The entry that a flush may send from memory; undefined for none. */
  const activeOf = (id: string) => {
    const item = inMemory.get(id);
    return item?.isParked ? undefined : item;
  };

  /** The same, given the stored entry: somebody may have changed or discarded that one. */
  function currentOf(id: string, stored: OutboxEntry | undefined): OutboxEntry | undefined {
    const item = activeOf(id);
    if (!item) return stored;
    // Stored late.
    if (stored) item.hides ??= stored.revision;
    if (item.hides === null || item.hides === stored?.revision) return item.entry;
    inMemory.delete(id);
    return stored;
  }

  const readStored = () => withReopen(() => db.entries.toArray());

  /** Null where there are entries in memory and the database fails or is silent. */
  async function readUnlessSilent(): Promise<OutboxEntry[] | null> {
    if (![...inMemory.keys()].some(activeOf)) return readStored();
    const patience = new Promise<null>((resolve) =>
      setTimeout(() => resolve(null), WAITS.silentStorage),
    );
    return Promise.race([readStored().catch(() => null), patience]);
  }

  const ownOf = (entries: OutboxEntry[]) => {
    const owner = ownerOf();
    return entries.filter(({ userId }) => userId === null || userId === owner);
  };

  const memory: Memory = {
    add(entry, bytes) {
      endedInMemory.delete(entry.id);
      dropped.delete(entry.id);
      inMemory.delete(entry.id);
      put(entry.id, { entry, bytes });
    },
    async handOver(id) {
      const item = inMemory.get(id);
      const receipt = endedInMemory.get(id);
      const isDropped = dropped.delete(id);
      inMemory.delete(id);
      await withReopen(() =>
        db.transaction('rw', db.entries, db.files, db.receipts, async () => {
          const stored = await db.entries.get(id);
          if (!stored) return;
          if (item) await db.entries.put(revised(stored, asFarAs(item.entry)));
          if (item || !(receipt || isDropped)) return;
          await removeEntry(db, id);
          if (receipt) await db.receipts.put(receipt);
        }),
      );
    },
    park(id) {
      const item = inMemory.get(id);
      if (item) put(id, { ...item, isParked: true });
    },
    take(id) {
      const item = inMemory.get(id);
      if (!item?.isParked) return null;
      inMemory.delete(id);
      return item;
    },
    takeSame(fresh) {
      const content = contentOf(fresh);
      const [id] =
        [...inMemory].find(([, item]) => item.isParked && item.content === content) ?? [];
      const same = id === undefined ? null : memory.take(id);
      return same && { ...same, entry: { ...(same.entry as typeof fresh), state: DUE } };
    },
    drop(id) {
      dropped.add(id);
      if (inMemory.delete(id)) announce();
    },
    has: (id) => activeOf(id) !== undefined,
  };

  return {
    memory,

    async list() {
      const stored = await readUnlessSilent();
      const isStored = new Set(stored?.map(({ id }) => id));
      const others = [...inMemory.keys()].filter((id) => !isStored.has(id));
      return ownOf([
        ...(stored ?? []).flatMap((entry) => currentOf(entry.id, entry) ?? []),
        ...others.flatMap((id) => (stored ? currentOf(id, undefined) : activeOf(id)?.entry) ?? []),
      ]);
    },

    async listStored() {
      const stored = await readStored();
      return ownOf(stored.flatMap((entry) => currentOf(entry.id, entry) ?? []));
    },

    async find(id) {
      const unstored = endedInMemory.get(id) ?? activeOf(id)?.entry;
      if (unstored) return unstored;
      return withReopen(() =>
        db.transaction(
          'r',
          db.entries,
          db.receipts,
          async () => (await db.entries.get(id)) ?? db.receipts.get(id),
        ),
      );
    },

    async readFile(id) {
      const bytes = activeOf(id)?.bytes;
      return bytes ?? (await withReopen(() => db.files.get(id)))?.bytes ?? null;
    },

    async isCurrent({ id, revision }) {
      const current = activeOf(id)?.entry ?? (await withReopen(() => db.entries.get(id)));
      return current?.revision === revision;
    },

    async update(entry, changes, bytes) {
      const next = revised(entry, changes);
      const item = activeOf(entry.id);
      if (item) {
        if (item.entry.revision !== entry.revision) return null;
        put(entry.id, { entry: next, bytes: bytes === undefined ? item.bytes : bytes });
        return next;
      }
      try {
        const isChanged = await ifUnchanged(db, entry, async () => {
          await db.entries.put(next);
          if (bytes) await db.files.put({ id: entry.id, bytes });
          if (bytes === null && entry.file) await db.files.delete(entry.id);
        });
        return isChanged ? next : null;
      } catch (error) {
        if (!isFull(error)) throw error;
        put(entry.id, { entry: next, bytes: bytes ?? null, hides: entry.revision });
        return next;
      }
    },

    async settle(entry, receipt) {
      const item = activeOf(entry.id);
      if (!item) return endEntry(db, entry, receipt);
      if (item.entry.revision !== entry.revision) return false;
      inMemory.delete(entry.id);
      endedInMemory.set(entry.id, receipt);
      announce();
      if (item.hides !== null) await endEntry(db, { ...entry, revision: item.hides }, receipt);
      return true;
    },
  };
}

const OWN_FIELDS = new Set(
  'id version revision createdAt step state arrival isStored file'.split(' '),
);

/** The content that a person entered: everything but the queue's own fields. */
const contentOf = ({ file, ...entry }: OutboxEntry): string =>
  JSON.stringify([
    ...Object.entries(entry).filter(([field]) => !OWN_FIELDS.has(field)),
    // A step made this file of the picked ones.
    'originals' in entry ? null : [file?.name, file?.size],
  ]);

/** How far an entry got in memory; an attempt that still runs there has no result here. */
const asFarAs = ({ state, arrival }: OutboxEntry): Partial<OutboxEntry> => ({
  arrival,
  ...(state.name !== 'sending' && { state }),
});

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
export async function enqueue(
  db: Database,
  entry: OutboxEntry,
  bytes: ArrayBuffer | null,
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
    if (!entry || !('state' in entry)) return;
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
