import { useCallback, useEffect, useState, useMemo } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import { readHidden } from '../../core/changes/pending.ts';
import type { Entity, KeptTable } from '../../core/domain/entities.ts';
import { isAllHere } from '../../core/sync/first-copy.ts';
import { readKeptDigests, readKeptRows, readPostingTitle, type Found, type ReadRows } from '../../core/sync/read-copies.ts';
import { readOrder, readWindow } from '../../core/sync/read-window.ts';
import { isShut, type CopyDatabase } from '../../core/store/copy-database.ts';
import { useCurrentCopy } from '../auth/current-copy.ts';
import { db } from '../outbox/outbox.ts';
import { newerThan } from './new-rows.ts';
import { syncNow } from './sync.ts';
import { useCopied } from './use-copied.ts';
import { useSyncState } from './use-sync.ts';

/** Makes each row's digest once: a list that has changed is read again, but few of its rows are others than before. */
function madeOnce<Row extends { id: string; rev: number }, Digest>(digestOf: (row: Row) => Digest): (row: Row) => Digest {
  const made = new Map<string, { rev: number; digest: Digest }>();
  return (row) => {
    const known = made.get(row.id);
    if (known?.rev === row.rev) return known.digest;
    const digest = digestOf(row);
    made.set(row.id, { rev: row.rev, digest });
    return digest;
  };
}

/** Reads from a copy; null when `signal` stopped it. */
type ReadCopy<T> = (copy: CopyDatabase, signal: AbortSignal) => Promise<T | null>;

/**
 * What `read` makes of this device's copy: undefined until it did, and read once more for another number of `changes`. For what is
 * so large that a live query over it costs more than reading it. Memoise `read`; null reads nothing.
 */
function useReread<T>(read: ReadCopy<T> | null, changes: number | undefined): T | undefined {
  const copy = useCurrentCopy()?.copy;
  const [known, setKnown] = useState<{ copy: CopyDatabase; read: ReadCopy<T>; result: T }>();

  useEffect(() => {
    if (!copy || !read) return;
    const leaving = new AbortController();
    void read(copy, leaving.signal).then(
      (result) => result !== null && !leaving.signal.aborted && setKnown({ copy, read, result }),
      (error: unknown) =>
        isShut(error) ||
        setKnown(() => {
          // Shown as a live query's failure is.
          throw error;
        }),
    );
    return () => leaving.abort();
  }, [copy, read, changes]);
  return known && known.copy === copy && known.read === read ? known.result : undefined;
}

/** A digest of each row of a list on this device, by id, newest first; undefined until they are read, and without `digestOf`. */
function useDigests<E extends Entity, Digest>(entity: E, digestOf: ((row: RowOf<E>) => Digest) | undefined): ReadonlyMap<string, Digest> | undefined {
  const read = useMemo(() => {
    if (!digestOf) return null;
    const once = madeOnce(digestOf);
    return (copy: CopyDatabase) => readKeptDigests(copy, { table: entity, digestOf: once });
  }, [entity, digestOf]);
  const changes = useCopied(async (copy) => (await copy.readCursor())?.changes, []);
  return useReread(read, changes);
}

/** Narrows a list by a digest of each row. Memoise both functions. */
export interface Filter<Row, Digest> {
  /** All digests are read as soon as this is given, so that `matches` finds them there. */
  digestOf?: ((row: Row) => Digest) | undefined;
  /** Leaves out the rows whose digest it is false for. */
  matches?: ((digest: Digest) => boolean) | undefined;
}

/** How many rows a filter leaves, of how many. */
export interface Tally {
  matches: number;
  total: number;
}

export type Rows<T extends KeptTable> =
  | { status: 'loading' }
  | ({
      status: 'ready';
      /** The ids of the list in their order: all of them, unless it has more. */
      ids: readonly string[];
      /** The whole list is on this device. */
      isComplete: boolean;
      /** How many rows are held back. */
      held: number;
      /** Null where nothing is filtered. */
      tally: Tally | null;
    } & Found<T>);

/** What is read of a list. */
export interface Places {
  /** The first place, and the one after the last. */
  first: number;
  last: number;
  /** The id of one more row, of a list whose ids are all known. */
  also: string | null;
}

interface ListWish<T extends Entity, Digest> {
  /** The rows to read. Where not all ids are known these are all up to the last; with `from`, so many more after that one. */
  near: Places;
  /** Reads the ids of the whole list first, so that rows may be read from anywhere in it. For newest first alone. */
  whole?: boolean;
  filter: Filter<RowOf<T>, Digest>;
  /** The id of a row that is to be among the ids, if it is still there. */
  from?: string | null;
  /** Rows that were made after this time, ISO 8601, are held back. */
  upTo?: string | null;
  /** Reads them in another order than newest first. */
  read?: ReadRows<T> | undefined;
}

/** A list of the portal from this device's copy; what waits to be deleted is left out. Opening it pulls it. */
export function useRows<T extends Entity, Digest>(table: T, wish: ListWish<T, Digest>): Rows<T> {
  const { near: { first, last, also }, whole = false, filter, from = null, upTo = null, read = readKeptRows } = wish;
  const { isOffline, failure } = useSyncState();
  useEffect(() => void syncNow(), [table]);

  const { digestOf, matches } = filter;
  const digests = useDigests(table, digestOf);
  const among = useMemo(
    () => (digests && matches ? [...digests].flatMap(([id, digest]) => (matches(digest) ? [id] : [])) : undefined),
    [digests, matches],
  );
  const newestFirst = useOrder(table, whole);
  const order = whole ? (among ?? newestFirst) : undefined;

  const found = useCopied(async (copy, userId) => {
    const [hidden, cursor] = await Promise.all([readHidden(db, userId, table), copy.readCursor()]);
    const held = upTo === null ? [] : await newerThan(copy, table, upTo).primaryKeys();
    for (const [, id] of held) hidden.add(id);
    const isHere = (id: string) => !hidden.has(id);
    const tally = digests && among ? { matches: among.filter(isHere).length, total: [...digests.keys()].filter(isHere).length } : null;
    const facts = { isComplete: cursor !== undefined && isAllHere(cursor, table), held: held.length, tally };
    if (order) return { ...(await readWindow<T>(copy, { table, order, hidden, first, last, also })), hasMore: false, isOrdered: true, ...facts };
    const before = from === null || whole ? 0 : await countBefore(copy, table, from, among);
    const rows = await read(copy, { table, limit: before + last, hidden, among });
    return { ...rows, ids: rows.rows.map(({ id }) => id), isOrdered: false, ...facts };
  }, [table, first, last, also, from, upTo, digests, among, order, read]);

  const isKnown = found && (found.isComplete || found.rows.length > 0 || isOffline || failure !== null);
  // The row that the list opens at may be anywhere in it.
  const isPlaced = !whole || from === null || found?.isOrdered || !found?.isComplete;
  return isKnown && isPlaced ? { status: 'ready', ...found } : { status: 'loading' };
}

/** The ids of a list newest first; undefined until they are read, and while not all of the list is here. */
function useOrder(table: Entity, isWanted: boolean): readonly string[] | undefined {
  const changes = useCopied(
    async (copy) => {
      const cursor = isWanted ? await copy.readCursor() : undefined;
      return cursor && isAllHere(cursor, table) ? cursor.changes : undefined;
    },
    [table, isWanted],
  );
  const read = useCallback<ReadCopy<readonly string[]>>((copy, signal) => readOrder(copy, table, signal), [table]);
  return useReread(changes === undefined ? null : read, changes);
}

/** How many rows stand above a row of a list; none when it is not there. */
async function countBefore(copy: CopyDatabase, table: Entity, id: string, among: readonly string[] | undefined): Promise<number> {
  if (among) return Math.max(0, among.indexOf(id));
  const row = await copy.keptRows.get([table, id]);
  return row ? newerThan(copy, table, row.createdAt).count() : 0;
}

/** The title of the position an application is for; null when this device does not know it, undefined while it is read. */
export function usePostingTitle({ id, career_id }: RowOf<'job_applications'>): string | null | undefined {
  return useCopied((copy) => readPostingTitle(copy, { id, career_id }), [id, career_id]);
}
