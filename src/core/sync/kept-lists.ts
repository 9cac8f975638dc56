import { Dexie } from 'dexie';
import { KEPT_TABLES, type KeptTable } from '../domain/entities.ts';
import { entityOf, entriesOf } from '../store/admin-entries.ts';
import { withReopen, type Database } from '../store/database.ts';

/** What this device keeps of one table for one user. */
export interface KeptList {
  table: KeptTable;
  rows: number;
  /** When the server last agreed, in milliseconds since 1970; null: not all of it is here yet. */
  pulledAt: number | null;
  /** Changes of the user that are not on the server yet. */
  waiting: number;
}

/** Every table in the portal's order, counted without reading a row. */
export function listKept(db: Database, userId: string): Promise<KeptList[]> {
  return withReopen(async () => {
    const entries = await entriesOf(db, userId).toArray();
    return Promise.all(
      KEPT_TABLES.map(async (table) => ({
        table,
        rows: await db.keptRows.where(':id').between([userId, table], [userId, table, Dexie.maxKey]).count(),
        pulledAt: (await db.cursors.get([userId, table]))?.pulledAt ?? null,
        waiting: entries.filter((entry) => entityOf(entry) === table).length,
      })),
    );
  });
}
