import { DUE } from '../outbox/entry.ts';
import { changeEntry, removeEntry } from '../outbox/queue.ts';
import { entriesOf } from '../store/admin-entries.ts';
import { withReopen, type Database } from '../store/database.ts';
import { changeTables } from './change-store.ts';
import { canTakeBack } from './pending.ts';
import { createWithdrawal } from './prepare-change.ts';

/** What administrators may do with their own entries. Each is one transaction; an entry that is gone meanwhile stays gone. */

/** Takes a deletion back, so that its rows show again. False when it has begun, and something may be gone. */
export async function takeBack(db: Database, id: string): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', db.adminEntries, db.adminFiles, async () => {
      const entry = await db.adminEntries.get(id);
      if (!entry || !canTakeBack(entry)) return false;
      await removeEntry(changeTables(db), id);
      return true;
    }),
  );
}

/** Makes a creation due at once and lifts its need for attention. */
export const retryCreation = (db: Database, id: string) => changeEntry(changeTables(db), id, { state: DUE });

/** Forgets a creation and its file. What of it may be on the server is removed from there by the next flush. */
export async function discardCreation(db: Database, id: string, now: number): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', db.adminEntries, db.adminFiles, async () => {
      const entry = await db.adminEntries.get(id);
      if (entry?.kind !== 'create') return;
      await removeEntry(changeTables(db), id);
      const withdrawal = createWithdrawal(entry, now);
      if (withdrawal) await db.adminEntries.add(withdrawal);
    }),
  );
}

/** Forgets everything that waits for one administrator. */
export async function discardAll(db: Database, userId: string): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', db.adminEntries, db.adminFiles, async () => {
      const ids = (await entriesOf(db, userId)).map(({ id }) => id);
      await db.adminEntries.bulkDelete(ids);
      await db.adminFiles.bulkDelete(ids);
    }),
  );
}

/** How many changes of one administrator wait, those that need attention among them. */
export const countWaiting = (db: Database, userId: string): Promise<number> => withReopen(async () => (await entriesOf(db, userId)).length);
