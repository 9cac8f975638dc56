import { Dexie } from 'dexie';
import type { RowOf } from '../backend/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import type { KeptRow } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';

interface Wish<T extends KeptTable> {
  userId: string;
  table: T;
  /** How many rows at most. */
  limit: number;
  /** Ids to leave out. */
  hidden: ReadonlySet<string>;
  /** Leaves out the rows it is false for. */
  matches?: (row: RowOf<T>) => boolean;
}

const LARGEST_BATCH = 1000;

/**
 * A user's rows of a table from this device's copy, newest first, and whether there are more. Reads batch by batch until it
 * has enough: of a list that is not searched little more than is asked for, however long the list.
 */
export async function readRows<T extends KeptTable>(db: Database, wish: Wish<T>): Promise<{ rows: RowOf<T>[]; hasMore: boolean }> {
  const { limit, hidden, matches = () => true } = wish;
  const found: RowOf<T>[] = [];
  let last: KeptRow | undefined;
  // Larger each time: a search that finds nothing reads the whole table.
  for (let size = limit + 1; found.length <= limit; size = Math.min(size * 2, LARGEST_BATCH)) {
    const batch = await readBatch(db, wish, last, size);
    for (const { id, row } of batch) if (!hidden.has(id) && matches(row as RowOf<T>)) found.push(row as RowOf<T>);
    if (batch.length < size) break;
    last = batch.at(-1);
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

function readBatch(db: Database, { userId, table }: Pick<KeptRow, 'userId' | 'table'>, after: KeptRow | undefined, size: number) {
  const end = after ? [after.createdAt, after.id] : [Dexie.maxKey];
  const range = db.keptRows.where('[userId+table+createdAt+id]').between([userId, table], [userId, table, ...end]);
  return withReopen(() => range.reverse().limit(size).toArray());
}
