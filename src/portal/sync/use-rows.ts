import { useCallback, useEffect, useState, useMemo } from 'react';
import type { RowOf } from '../../core/server/admin-backend.ts';
import { readHidden } from '../../core/changes/pending.ts';
import type { Entity, KeptTable } from '../../core/domain/entities.ts';
import { countWithout, type Ids } from '../../core/domain/ids.ts';
import { isAllHere } from '../../core/sync/initial-sync.ts';
import { openSearchTexts, prepareSearchTexts } from '../../core/sync/stored-search-texts.ts';
import {
  newerThan,
  readKeptRows,
  readPostingTitle,
  type Found,
  type ReadRows,
} from '../../core/sync/read-replica.ts';
import { readOrder } from '../../core/sync/read-order.ts';
import { placeBefore, readWindow } from '../../core/sync/read-window.ts';
import { searchRows, type Findings } from '../../core/sync/search-rows.ts';
import type { Cursor } from '../../core/store/admin-rows.ts';
import { isClosed } from '../../core/store/database.ts';
import { useReopenings } from '../../runtime/use-stored.ts';
import { currentReplica } from '../../runtime/auth/session.ts';
import { useCurrentReplica } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { syncNow, useSyncState } from './sync.ts';
import { useReplicaRead } from './use-replica-read.ts';
import { raise, rereadState, useReread, type ReadReplica } from './use-reread.ts';

/**
 * The ids of a list on this device, newest first; undefined before they are read, and while not
 * wanted.
 */
function useOrder(table: Entity, cursor: Cursor | undefined, isWanted: boolean): Ids | undefined {
  const read = useCallback<ReadReplica<Ids>>(
    (replica, signal) => readOrder(replica, table, signal),
    [table],
  );
  return useReread(isWanted ? read : null, cursor && rereadState(cursor, table));
}

/**
 * The ids that a filter keeps, as far as known: at first the earlier result, then the new matches,
 * which grow only at the end. Undefined while it keeps all rows. Without a search it prepares the
 * search texts, while they are wanted in memory.
 */
function useFindings<E extends Entity, SearchText>(
  table: E,
  order: Ids | undefined,
  filter: Filter<RowOf<E>, SearchText>,
): Findings | undefined {
  const { searchTextOf, isWanted, matches } = filter;
  const replica = useCurrentReplica()?.replica;
  const searchTexts = useMemo(
    () =>
      replica && searchTextOf && isWanted
        ? openSearchTexts(replica, { table, searchTextOf })
        : null,
    [replica, table, searchTextOf, isWanted],
  );
  const reopenings = useReopenings();
  const [known, setKnown] = useState<{ matches: typeof matches; findings: Findings }>();
  if (!matches && known) setKnown(undefined);

  useEffect(() => {
    if (!searchTexts || !order) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const search = async () => {
      if (!matches) {
        const loading = searchTexts.load(order, signal);
        while (!(await loading.next()).done);
        return;
      }
      for await (const findings of searchRows({ order, searchTexts, matches, signal })) {
        if (signal.aborted) return;
        setKnown((now) =>
          now?.matches === matches && isLess(findings, now.findings) ? now : { matches, findings },
        );
      }
    };
    search().catch((error: unknown) => isClosed(error) || setKnown(() => raise(error)));
    return () => leaving.abort();
  }, [searchTexts, order, matches, reopenings]);
  return matches && known?.findings;
}

/** True for a partial result: a changed list is filtered again, and no row disappears meanwhile. */
const isLess = (next: Findings, shown: Findings) =>
  !next.isComplete && (shown.isComplete || next.ids.length < shown.ids.length);

/** Prepares the search texts of a complete list for a first search. */
function usePrepared<E extends Entity, SearchText>(
  table: E,
  { searchTextOf, isWanted }: Filter<RowOf<E>, SearchText>,
  isHere: boolean,
): void {
  const replica = useCurrentReplica()?.replica;
  useEffect(() => {
    if (!replica || !searchTextOf || isWanted || !isHere) return;
    const leaving = new AbortController();
    void prepareSearchTexts(replica, { table, searchTextOf }, leaving.signal).catch(
      () => undefined,
    );
    return () => leaving.abort();
  }, [replica, table, searchTextOf, isWanted, isHere]);
}

/** Filters a list by a search text of each row. Memoise both functions. */
export interface Filter<Row, SearchText> {
  searchTextOf?: ((row: Row) => SearchText) | undefined;
  /** The loaded search texts, which `matches` reads. */
  isWanted?: boolean;
  /** Keeps the rows whose search text matches. */
  matches?: ((searchText: SearchText) => boolean) | undefined;
}

/**
 * The number of rows that a filter keeps, and the total; during filtering, the number kept so far.
 */
export interface Tally {
  matches: number;
  total: number;
  isComplete: boolean;
}

export type Rows<T extends KeptTable> =
  | { status: 'loading' }
  | ({
      status: 'ready';
      /** The ids of the list in order; all of them, unless it has more. */
      ids: Ids;
      /** This device has the whole list. */
      isComplete: boolean;
      /** The number of held rows. */
      unshown: number;
      /** Null without a filter. */
      tally: Tally | null;
      /** The ids that the filter keeps; undefined without a filter. */
      filtered: readonly string[] | undefined;
    } & Found<T>);

/** The part of a list to read. */
export interface Places {
  /** The first place, and the one after the last. */
  first: number;
  last: number;
  /** The id of one more row, for a list whose ids are all known. */
  also: string | null;
}

interface ListQuery<T extends Entity, SearchText> {
  /**
   * The rows to read. If not all ids are known, all rows up to the last; with `from`, this many
   * more after that one.
   */
  near: Places;
  /**
   * Reads all ids of the list first, so that rows can be read from any place. Only for newest
   * first.
   */
  whole?: boolean;
  filter: Filter<RowOf<T>, SearchText>;
  /** The id of a row to include among the ids, if it still exists. */
  from?: string | null;
  /** Rows created after this time, ISO 8601, are held back. */
  upTo?: string | null;
  /** Reads the rows in an order other than newest first. */
  read?: ReadRows<T> | undefined;
}

const LOADING = { status: 'loading' } as const;

/**
 * A list of the portal from this device's replica, without pending deletions. Opening it syncs it.
 */
export function useRows<T extends Entity, SearchText>(
  table: T,
  query: ListQuery<T, SearchText>,
): Rows<T> {
  const {
    near: { first, last, also },
    whole = false,
    filter,
    from = null,
    upTo = null,
    read = readKeptRows,
  } = query;
  const { failure } = useSyncState();
  useEffect(() => void syncNow(), [table]);

  const cursor = useReplicaRead((replica) => replica.readCursor(), []);
  const isHere = cursor !== undefined && isAllHere(cursor, table);
  const [isOpen, setOpen] = useState(false);
  // The first rows come before the rest of the list is read, unless the rest decides which they
  // are.
  const all = useOrder(
    table,
    cursor,
    filter.isWanted === true || (whole && isHere && (isOpen || from !== null)),
  );
  const findings = useFindings(table, all, filter);
  usePrepared(table, filter, isHere && isOpen);
  const order = whole ? (findings?.ids ?? (isHere ? all : undefined)) : undefined;

  const found = useReplicaRead(
    async (replica, userId) => {
      const [hidden, now] = await Promise.all([
        readHidden(db, userId, table),
        replica.readCursor(),
      ]);
      const unshown = upTo === null ? [] : await newerThan(replica, table, upTo).primaryKeys();
      for (const [, id] of unshown) hidden.add(id);
      const countShown = (ids: Ids) => countWithout(ids, hidden);
      const tally =
        findings && all
          ? {
              matches: countShown(findings.ids),
              total: countShown(all),
              isComplete: findings.isComplete,
            }
          : null;
      const facts = {
        isComplete: now !== undefined && isAllHere(now, table),
        unshown: unshown.length,
        tally,
        filtered: findings?.ids,
      };
      const goesOn = findings?.isComplete === false;
      if (order)
        return {
          ...(await readWindow<T>(replica, { table, order, hidden, first, last, also })),
          hasMore: goesOn,
          isOrdered: true,
          ...facts,
        };
      const rows = await read(replica, {
        table,
        limit: last,
        from: whole ? null : from,
        hidden,
        among: findings?.ids,
      });
      return { ...rows, ids: rows.rows.map(({ id }) => id), isOrdered: false, ...facts };
    },
    [table, first, last, also, from, upTo, findings, all, order, read],
  );
  const isFound = found !== undefined;
  useEffect(() => {
    const timer = setTimeout(setOpen, 0, isFound);
    return () => clearTimeout(timer);
  }, [isFound]);

  const isKnown = found && (found.isComplete || found.rows.length > 0 || failure !== null);
  // The row that the list opens at may be at any place.
  const isPlaced = !whole || from === null || found?.isOrdered || !found?.isComplete;
  // With a search in the address, the list does not open with all rows: it keeps its rows until the
  // first match.
  const [wasReady, setWasReady] = useState(false);
  const isNarrowed = !filter.matches || found?.tally != null || wasReady;
  const isReady = isKnown === true && isPlaced && isNarrowed;
  if (isReady && !wasReady) setWasReady(true);
  return useMemo(
    () => (found && isReady ? { status: 'ready', ...found } : LOADING),
    [found, isReady],
  );
}

/**
 * The title of an application's position; null when this device does not know it, undefined while
 * it is read.
 */
export function usePostingTitle({
  id,
  career_id,
}: RowOf<'job_applications'>): string | null | undefined {
  return useReplicaRead((replica) => readPostingTitle(replica, { id, career_id }), [id, career_id]);
}

/**
 * When the newest and the oldest row of a list were created, ISO 8601; undefined until read, and
 * without rows.
 */
export function useSpan(table: Entity, ids: Ids): { newest: string; oldest: string } | undefined {
  const [first, last] = [ids.at(0) ?? '', ids.at(-1) ?? ''];
  return useReplicaRead(
    async (replica) => {
      const [newest, oldest] = await replica.keptRows.bulkGet([
        [table, first],
        [table, last],
      ]);
      return newest && oldest && { newest: newest.createdAt, oldest: oldest.createdAt };
    },
    [table, first, last],
  );
}

/**
 * The place in a list, newest first, of the newest row created before a time, in milliseconds since
 * 1970; the list's length if none was.
 */
export async function findPlace(table: Entity, ids: Ids, before: number): Promise<number> {
  const current = currentReplica();
  return current ? placeBefore(current.replica, { table, ids, before }) : 0;
}
