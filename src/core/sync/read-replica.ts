import { Dexie, type Collection } from 'dexie';
import type { ReplicaRow, RowOf } from '../server/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import type { KeptRow } from '../store/admin-rows.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';
import { withReopen } from '../store/database.ts';

/** The rows of a table on this device, newest first: all, or those made before a time, ISO 8601. */
const newestFirst = (
  replica: ReplicaDatabase,
  table: KeptTable,
  before: unknown = Dexie.maxKey,
): Collection<KeptRow> =>
  replica.keptRows.where('[table+createdAt+id]').between([table], [table, before]).reverse();

/** The rows of a table on this device that were made after this time, ISO 8601, oldest first. */
export const newerThan = (
  replica: ReplicaDatabase,
  table: KeptTable,
  createdAt: string,
): Collection<KeptRow, [string, string]> =>
  replica.keptRows
    .where('[table+createdAt+id]')
    .between([table, createdAt, '\uffff'], [table, '\uffff', '\uffff'], false);

export interface RowsQuery<T extends KeptTable> {
  table: T;
  /** The most rows; with `from`, this many from about that row on. */
  limit: number;
  /** The id of a row to include, with those before it, if it still exists. */
  from?: string | null;
  /** Ids to leave out. */
  hidden: ReadonlySet<string>;
  /** Only these ids, in this order; without it all rows, newest first. */
  among?: readonly string[] | undefined;
}

export interface Found<T extends KeptTable> {
  rows: RowOf<T>[];
  hasMore: boolean;
  /** In an order of groups: more of the first group are here. */
  firstGroupHasMore?: boolean;
  /** The first group's number of rows, shown or not. */
  firstGroupCount?: number;
}

/** Reads rows of a table in some order. */
export type ReadRows<T extends KeptTable> = (
  replica: ReplicaDatabase,
  query: RowsQuery<T>,
) => Promise<Found<T>>;

/**
 * Rows of a table from this device's replica, and whether there are more. Reads few more than
 * requested, however long the list.
 */
export const readKeptRows = <T extends KeptTable>(
  replica: ReplicaDatabase,
  query: RowsQuery<T>,
): Promise<Found<T>> =>
  withReopen(() =>
    query.among ? readNamed(replica, query, query.among) : readNewest(replica, query),
  );

async function readNewest<T extends KeptTable>(
  replica: ReplicaDatabase,
  query: RowsQuery<T>,
): Promise<Found<T>> {
  const { table, from, hidden } = query;
  const start = from ? await replica.keptRows.get([table, from]) : undefined;
  const limit =
    query.limit + (start ? await newerThan(replica, table, start.createdAt).count() : 0);
  const kept = await newestFirst(replica, table)
    .limit(limit + hidden.size + 1)
    .toArray();
  const shown = kept.filter(({ id }) => !hidden.has(id));
  return {
    rows: shown.slice(0, limit).map(({ row }) => row as RowOf<T>),
    hasMore: shown.length > limit,
  };
}

async function readNamed<T extends KeptTable>(
  replica: ReplicaDatabase,
  query: RowsQuery<T>,
  ids: readonly string[],
): Promise<Found<T>> {
  const { table, from, hidden } = query;
  const shown = ids.filter((id) => !hidden.has(id));
  const limit = query.limit + (from ? Math.max(0, shown.indexOf(from)) : 0);
  const kept = await readByIds(replica, table, shown.slice(0, limit));
  return { rows: kept.flatMap((row) => row ?? []), hasMore: shown.length > limit };
}

/** The rows of these ids, in order; undefined for a missing one. */
export async function readByIds<T extends KeptTable>(
  replica: ReplicaDatabase,
  table: T,
  ids: readonly string[],
): Promise<(RowOf<T> | undefined)[]> {
  const kept = await replica.keptRows.bulkGet(ids.map((id): [string, string] => [table, id]));
  return kept.map((found) => found?.row as RowOf<T> | undefined);
}

type Application = Pick<ReplicaRow<'job_applications'>, 'id' | 'career_id'>;

/**
 * The title of an application's position: the current one, else the stored one; null when this
 * device knows neither.
 */
export function readPostingTitle(
  replica: ReplicaDatabase,
  { id, career_id: careerId }: Application,
): Promise<string | null> {
  return withReopen(async () => {
    const posting =
      careerId === null ? undefined : await replica.keptRows.get(['careers', careerId]);
    if (posting) return (posting.row as RowOf<'careers'>).title;
    const application = await replica.keptRows.get(['job_applications', id]);
    return (application?.row as ReplicaRow<'job_applications'> | undefined)?.job_title ?? null;
  });
}

interface AlertsQuery {
  /** Only alerts created before this second, in milliseconds since 1970. */
  before: number;
  /** The most alerts. */
  limit: number;
}

/** Unsent alerts, newest first. Sent ones are not replicated. */
export async function readUnsentAlerts(
  replica: ReplicaDatabase,
  { before, limit }: AlertsQuery,
): Promise<RowOf<'alerts'>[]> {
  // To the second, up to which all formats of a time are alike. Without a filter, which would make
  // the browser return row by row.
  const late = newestFirst(replica, 'alerts', new Date(before).toISOString().slice(0, 19));
  const kept = await withReopen(() => late.limit(limit).toArray());
  return kept.map(({ row }) => row as RowOf<'alerts'>);
}
