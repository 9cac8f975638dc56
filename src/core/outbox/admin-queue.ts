import { entityOf, entriesOf } from '../store/admin-entries.ts';
import type { AdminEntry, CreateEntry, DeleteEntry } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';
import { addOnce, ifUnchanged, readFile, revised, type EntryStore } from './entry-store.ts';

/** Where one administrator's entries wait. Nobody else's are seen or changed. */
export interface AdminQueue {
  list(): Promise<AdminEntry[]>;
  readFile(id: string): Promise<ArrayBuffer | null>;
  /** Compare-and-set: changes the entry only if nobody else has since it was read. Answers the new entry, or null. */
  update<E extends AdminEntry>(entry: E, changes: Partial<E>): Promise<E | null>;
  /** Ends a deletion, under the same condition: the rows that are done leave the copy, the others show again. */
  settleDeletion(entry: DeleteEntry): Promise<boolean>;
  /** Ends a creation, under the same condition: its row joins the copy, until the next pull brings the server's. */
  settleCreation(entry: CreateEntry, row: { id: string; created_at: string }): Promise<boolean>;
}

/** The administrators' entries in IndexedDB, and the bytes of their files. */
export const adminStoreOf = (db: Database): EntryStore<AdminEntry> => ({ db, entries: db.adminEntries, files: db.adminFiles });

/** The queue in IndexedDB: every change is one durable transaction. */
export function createAdminQueue(db: Database, userId: string): AdminQueue {
  const { adminEntries, adminFiles, keptRows, cursors } = db;
  const store = adminStoreOf(db);

  /** Ends an entry in the transaction that changes the copy, so that no list shows one without the other. */
  const settle = (entry: AdminEntry, changeCopy: () => Promise<unknown>) =>
    ifUnchanged(store, [keptRows, cursors], entry, async () => {
      await adminEntries.delete(entry.id);
      await adminFiles.delete(entry.id);
      // Without a cursor there is no copy: nothing was pulled yet, or it was wiped meanwhile.
      const cursor = await cursors.get([userId, entityOf(entry)]);
      if (!cursor) return;
      await cursors.put({ ...cursor, changes: cursor.changes + 1 });
      await changeCopy();
    });

  return {
    list: () => withReopen(() => entriesOf(db, userId).toArray()),

    readFile: (id) => readFile(store, id),

    async update(entry, changes) {
      const next = revised(entry, changes);
      return (await ifUnchanged(store, [], entry, () => adminEntries.put(next))) ? next : null;
    },

    settleDeletion: (entry) =>
      settle(entry, () =>
        keptRows.bulkDelete(entry.rows.slice(0, entry.done).map(({ id }) => [userId, entry.entity, id])),
      ),

    settleCreation: (entry, row) =>
      settle(entry, () =>
        addOnce(keptRows, { userId, table: entry.creation.entity, id: row.id, createdAt: row.created_at, row }),
      ),
  };
}
