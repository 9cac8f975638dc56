import { Dexie } from 'dexie';
import type { RowOf } from '../backend/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import type { KeptRow } from '../store/admin-rows.ts';
import type { CopyDatabase } from '../store/copy-database.ts';
import { withReopen } from '../store/database.ts';
import { readByIds } from './read-copies.ts';

/** So few that reading them holds up no frame. */
const BATCH_KEYS = 2000;

/**
 * The ids of a table's rows on this device, newest first; null when `signal` stopped it. No row is read but each batch's last one,
 * and the page answers between the batches.
 */
export async function readOrder(copy: CopyDatabase, table: KeptTable, signal?: AbortSignal): Promise<string[] | null> {
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

interface WindowWish {
  table: KeptTable;
  /** All ids of the list in their order, as they were when they were read. */
  order: readonly string[];
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
  ids: readonly string[];
  /** The rows of a part of them, in their order, and after these the one more. */
  rows: RowOf<T>[];
}

/** Reads the rows of a part of a list, and no other. */
export async function readWindow<T extends KeptTable>(copy: CopyDatabase, wish: WindowWish): Promise<RowsWindow<T>> {
  const { table, order, hidden, first, last, also } = wish;
  const shown = hidden.size === 0 ? order : order.filter((id) => !hidden.has(id));
  const near = shown.slice(first, last);
  if (also !== null && !hidden.has(also) && !near.includes(also)) near.push(also);
  const kept = await withReopen(() => readByIds(copy, table, near));
  const rows = kept.flatMap((row) => row ?? []);
  if (rows.length === near.length) return { ids: shown, rows };
  const gone = new Set(near.filter((_, index) => !kept[index]));
  return { ids: shown.filter((id) => !gone.has(id)), rows };
}

interface PlaceWish {
  table: KeptTable;
  /** Newest first. */
  ids: readonly string[];
  /** Milliseconds since 1970. */
  before: number;
}

/** The place in a list of the newest row made before a time; the list's length when there is none. Reads as few rows as halving it takes. */
export async function placeBefore(copy: CopyDatabase, { table, ids, before }: PlaceWish): Promise<number> {
  /** The first place from here on whose row is still there, and when that was made. */
  const rowFrom = async (from: number, end: number) => {
    for (let place = from; place < end; place++) {
      const kept = await withReopen(() => copy.keptRows.get([table, ids[place] ?? '']));
      if (kept) return { place, time: Date.parse(kept.createdAt) };
    }
    return null;
  };
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = await rowFrom(middle, high);
    if (!found || found.time < before) high = middle;
    else low = found.place + 1;
  }
  return low;
}
