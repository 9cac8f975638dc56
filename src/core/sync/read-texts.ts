import type { RowOf } from '../backend/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import type { KeptRow } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';
import { newestFirst } from './newest-first.ts';

interface Wish<T extends KeptTable> {
  userId: string;
  table: T;
  textOf: (row: RowOf<T>) => string;
}

/** So few that reading them never holds up a key press. */
const BATCH_ROWS = 1000;

/** One text of each of a user's rows of a table, by id, newest first: what a search goes through instead of the rows. */
export async function readTexts<T extends KeptTable>(db: Database, { userId, table, textOf }: Wish<T>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let last: KeptRow | undefined;
  do {
    const older = newestFirst(db, { userId, table }, last);
    const batch = await withReopen(() => older.limit(BATCH_ROWS).toArray());
    for (const { id, row } of batch) texts.set(id, textOf(row as RowOf<T>));
    last = batch[BATCH_ROWS - 1];
  } while (last);
  return texts;
}
