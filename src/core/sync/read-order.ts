import { Dexie } from 'dexie';
import type { KeptTable } from '../domain/entities.ts';
import type { KeptRow } from '../store/admin-rows.ts';
import type { CopyDatabase } from '../store/copy-database.ts';
import { withReopen } from '../store/database.ts';
import { isAllHere } from './first-copy.ts';

/** Keys a request: few enough to drop no frame. */
const BATCH_KEYS = 2000;
/** A list of fewer rows is read by its index each time. */
const LONG = 2000;
/** Up to this many new rows are placed one by one. */
const MANY_NEW = 500;

/**
 * The ids of a table's rows on this device, newest first; null when `signal` stopped it. The page answers meanwhile. Browsers take seconds to
 * read a long index, so that the order of a list that is all here is kept with it, and only what came or went since is looked for.
 */
export async function readOrder(copy: CopyDatabase, table: KeptTable, signal?: AbortSignal): Promise<readonly string[] | null> {
  const [kept, cursor] = await withReopen(() => Promise.all([copy.orders.get(table), copy.readCursor()]));
  if (kept && kept.changes === cursor?.changes) return signal?.aborted ? null : kept.ids;
  const ids = (kept && (await bringUp(copy, table, kept.ids, signal))) ?? (await readByIndex(copy, table, signal));
  if (!ids || signal?.aborted) return null;
  const isKept = ids.length >= LONG && cursor !== undefined && isAllHere(cursor, table);
  // A full device reads it by the index each time.
  if (isKept) await withReopen(() => copy.orders.put({ table, changes: cursor.changes, ids })).catch(() => undefined);
  return ids;
}

/** No row is read but each batch's last one. */
async function readByIndex(copy: CopyDatabase, table: KeptTable, signal?: AbortSignal): Promise<string[] | null> {
  // Only forward does a browser read many keys in one request.
  const oldestFirst: string[] = [];
  let last: KeptRow | undefined;
  do {
    const from = last ? [table, last.createdAt, last.id] : [table];
    const batch = () => copy.keptRows.where('[table+createdAt+id]').between(from, [table, Dexie.maxKey], false).limit(BATCH_KEYS).primaryKeys();
    const read = async () => {
      const keys = await batch();
      const end = keys[BATCH_KEYS - 1];
      return { keys, end: end && (await copy.keptRows.get(end)) };
    };
    const { keys, end } = await withReopen(() => copy.transaction('r', copy.keptRows, read));
    if (signal?.aborted) return null;
    for (const [, id] of keys) oldestFirst.push(id);
    last = end;
  } while (last);
  return oldestFirst.reverse();
}

/** An order without what went since, and with what came; null when that is too much, or `signal` stopped it. The rows' own keys take a fraction of the index's time. */
async function bringUp(copy: CopyDatabase, table: KeptTable, before: readonly string[], signal?: AbortSignal): Promise<readonly string[] | null> {
  const here = new Set<string>();
  let last: [string, unknown] | undefined = [table, Dexie.minKey];
  while (last) {
    const from: [string, unknown] = last;
    const keys = await withReopen(() => copy.keptRows.where('[table+id]').between(from, [table, Dexie.maxKey], false).limit(BATCH_KEYS).primaryKeys());
    if (signal?.aborted) return null;
    for (const [, id] of keys) here.add(id);
    last = keys[BATCH_KEYS - 1];
  }
  const ids = before.filter((id) => here.delete(id));
  if (here.size > MANY_NEW) return null;
  const came = (await withReopen(() => copy.keptRows.bulkGet([...here].map((id): [string, string] => [table, id])))).flatMap((row) => row ?? []);
  let from = 0;
  for (const row of came.sort((a, b) => (isOlder(a, b) ? 1 : -1))) {
    const place = await firstPlace(copy, { table, ids, from, isBehind: (other) => isOlder(other, row) });
    ids.splice(place, 0, row.id);
    from = place + 1;
  }
  return ids;
}

const isOlder = (a: KeptRow, b: KeptRow) => a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);

interface FirstPlaceQuery {
  table: KeptTable;
  /** Newest first. */
  ids: readonly string[];
  /** The first place that is asked for. */
  from: number;
  /** Holds of a row and of all after it. */
  isBehind: (row: KeptRow) => boolean;
}

/** The first place in a list of a row that is behind something; the list's length when there is none. Reads as few rows as halving it takes. */
export async function firstPlace(copy: CopyDatabase, { table, ids, from, isBehind }: FirstPlaceQuery): Promise<number> {
  /** The first place from here on whose row is still there, and whether that is behind. */
  const rowFrom = async (start: number, end: number) => {
    for (let place = start; place < end; place++) {
      const kept = await withReopen(() => copy.keptRows.get([table, ids[place] ?? '']));
      if (kept) return { place, isBehind: isBehind(kept) };
    }
    return null;
  };
  let low = from;
  let high = ids.length;
  // What is new stands at the top most of the time.
  let middle = low;
  while (low < high) {
    const found = await rowFrom(middle, high);
    if (!found || found.isBehind) high = middle;
    else low = found.place + 1;
    middle = (low + high) >> 1;
  }
  return low;
}
