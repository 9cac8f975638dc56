import { useCallback, useEffect, useState, useMemo } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import { readHidden } from '../../core/changes/pending.ts';
import type { Entity, KeptTable } from '../../core/domain/entities.ts';
import { isAllHere } from '../../core/sync/first-copy.ts';
import { createDigestReader, idsThatMatch, prepareDigests, type Digests } from '../../core/sync/kept-digests.ts';
import { readKeptRows, readPostingTitle, type Found, type ReadRows } from '../../core/sync/read-copies.ts';
import { placeBefore, readOrder, readWindow } from '../../core/sync/read-window.ts';
import { isShut, type CopyDatabase } from '../../core/store/copy-database.ts';
import { currentCopy, useCurrentCopy } from '../auth/current-copy.ts';
import { db } from '../outbox/outbox.ts';
import { newerThan } from './new-rows.ts';
import { syncNow } from './sync.ts';
import { useCopied } from './use-copied.ts';
import { useSyncState } from './use-sync.ts';

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

/** The digests of a list on this device; undefined until they are read, and while none are wanted: then they are made ready once, for a first search. */
function useDigests<E extends Entity, Digest>(entity: E, { digestOf, isWanted }: Filter<RowOf<E>, Digest>): Digests<Digest> | undefined {
  const copy = useCurrentCopy()?.copy;
  const read = useMemo(
    () => (copy && digestOf && isWanted ? { of: createDigestReader(copy, { table: entity, digestOf }) } : null),
    [copy, entity, digestOf, isWanted],
  );
  const reread = useCallback<ReadCopy<Digests<Digest>>>(async (_, signal) => (read ? read.of(signal) : null), [read]);
  const cursor = useCopied((open) => open.readCursor(), []);
  const isHere = cursor !== undefined && isAllHere(cursor, entity);
  useEffect(() => {
    if (!copy || !digestOf || isWanted || !isHere) return;
    const leaving = new AbortController();
    void prepareDigests(copy, { table: entity, digestOf }, leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [copy, entity, digestOf, isWanted, isHere]);
  return useReread(read ? reread : null, cursor?.changes);
}

/** The ids that a filter leaves; undefined while it leaves all, and until it is known what the first one leaves. */
function useMatching<Digest>(digests: Digests<Digest> | undefined, matches: ((digest: Digest) => boolean) | undefined): readonly string[] | undefined {
  const [found, setFound] = useState<readonly string[]>();
  if (!matches && found) setFound(undefined);
  useEffect(() => {
    if (!digests || !matches) return;
    const leaving = new AbortController();
    void idsThatMatch(digests, matches, leaving.signal).then((ids) => ids && !leaving.signal.aborted && setFound(ids));
    return () => leaving.abort();
  }, [digests, matches]);
  return matches && found;
}

/** Narrows a list by a digest of each row. Memoise both functions. */
export interface Filter<Row, Digest> {
  digestOf?: ((row: Row) => Digest) | undefined;
  /** The digests are read, so that `matches` finds them there. */
  isWanted?: boolean;
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

  const digests = useDigests(table, filter);
  const among = useMatching(digests, filter.matches);
  const newestFirst = useOrder(table, whole);
  const order = whole ? (among ?? newestFirst) : undefined;

  const found = useCopied(async (copy, userId) => {
    const [hidden, cursor] = await Promise.all([readHidden(db, userId, table), copy.readCursor()]);
    const held = upTo === null ? [] : await newerThan(copy, table, upTo).primaryKeys();
    for (const [, id] of held) hidden.add(id);
    const isHere = (id: string) => !hidden.has(id);
    const countHere = (ids: readonly string[]) => (hidden.size === 0 ? ids.length : ids.filter(isHere).length);
    const tally = digests && among ? { matches: countHere(among), total: countHere(digests.order) } : null;
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

/** When the newest and the oldest row of a list, newest first, were made, ISO 8601; undefined until that is read, or when it has none. */
export function useSpan(table: Entity, ids: readonly string[]): { newest: string; oldest: string } | undefined {
  const [first, last] = [ids[0] ?? '', ids.at(-1) ?? ''];
  return useCopied(async (copy) => {
    const [newest, oldest] = await copy.keptRows.bulkGet([[table, first], [table, last]]);
    return newest && oldest && { newest: newest.createdAt, oldest: oldest.createdAt };
  }, [table, first, last]);
}

/** The place in a list, newest first, of the newest row made before a time, in milliseconds since 1970; the list's length when there is none. */
export async function findPlace(table: Entity, ids: readonly string[], before: number): Promise<number> {
  const current = currentCopy();
  return current ? placeBefore(current.copy, { table, ids, before }) : 0;
}
