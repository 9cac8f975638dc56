import { Dexie, type Collection } from 'dexie';
import type { KeptRow } from '../store/admin-rows.ts';
import type { Database } from '../store/database.ts';

/** A user's rows of a table on this device, newest first: all, or those older than `last`. */
export function newestFirst(db: Database, { userId, table }: Pick<KeptRow, 'userId' | 'table'>, last?: KeptRow): Collection<KeptRow> {
  const end = last ? [last.createdAt, last.id] : [Dexie.maxKey];
  return db.keptRows.where('[userId+table+createdAt+id]').between([userId, table], [userId, table, ...end]).reverse();
}
