import { Dexie } from 'dexie';
import type { RowOf } from '../server/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import type { Ids } from '../domain/ids.ts';
import { SEARCH_TEXT_FORM } from '../domain/search-text.ts';
import { chunksOf, type ReplicaDatabase, type SearchTextChunk } from '../store/replica-database.ts';
import { withReopen } from '../store/database.ts';
import { readOrder } from './read-order.ts';

/** Rows a chunk: few enough to drop no frame, and for the browser to store no separate file. */
const BATCH_ROWS = 100;
/** Chunks a request. */
const BATCH_CHUNKS = 10;
/** The number of small chunks that are merged into full ones: each refresh may leave one. */
const MANY_CHUNKS = 64;
const PREPARED = 'digested:';
/** The longest slice of work on the page's thread. */
const SLICE_MS = 12;

/**
 * Begins work on the page's thread. Returns whether a slice is over, and a pause until the page has
 * responded.
 */
export function inSlices(): { isOver: () => boolean; pause: () => Promise<void> } {
  let begun = performance.now();
  return {
    isOver: () => performance.now() - begun >= SLICE_MS,
    pause: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      begun = performance.now();
    },
  };
}

interface SearchTextsQuery<T extends KeptTable, SearchText> {
  table: T;
  searchTextOf: (row: RowOf<T>) => SearchText;
}

/** A table's search texts in memory, and a function that loads them all. */
export interface StoredSearchTexts<SearchText> {
  byId: ReadonlyMap<string, SearchText>;
  /**
   * Loads the search texts of these ids, newest first, in batches; ends early when `signal` aborts.
   * Loads the same list once: changes come with another list.
   */
  load: (order: Ids, signal: AbortSignal) => AsyncGenerator<void>;
}

/**
 * Opens a table's search texts. Each is made once a revision and stored in chunks with the rows, so
 * that the next start reads them. Loaded texts stay in memory, and loading again reads the new
 * ones. Returns to the page between batches. On a device too full to store them they are made in
 * memory.
 */
export function openSearchTexts<T extends KeptTable, SearchText>(
  replica: ReplicaDatabase,
  { table, searchTextOf }: SearchTextsQuery<T, SearchText>,
): StoredSearchTexts<SearchText> {
  const byId = new Map<string, SearchText>();
  /** The chunks in memory. */
  const loaded = new Set<number>();
  let wholeFor: Ids | null = null;

  /** Makes a chunk of rows, without deleted ones. */
  async function make(ids: readonly string[]) {
    const kept = (
      await replica.keptRows.bulkGet(ids.map((id): [string, string] => [table, id]))
    ).flatMap((row) => row ?? []);
    const newest = kept.reduce(
      (latest, { createdAt }) => (createdAt > latest ? createdAt : latest),
      '',
    );
    return {
      table,
      form: SEARCH_TEXT_FORM,
      newest,
      ids: kept.map(({ id }) => id),
      searchTexts: kept.map(({ row }) => searchTextOf(row as RowOf<T>)),
    };
  }

  /** Removes rows' earlier texts from the chunks. */
  async function forget(changed: readonly string[]): Promise<void> {
    const chunks = await replica.searchTexts.bulkGet(await chunksOf(replica, changed));
    for (const chunk of chunks.flatMap((found) => (found?.table === table ? found : []))) {
      const left = chunk.ids.flatMap((id, index) => (changed.includes(id) ? [] : [index]));
      await replica.searchTexts.put({
        ...chunk,
        ids: left.map((index) => chunk.ids[index] ?? ''),
        searchTexts: left.map((index) => chunk.searchTexts[index]),
      });
    }
  }

  /**
   * Makes the search texts of rows in one transaction with the rows, so that no pull interferes.
   * False on a full device.
   */
  async function keep(ids: readonly string[], isStale: boolean): Promise<boolean> {
    let chunk: SearchTextChunk | null = null;
    const seq = await withReopen(() =>
      replica.transaction('rw', replica.keptRows, replica.searchTexts, replica.stale, async () => {
        chunk = await make(ids);
        if (isStale) {
          await replica.stale.bulkDelete(ids.map((id): [string, string] => [table, id]));
          await forget(ids);
        }
        return replica.searchTexts.add({ ...chunk });
      }),
    ).catch(() => null);
    // Only at the end: a chunk that fails to be stored leaves its key to another.
    if (seq !== null) loaded.add(seq);
    const made: SearchTextChunk = chunk ?? (await make(ids));
    made.ids.forEach((id, index) => byId.set(id, made.searchTexts[index] as SearchText));
    return seq !== null;
  }

  /** Makes the search texts of changed rows. Returns their ids. */
  async function renew(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const stale = () =>
      withReopen(() =>
        replica.stale
          .where('[table+id]')
          .between([table, Dexie.minKey], [table, Dexie.maxKey])
          .limit(BATCH_ROWS)
          .primaryKeys(),
      );
    const renewed = new Set<string>();
    for (let keys = await stale(); keys.length > 0 && !signal.aborted; keys = await stale()) {
      const ids = keys.map(([, id]) => id);
      for (const id of ids) renewed.add(id);
      if (!(await keep(ids, true))) break;
    }
    return renewed;
  }

  async function* read(renewed: ReadonlySet<string>, signal: AbortSignal): AsyncGenerator<void> {
    const inTable = () =>
      replica.searchTexts
        .where('[table+newest]')
        .between([table, Dexie.minKey], [table, Dexie.maxKey])
        .primaryKeys();
    const left = (await withReopen(inTable)).filter((seq) => !loaded.has(seq));
    const small: number[] = [];
    while (left.length > 0 && !signal.aborted) {
      const chunks = (
        await withReopen(() => replica.searchTexts.bulkGet(left.splice(-BATCH_CHUNKS).reverse()))
      ).flatMap((chunk) => chunk ?? []);
      const [ours, others] = [
        chunks.filter(({ form }) => form === SEARCH_TEXT_FORM),
        chunks.filter(({ form }) => form !== SEARCH_TEXT_FORM),
      ];
      if (others.length > 0) await replica.searchTexts.bulkDelete(others.map(({ seq = 0 }) => seq));
      for (const { seq = 0, ids, searchTexts } of ours) {
        loaded.add(seq);
        if (ids.length < BATCH_ROWS) small.push(seq);
        ids.forEach(
          (id, index) => renewed.has(id) || byId.set(id, searchTexts[index] as SearchText),
        );
      }
      yield;
    }
    if (small.length > MANY_CHUNKS) await join(small);
  }

  /**
   * Merges small chunks into full ones, if there is room. Merged chunks get new keys, because other
   * pages name the chunks in their memory by key.
   */
  async function join(small: readonly number[]): Promise<void> {
    const joinAll = () =>
      replica.transaction('rw', replica.searchTexts, async () => {
        const chunks = (await replica.searchTexts.bulkGet([...small])).flatMap(
          (chunk) => chunk ?? [],
        );
        const all = chunks.flatMap(({ newest, ids, searchTexts }) =>
          ids.map((id, index) => ({ newest, id, searchText: searchTexts[index] })),
        );
        await replica.searchTexts.bulkDelete([...small]);
        all.sort((a, b) => (a.newest < b.newest ? 1 : -1));
        const joined: number[] = [];
        for (let at = 0; at < all.length; at += BATCH_ROWS) {
          const part = all.slice(at, at + BATCH_ROWS);
          const chunk = {
            table,
            form: SEARCH_TEXT_FORM,
            newest: part[0]?.newest ?? '',
            ids: part.map(({ id }) => id),
            searchTexts: part.map(({ searchText }) => searchText),
          };
          joined.push(await replica.searchTexts.add(chunk));
        }
        return joined;
      });
    for (const seq of await joinAll().catch(() => [])) loaded.add(seq);
  }

  /** The ids without a search text in memory, as far as read before `signal`. */
  async function missingOf(order: Ids, signal: AbortSignal): Promise<string[]> {
    const slice = inSlices();
    const missing: string[] = [];
    for (let at = 0; at < order.length && !signal.aborted; at += BATCH_ROWS) {
      for (const id of order.slice(at, at + BATCH_ROWS)) if (!byId.has(id)) missing.push(id);
      if (slice.isOver()) await slice.pause();
    }
    return missing;
  }

  async function* load(order: Ids, signal: AbortSignal): AsyncGenerator<void> {
    if (order === wholeFor) return;
    const renewed = await renew(signal);
    yield;
    yield* read(renewed, signal);
    const missing = await missingOf(order, signal);
    for (let at = 0; at < missing.length && !signal.aborted; at += BATCH_ROWS) {
      await keep(missing.slice(at, at + BATCH_ROWS), false);
      yield;
    }
    if (!signal.aborted) wholeFor = order;
  }

  return { byId, load };
}

/**
 * Makes the search texts of a table once, so that its first search finds them. Call it once the
 * table is complete.
 */
export async function prepareSearchTexts<T extends KeptTable>(
  replica: ReplicaDatabase,
  query: SearchTextsQuery<T, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const key = PREPARED + query.table + SEARCH_TEXT_FORM;
  if (await withReopen(() => replica.notes.get(key))) return;
  const order = await readOrder(replica, query.table, signal);
  if (!order) return;
  const batches = openSearchTexts(replica, query).load(order, signal);
  while (!(await batches.next()).done);
  if (!signal.aborted) await withReopen(() => replica.notes.put(true, key));
}
