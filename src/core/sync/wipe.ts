import { Dexie, type Table } from 'dexie';
import { entriesOf } from '../store/admin-entries.ts';
import { withReopen, type Database } from '../store/database.ts';

/** The tables whose keys begin with the user's id. */
const copiesOf = ({ keptRows, cursors, portalFacts }: Database): Table[] => [keptRows, cursors, portalFacts];

/**
 * Removes the copies of the lists, and what is known of their readers, of everybody but one user; null: of everybody. What
 * waits to be sent stays. A pull that is under way leaves nothing behind.
 */
export function wipeCopies(db: Database, exceptUserId: string | null): Promise<void> {
  const tables = copiesOf(db);
  return withReopen(() =>
    db.transaction('rw', tables, async () => {
      for (const table of tables) {
        if (exceptUserId === null) await table.clear();
        else await table.where(':id').below([exceptUserId]).or(':id').above([exceptUserId, Dexie.maxKey]).delete();
      }
    }),
  );
}

/** Removes everything that the portal keeps on this device of one user, also what waits to be sent. */
export function wipePortal(db: Database, userId: string): Promise<void> {
  const { adminEntries, adminFiles } = db;
  const copies = copiesOf(db);
  return withReopen(() =>
    db.transaction('rw', [...copies, adminEntries, adminFiles], async () => {
      for (const table of copies) await table.where(':id').between([userId], [userId, Dexie.maxKey]).delete();
      const entries = entriesOf(db, userId);
      await adminFiles.bulkDelete(await entries.primaryKeys());
      await entries.delete();
    }),
  );
}
