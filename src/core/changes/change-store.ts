import { attentionOf, isReadable } from '../outbox/entry.ts';
import { createQueue, endEntry, enqueue, type EntryTables, type Queue } from '../outbox/queue.ts';
import { CHANGE_RECEIPT_KEPT_DAYS } from '../domain/limits.ts';
import { entityOf, entriesOf } from '../store/admin-entries.ts';
import type { AdminEntry, Decided } from '../store/admin-rows.ts';
import { keepConfirmed, type CopyDatabase } from '../store/copy-database.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Attention } from '../store/rows.ts';

export const changeTables = (db: Database): EntryTables<AdminEntry> => ({ db, entries: db.adminEntries, files: db.adminFiles });

/** Stores what an administrator did, and its file, under the promises and errors of `enqueue`. */
export const storeChange = (db: Database, entry: AdminEntry, bytes: ArrayBuffer | null): Promise<void> => enqueue(changeTables(db), entry, bytes);

/** Where one administrator's changes wait, and how one of them ends. Nobody else's are seen or changed. */
export interface ChangeStore {
  queue: Queue<AdminEntry>;
  /**
   * Ends a change, if nobody touched it meanwhile: the copy of its list follows, and its receipt is written. `gone`: rows that leave
   * the copy; those of a deletion that are not among them show again. `row`: joins the copy, until the next pull brings the server's.
   */
  settle(entry: AdminEntry, decision: Decision): Promise<boolean>;
}

export interface Decision {
  refusal: Attention | null;
  settledAt: number;
  gone?: readonly { id: string }[];
  row?: { id: string; created_at: string };
}

/**
 * One administrator's changes in IndexedDB, and the copy of their lists; null: there is none. That is another database, so it
 * follows first, and the receipt after it: killed in between, the change is performed again, which changes nothing.
 */
export function createChangeStore(db: Database, userId: string, copy: CopyDatabase | null): ChangeStore {
  const tables = changeTables(db);
  return {
    queue: createQueue(tables, { mine: () => entriesOf(db, userId), needsFile: () => true }),

    async settle(entry, { refusal, settledAt, gone = [], row }) {
      if ((await db.adminEntries.get(entry.id))?.revision !== entry.revision) return false;
      if (copy) await keepConfirmed(copy, { table: entityOf(entry), gone, row });
      return endEntry(tables, entry, db.changeReceipts, { ...describe(entry, refusal), settledAt });
    },
  };
}

function describe(entry: AdminEntry, refusal: Attention | null): Decided {
  const { id, userId } = entry;
  if (entry.kind === 'create') return { id, userId, refusal, kind: 'create', entity: entry.creation.entity };
  return { id, userId, refusal, kind: 'delete', entity: entry.entity, count: entry.rows.length, ofDiscarded: entry.ofDiscarded === true };
}

/** Every decision that this device knows of: those that ended a change, and those after which it needs its administrator. */
export async function listDecided(db: Database): Promise<Decided[]> {
  const [receipts, entries] = await withReopen(() => Promise.all([db.changeReceipts.toArray(), db.adminEntries.toArray()]));
  const refused = entries.filter(isReadable).flatMap((entry) => {
    const refusal = attentionOf(entry);
    return refusal ? describe(entry, refusal) : [];
  });
  return [...receipts, ...refused];
}

const RECEIPT_KEPT_MS = CHANGE_RECEIPT_KEPT_DAYS * 24 * 60 * 60 * 1000;

/** Forgets the receipts of the day before: screens that are open tell of them. */
export async function pruneChangeReceipts(db: Database, now: number): Promise<void> {
  await withReopen(() => db.changeReceipts.where('settledAt').below(now - RECEIPT_KEPT_MS).delete());
}
