import type { RowOf } from '../backend/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import { withReopen, type Database } from '../store/database.ts';
import { newestFirst } from './newest-first.ts';

interface Wish<T extends KeptTable> {
  userId: string;
  table: T;
  /** How many rows at most. */
  limit: number;
  /** Ids to leave out. */
  hidden: ReadonlySet<string>;
  /** Only these ids, in this order; without it all, newest first. */
  among?: readonly string[] | undefined;
}

interface Found<T extends KeptTable> {
  rows: RowOf<T>[];
  hasMore: boolean;
}

/** A user's rows of a table from this device's copy, and whether there are more. Reads few more than asked for, however long the list. */
export const readRows = <T extends KeptTable>(db: Database, wish: Wish<T>): Promise<Found<T>> =>
  withReopen(() => (wish.among ? readNamed(db, wish, wish.among) : readNewest(db, wish)));

async function readNewest<T extends KeptTable>(db: Database, wish: Wish<T>): Promise<Found<T>> {
  const { limit, hidden } = wish;
  const kept = await newestFirst(db, wish).limit(limit + hidden.size + 1).toArray();
  const shown = kept.filter(({ id }) => !hidden.has(id));
  return { rows: shown.slice(0, limit).map(({ row }) => row as RowOf<T>), hasMore: shown.length > limit };
}

async function readNamed<T extends KeptTable>(db: Database, { userId, table, limit, hidden }: Wish<T>, ids: readonly string[]): Promise<Found<T>> {
  const shown = ids.filter((id) => !hidden.has(id));
  const kept = await db.keptRows.bulkGet(shown.slice(0, limit).map((id): [string, string, string] => [userId, table, id]));
  return { rows: kept.flatMap((found) => (found ? [found.row as RowOf<T>] : [])), hasMore: shown.length > limit };
}
