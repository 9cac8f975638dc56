import { attentionOf, isReadable } from '../outbox/entry.ts';
import { createMemoryQueue } from '../outbox/full-device.ts';
import { createQueue, endEntry, enqueue, type EntryTables, type Queue } from '../outbox/queue.ts';
import { CHANGE_RECEIPT_KEPT_DAYS } from '../domain/limits.ts';
import { entityOf, entriesOf, packed, readDeletedRows, rowCount } from '../store/admin-entries.ts';
import type { ChangeEntry, Decided, DeletedRow, DeleteEntry } from '../store/admin-rows.ts';
import { expectRow, keepConfirmed, type ReplicaDatabase } from '../store/replica-database.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Attention } from '../store/rows.ts';

export const changeTables = (db: Database): EntryTables<ChangeEntry> => ({
  db,
  entries: db.adminEntries,
  files: db.adminFiles,
});

/**
 * Stores an administrator's change and its file, with the promises and errors of `enqueue`. Marks
 * an added row as expected in the replica.
 */
export async function storeChange(
  db: Database,
  replica: ReplicaDatabase | null,
  entry: ChangeEntry,
  bytes: ArrayBuffer | null,
): Promise<void> {
  if (replica && entry.kind === 'create') await expectRow(replica, entry.id).catch(() => undefined);
  const stored = entry.kind === 'delete' ? packed(entry) : { entry, bytes };
  return enqueue<ChangeEntry>(changeTables(db), stored.entry, stored.bytes);
}

/**
 * The queue of one administrator's changes, and the end of each change. Others' changes are neither
 * read nor written.
 */
export interface ChangeStore {
  queue: Queue<ChangeEntry>;
  /** The rows of a deletion; null when this device has lost them. */
  rowsOf(entry: DeleteEntry): Promise<DeletedRow[] | null>;
  /**
   * Ends a change, if it has not changed: updates its list's replica and writes its receipt.
   * `gone`: rows to remove from the replica; the deletion's other rows show again. `row`: added to
   * the replica until the next pull brings the server's.
   */
  settle(entry: ChangeEntry, decision: Decision): Promise<boolean>;
}

export interface Decision {
  refusal: Attention | null;
  settledAt: number;
  gone?: readonly { id: string }[];
  row?: { id: string; created_at: string };
}

/**
 * One administrator's changes in IndexedDB, and the replica of their lists, or null without one.
 * The replica is another database, so it is updated before the receipt: after a kill in between,
 * the change runs again without effect.
 */
export function createChangeStore(
  db: Database,
  userId: string,
  replica: ReplicaDatabase | null,
): ChangeStore {
  const tables = changeTables(db);
  return {
    queue: createQueue(tables, { mine: () => entriesOf(db, userId), needsFile: () => true }),

    rowsOf: (entry) => withReopen(() => readDeletedRows(db, entry)),

    async settle(entry, { refusal, settledAt, gone = [], row }) {
      if ((await db.adminEntries.get(entry.id))?.revision !== entry.revision) return false;
      if (replica) await keepConfirmed(replica, { table: entityOf(entry), gone, row });
      return endEntry(tables, entry, db.changeReceipts, { ...describe(entry, refusal), settledAt });
    },
  };
}

/**
 * One change that this browser can't store. Calls `onChange` after every checkpoint, and with the
 * decision.
 */
export function createMemoryChangeStore(
  first: ChangeEntry,
  bytes: ArrayBuffer | null,
  replica: ReplicaDatabase | null,
  onChange: (now: ChangeEntry | Decided) => void,
): ChangeStore {
  const { queue, end } = createMemoryQueue(first, bytes, onChange);
  return {
    queue,
    rowsOf: async ({ rows }) => (Array.isArray(rows) ? rows : null),

    async settle(entry, { refusal, gone = [], row }) {
      if (!end(entry)) return false;
      if (replica) await keepConfirmed(replica, { table: entityOf(entry), gone, row });
      onChange(describe(entry, refusal));
      return true;
    },
  };
}

function describe(entry: ChangeEntry, refusal: Attention | null): Decided {
  const { id, userId } = entry;
  if (entry.kind === 'create')
    return { id, userId, refusal, kind: 'create', entity: entry.creation.entity };
  return {
    id,
    userId,
    refusal,
    kind: 'delete',
    entity: entry.entity,
    count: rowCount(entry),
    ofDiscarded: entry.ofDiscarded === true,
  };
}

/**
 * Every decision on this device: those that ended a change, and those after which it needs its
 * administrator.
 */
export async function listDecided(db: Database): Promise<Decided[]> {
  const [receipts, entries] = await withReopen(() =>
    Promise.all([db.changeReceipts.toArray(), db.adminEntries.toArray()]),
  );
  const refused = entries.filter(isReadable).flatMap((entry) => {
    const refusal = attentionOf(entry);
    return refusal ? describe(entry, refusal) : [];
  });
  return [...receipts, ...refused];
}

const RECEIPT_KEPT_MS = CHANGE_RECEIPT_KEPT_DAYS * 24 * 60 * 60 * 1000;

/** Deletes receipts older than a day: open screens have shown them. */
export async function pruneChangeReceipts(db: Database, now: number): Promise<void> {
  await withReopen(() =>
    db.changeReceipts
      .where('settledAt')
      .below(now - RECEIPT_KEPT_MS)
      .delete(),
  );
}
