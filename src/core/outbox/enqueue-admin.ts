import { withReopen, type Database } from '../store/database.ts';
import type { AdminEntry } from '../store/admin-rows.ts';
import { addOnce } from './entry-store.ts';

/**
 * Stores an administrator's entry and its file in one transaction; once this resolves, nothing is lost. Storing the same
 * entry again changes nothing. Rejects when the browser can't store.
 */
export async function storeAdminEntry(db: Database, entry: AdminEntry, bytes: ArrayBuffer | null): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', db.adminEntries, db.adminFiles, () =>
      Promise.all([addOnce(db.adminEntries, entry), bytes && db.adminFiles.put({ id: entry.id, bytes })]),
    ),
  );
}
