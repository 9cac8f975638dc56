import { Dexie } from 'dexie';
import type { KeptTable } from '../domain/entities.ts';
import { idKey, PackedIds, type Ids } from '../domain/ids.ts';
import type { KeptRow } from '../store/admin-rows.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';
import { withReopen } from '../store/database.ts';
import { isAllHere } from './initial-sync.ts';

/** Keys a request: few enough to drop no frame. A shorter list is read by its index each time. */
const BATCH_KEYS = 2000;
/** Up to this many new rows are placed one by one. */
const MANY_NEW = 500;

/**
 * The ids of a table's rows on this device, newest first; null when `signal` stopped it. The page
 * stays responsive. Browsers take seconds to read a long index, so the order of a complete list is
 * stored, and later only added and removed rows are looked up.
 */
export async function readOrder(
  replica: ReplicaDatabase,
  table: KeptTable,
  signal?: AbortSignal,
): Promise<Ids | null> {
  const [kept, cursor] = await withReopen(() =>
    Promise.all([replica.packedOrders.get(table), replica.readCursor()]),
  );
  const before = kept && new PackedIds(kept.words);
  if (before && kept.changes === cursor?.changes) return signal?.aborted ? null : before;
  const ids =
    (before && (await bringUp(replica, table, before, signal))) ??
    (await readByIndex(replica, table, signal));
  if (!ids || signal?.aborted) return null;
  const isKept = ids instanceof PackedIds && cursor !== undefined && isAllHere(cursor, table);
  // A full device reads it by the index each time.
  if (isKept)
    await withReopen(() =>
      replica.packedOrders.put({ table, changes: cursor.changes, words: ids.words }),
    ).catch(() => undefined);
  return ids;
}

/** Reads only the last row of each batch. */
async function readByIndex(
  replica: ReplicaDatabase,
  table: KeptTable,
  signal?: AbortSignal,
): Promise<Ids | null> {
  // Browsers read many keys in one request only forwards.
  const oldestFirst: PackedIds[] = [];
  let last: KeptRow | undefined;
  do {
    const from = last ? [table, last.createdAt, last.id] : [table];
    const batch = () =>
      replica.keptRows
        .where('[table+createdAt+id]')
        .between(from, [table, Dexie.maxKey], false)
        .limit(BATCH_KEYS)
        .primaryKeys();
    const read = async () => {
      const keys = await batch();
      const end = keys[BATCH_KEYS - 1];
      return { keys, end: end && (await replica.keptRows.get(end)) };
    };
    const { keys, end } = await withReopen(() => replica.transaction('r', replica.keptRows, read));
    if (signal?.aborted) return null;
    const ids = keys.map(([, id]) => id);
    if (!last && !end) return ids.reverse();
    oldestFirst.push(PackedIds.of(ids));
    last = end;
  } while (last);
  return PackedIds.reversed(oldestFirst);
}

/**
 * An order without removed rows and with added ones; null for too many, or when `signal` stopped
 * it. Reading the rows' keys takes a fraction of the index's time.
 */
async function bringUp(
  replica: ReplicaDatabase,
  table: KeptTable,
  before: PackedIds,
  signal?: AbortSignal,
): Promise<Ids | null> {
  const here = new Map<number, string>();
  let count = 0;
  let last: [string, unknown] | undefined = [table, Dexie.minKey];
  while (last) {
    const from: [string, unknown] = last;
    const keys = await withReopen(() =>
      replica.keptRows
        .where('[table+id]')
        .between(from, [table, Dexie.maxKey], false)
        .limit(BATCH_KEYS)
        .primaryKeys(),
    );
    if (signal?.aborted) return null;
    for (const [, id] of keys) here.set(idKey(id), id);
    count += keys.length;
    last = keys[BATCH_KEYS - 1];
  }
  const gone: number[] = [];
  for (let place = 0; place < before.length; place++)
    if (!here.delete(before.keyAt(place))) gone.push(place);
  const ids = before.withoutPlaces(gone);
  // Too many, or two rows with one key.
  if (here.size > MANY_NEW || ids.length + here.size !== count) return null;
  const came = (
    await withReopen(() =>
      replica.keptRows.bulkGet([...here.values()].map((id): [string, string] => [table, id])),
    )
  ).flatMap((row) => row ?? []);
  const added: { id: string; place: number }[] = [];
  for (const row of came.sort((a, b) => (isOlder(a, b) ? 1 : -1))) {
    const place = await firstPlace(replica, {
      table,
      ids,
      from: added.at(-1)?.place ?? 0,
      isBehind: (other) => isOlder(other, row),
    });
    added.push({ id: row.id, place });
  }
  return ids.with(added);
}

const isOlder = (a: KeptRow, b: KeptRow) =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);

interface FirstPlaceQuery {
  table: KeptTable;
  /** Newest first. */
  ids: Ids;
  /** The first place to check. */
  from: number;
  /** Holds for a row and all after it. */
  isBehind: (row: KeptRow) => boolean;
}

/**
 * The first place in a list of a row that is behind something; the list's length if none is. A
 * binary search.
 */
export async function firstPlace(
  replica: ReplicaDatabase,
  { table, ids, from, isBehind }: FirstPlaceQuery,
): Promise<number> {
  /** The first place from here on whose row still exists, and whether that row is behind. */
  const rowFrom = async (start: number, end: number) => {
    for (let place = start; place < end; place++) {
      const kept = await withReopen(() => replica.keptRows.get([table, ids.at(place) ?? '']));
      if (kept) return { place, isBehind: isBehind(kept) };
    }
    return null;
  };
  let low = from;
  let high = ids.length;
  // New rows mostly stand at the top.
  let middle = low;
  while (low < high) {
    const found = await rowFrom(middle, high);
    if (!found || found.isBehind) high = middle;
    else low = found.place + 1;
    middle = (low + high) >> 1;
  }
  return low;
}
