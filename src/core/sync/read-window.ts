import type { RowOf } from '../server/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import { without, type Ids } from '../domain/ids.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';
import { withReopen } from '../store/database.ts';
import { firstPlace } from './read-order.ts';
import { readByIds } from './read-replica.ts';

interface WindowQuery {
  table: KeptTable;
  /** All ids of the list in order, as last read. */
  order: Ids;
  /** Ids to leave out. */
  hidden: ReadonlySet<string>;
  /** The first place to read, and the one after the last. */
  first: number;
  last: number;
  /** The id of one more row to read. */
  also: string | null;
}

export interface RowsWindow<T extends KeptTable> {
  /** The list's ids, without hidden rows and those found deleted. */
  ids: Ids;
  /** The rows of the range in order, followed by the extra row. */
  rows: RowOf<T>[];
}

/** Reads the rows of a range of a list, and no others. */
export async function readWindow<T extends KeptTable>(
  replica: ReplicaDatabase,
  query: WindowQuery,
): Promise<RowsWindow<T>> {
  const { table, order, hidden, first, last, also } = query;
  const shown = without(order, hidden);
  const near = shown.slice(first, last);
  if (also !== null && !hidden.has(also) && !near.includes(also)) near.push(also);
  const kept = await withReopen(() => readByIds(replica, table, near));
  const rows = kept.flatMap((row) => row ?? []);
  if (rows.length === near.length) return { ids: shown, rows };
  const gone = new Set(near.filter((_, index) => !kept[index]));
  return { ids: without(shown, gone), rows };
}

interface PlaceQuery {
  table: KeptTable;
  /** Newest first. */
  ids: Ids;
  /** Milliseconds since 1970. */
  before: number;
}

/**
 * The place in a list of the newest row created before a time; the list's length if none is. A
 * binary search.
 */
export const placeBefore = (
  replica: ReplicaDatabase,
  { table, ids, before }: PlaceQuery,
): Promise<number> =>
  firstPlace(replica, {
    table,
    ids,
    from: 0,
    isBehind: ({ createdAt }) => Date.parse(createdAt) < before,
  });
