import type { RowOf } from '../server/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import { without, type Ids } from '../domain/ids.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';
import { withReopen } from '../store/database.ts';
import { firstPlace } from './read-order.ts';
import { readByIds } from './read-replica.ts';

interface WindowQuery {
  table: KeptTable;
  /** All ids of the list in their order, as they were when they were read. */
  order: Ids;
  /** Ids to leave out. */
  hidden: ReadonlySet<string>;
  /** The first place whose row is read, and the one after the last. */
  first: number;
  last: number;
  /** The id of one more row to read. */
  also: string | null;
}

export interface RowsWindow<T extends KeptTable> {
  /** The ids of the list, without those that are hidden, and without those read whose row is gone by now. */
  ids: Ids;
  /** The rows of a part of them, in their order, and after these the one more. */
  rows: RowOf<T>[];
}

/** Reads the rows of a part of a list, and no other. */
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

/** The place in a list of the newest row made before a time; the list's length when there is none. Reads as few rows as halving it takes. */
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
