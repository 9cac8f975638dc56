import type { RowOf } from '../../core/server/admin-backend.ts';
import { readHidden } from '../../core/changes/pending.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { isAllHere, isDayHere } from '../../core/sync/initial-sync.ts';
import { countWithout, NO_IDS, without, type Ids } from '../../core/domain/ids.ts';
import { openSearchTexts } from '../../core/sync/stored-search-texts.ts';
import { readKeptRows, type ReadRows } from '../../core/sync/read-replica.ts';
import { readJobs } from '../../core/sync/read-schedule.ts';
import { readOrder } from '../../core/sync/read-order.ts';
import { searchRows } from '../../core/sync/search-rows.ts';
import { withReopen } from '../../core/store/database.ts';
import { currentReplica } from '../../runtime/auth/session.ts';
import { db } from '../../runtime/database.ts';

/** Rows a batch: few enough that the page stays responsive. */
const BATCH_ROWS = 500;
const NONE: ReadonlySet<string> = new Set();
/** Without a signal to stop it. */
const STAYS = new AbortController().signal;

interface Choice<Row, SearchText> {
  searchTextOf: (row: Row) => SearchText;
  /** Keeps the rows whose search text matches; absent, every row stays. */
  matches: ((searchText: SearchText) => boolean) | undefined;
}

/** The chosen rows of a list, as far as this device has them. */
interface AllRows<Row> {
  /** False when the device may lack rows of the list. */
  isWhole: boolean;
  /** The number of chosen rows, and the total. */
  count: number;
  total: number;
  /** Newest first, without pending deletions. */
  batches: AsyncGenerator<Row[], void>;
}

/** Chooses rows of a list on this device, and starts to read them. */
export async function readAllRows<E extends Entity, SearchText>(
  table: E,
  { searchTextOf, matches }: Choice<RowOf<E>, SearchText>,
): Promise<AllRows<RowOf<E>>> {
  const current = currentReplica();
  if (!current) return { isWhole: false, count: 0, total: 0, batches: readBatches(table, NO_IDS) };
  const { replica, userId } = current;
  // Taken before the rows are read: rows that arrive meanwhile may be missing.
  const cursor = await withReopen(() => replica.readCursor());
  const hidden = await readHidden(db, userId, table);
  const order = (await readOrder(replica, table, STAYS)) ?? NO_IDS;
  let chosen: Ids = order;
  if (matches) {
    const searchTexts = openSearchTexts(replica, { table, searchTextOf });
    for await (const { ids } of searchRows({ order, searchTexts, matches, signal: STAYS }))
      chosen = ids;
  }
  const ids = without(chosen, hidden);
  const total = countWithout(order, hidden);
  return {
    isWhole: cursor !== undefined && isAllHere(cursor, table),
    count: ids.length,
    total,
    batches: readBatches(table, ids),
  };
}

async function* readBatches<E extends Entity>(
  table: E,
  ids: Ids,
): AsyncGenerator<RowOf<E>[], void> {
  for (let at = 0; at < ids.length; at += BATCH_ROWS) {
    yield readNamedRows(table, ids.slice(at, at + BATCH_ROWS));
  }
}

/** The rows of a list with these ids, in order; deleted ones are left out. */
export async function readNamedRows<E extends Entity>(
  table: E,
  ids: readonly string[],
): Promise<RowOf<E>[]> {
  const current = currentReplica();
  return current
    ? (await readKeptRows(current.replica, { table, limit: ids.length, hidden: NONE, among: ids }))
        .rows
    : [];
}

interface ShownList<E extends Entity> {
  /** An order other than newest first, over the rows that a filter keeps. */
  order: { read: ReadRows<E>; filtered: readonly string[] | undefined } | null;
  /** The rows of a list without such an order. */
  ids: Ids;
  /** The most rows to read. */
  limit: number;
}

/**
 * The rows of a list on this device in a screen's order, including those that the screen has not
 * read.
 */
export async function readShownRows<E extends Entity>(
  table: E,
  { order, ids, limit }: ShownList<E>,
): Promise<RowOf<E>[]> {
  if (!order) return readNamedRows(table, ids.slice(0, limit));
  const current = currentReplica();
  if (!current) return [];
  const { replica, userId } = current;
  const hidden = await readHidden(db, userId, table);
  const { read, filtered } = order;
  const { rows } = await read(replica, { table, limit, from: null, hidden, among: filtered });
  return rows.slice(0, limit);
}

/**
 * The jobs of a day, `YYYY-MM-DD`, without cancelled ones and pending deletions, and whether the
 * device has all of them.
 */
export async function readJobsOf(
  day: string,
): Promise<{ isWhole: boolean; jobs: RowOf<'bookings'>[] }> {
  const current = currentReplica();
  if (!current) return { isWhole: false, jobs: [] };
  const { replica, userId } = current;
  const cursor = await withReopen(() => replica.readCursor());
  const hidden = await readHidden(db, userId, 'bookings');
  return {
    isWhole: cursor !== undefined && isDayHere(cursor, day),
    jobs: await readJobs(replica, day, 1, hidden),
  };
}
