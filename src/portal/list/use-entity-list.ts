import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { WaitingDeletion } from '../../core/mutations/deletion.ts';
import { ENTITIES, type Entity } from '../../core/domain/entities.ts';
import { isVisit } from '../../core/domain/visits.ts';
import { mintId } from '../../core/domain/mint-id.ts';
import type { RemovedRow } from '../../core/mutations/row-removal.ts';
import { removeRows } from './remove-rows.ts';
import { syncNow, useSyncState } from '../sync/sync.ts';
import { useList } from '../sync/use-lists.ts';
import { useWaitingDeletions } from './use-waiting.ts';
import { outbox } from '../../runtime/outbox.ts';
import { notify } from '../../ui/toast.ts';
import type { Elements } from '../../ui/elements.ts';
import { announceDeletion } from './deletion-texts.ts';
import { placeOf } from './list-address.ts';
import { useFiltered, type Matches } from './use-filtered.ts';
import { useSlice, type Slice } from './use-slice.ts';

export type Rows = readonly { id: string }[];

export interface Selection {
  selectedRows: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects all rows of the list, those that it has not grown to too; none when all are selected. */
  toggleAll: () => void;
  clear: () => void;
}

const NOBODY: ReadonlySet<string> = new Set();
const NO_ROWS: never[] = [];

/**
 * A list's selection, and its rows. A row that a search or a closed group hides never counts: nobody
 * deletes rows unseen.
 */
function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
): { selection: Selection; selected: readonly Row[] } {
  const [selectedRows, setSelectedRows] = useState(NOBODY);
  const selected = useMemo(
    () => (selectedRows.size > 0 ? rows.filter(({ id }) => selectedRows.has(id)) : NO_ROWS),
    [rows, selectedRows],
  );

  const selection = {
    selectedRows,
    toggle: (id: string) => {
      const next = new Set(selectedRows);
      if (!next.delete(id)) next.add(id);
      setSelectedRows(next);
    },
    toggleAll: () =>
      setSelectedRows(selected.length === rows.length ? NOBODY : new Set(rows.map(({ id }) => id))),
    clear: () => setSelectedRows(NOBODY),
  };
  return { selection, selected };
}

/** Names rows for a deletion, with the path of each row's file; null without one. */
function withPaths(entity: Entity, rows: Rows): RemovedRow[] {
  const { files } = ENTITIES[entity];
  return rows.map((row) => {
    const path = files && (row as Record<string, unknown>)[files.column];
    return { id: row.id, path: typeof path === 'string' ? path : null };
  });
}

export interface Deletion {
  waiting: WaitingDeletion[];
  /** Deletes rows, and shows the outcome. */
  remove: (rows: Rows) => Promise<void>;
  /** Undoes a waiting deletion and resolves with true, or says that it is too late. */
  undo: (id: string) => Promise<boolean>;
}

/** Deleting from a list, with a connection and without. */
function useDeletion(entity: Entity): Deletion {
  const pending = useWaitingDeletions(entity);
  // Those made on this screen: not shown as waiting before one is known to wait.
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const waiting = pending.filter(({ id, isLong, canUndo }) => !own.has(id) || (isLong && !canUndo));

  return {
    waiting,
    remove: async (rows) => {
      const id = mintId();
      setOwn((known) => new Set([...known, id]));
      const result = await removeRows(entity, withPaths(entity, rows), id);
      if (result.outcome === 'waiting')
        setOwn((known) => new Set([...known].filter((other) => other !== id)));
      announceDeletion(entity, rows.length, result);
    },
    undo: async (id) => {
      const isUndone = await outbox.undo(id, false);
      if (!isUndone)
        void notify.info('It’s too late to undo this: the deletion has already started.');
      return isUndone;
    },
  };
}

/** A list on paper. */
export interface Paper<Row> {
  sections: readonly { title: string | null; rows: readonly Row[] }[];
  /** Closed groups, each with its count. */
  leftOut: readonly string[];
}

export interface Arranged<Row> {
  /** The rows that the list grows to, in order. */
  rows: readonly Row[];
  /** These, and those in closed groups. */
  all: readonly Row[];
  /** The groups of the screen, whole; absent in a list without groups. */
  paper?: Paper<Row>;
  /** Draws the shown rows in groups. `grid` draws some of the rows, which `label` names. */
  draw?: (
    shown: readonly Row[],
    grid: (rows: readonly Row[], label: string) => Elements,
  ) => Elements;
}

/** Puts a list's rows, newest first, into the order of its screen. Memoise it. */
export type Arrange<Row> = (
  rows: readonly Row[],
  asked: {
    /** The id of the row at which the list opens. */
    from: string | null;
    /** A search or filter left some rows out. */
    isFiltered: boolean;
  },
) => Arranged<Row>;

const newestFirst = <Row>(rows: readonly Row[]): Arranged<Row> => ({ rows, all: rows });

/** The number of rows that a filter keeps, and the total. */
export interface Tally {
  matches: number;
  total: number;
}

/** A list as its screen shows it. */
export type ListView<E extends Entity> =
  | { status: 'loading' }
  | ({
      status: 'ready';
      /** False while the list has only its newest rows. */
      isRead: boolean;
      /** This device has the whole list. */
      isComplete: boolean;
      /** A search or filter is running, or rows are still read. */
      isBusy: boolean;
      /** The number of new rows that are not shown yet. */
      newCount: number;
      /** Null without a filter. */
      tally: Tally | null;
      /** The whole list of the current search and filter, as the screen orders it. */
      readPaper: () => Paper<ReplicaRow<E>>;
    } & Arranged<ReplicaRow<E>> &
      Pick<Slice<ReplicaRow<E>>, 'shown' | 'hasAbove' | 'hasBelow'>);

export interface ListOptions<E extends Entity> {
  /** Keeps the rows of search and filter; absent, every row stays. Memoise it. */
  matches?: Matches<ReplicaRow<E>> | undefined;
  /** `matches` is not yet that of the typed text. */
  isTyping?: boolean;
  /** The id of the row at which the list opens. */
  from?: string | null;
  /** Rows created after this time, ISO 8601, are not shown yet, but for those `added` here. */
  upTo?: string | null;
  added?: ReadonlySet<string>;
  arrange?: Arrange<ReplicaRow<E>> | undefined;
  /** Keeps the rows that the list has newest first, without search and filter. Memoise it. */
  isListed?: Matches<ReplicaRow<E>> | undefined;
}

const LOADING = { status: 'loading' } as const;

/** A list of the portal, and how it grows. Opening it syncs it. */
function useListView<E extends Entity>(
  entity: E,
  { matches, isTyping = false, from = null, upTo = null, added, arrange, isListed }: ListOptions<E>,
): { list: ListView<E>; slice: Slice<ReplicaRow<E>> } {
  useEffect(() => void syncNow(), [entity]);
  const { failure } = useSyncState();
  const { rows, isRead, isComplete } = useList(entity);
  const arrived = useMemo(() => {
    if (upTo === null || rows.every(({ created_at }) => created_at <= upTo)) return rows;
    return rows.filter((row) => row.created_at <= upTo || added?.has(row.id) || isVisit(row));
  }, [rows, upTo, added]);
  const keeps = useMemo(
    () =>
      arrange || !isListed
        ? undefined
        : (row: ReplicaRow<E>) => isListed(row) || placeOf(row.id) === from,
    [arrange, isListed, from],
  );
  const filtered = useFiltered(arrived, matches, isRead, keeps);
  const asked = useMemo(() => ({ from, isFiltered: matches !== undefined }), [from, matches]);
  const inOrder = arrange ?? newestFirst;
  const arranged = useMemo(() => inOrder(filtered.rows, asked), [inOrder, filtered.rows, asked]);
  const slice = useSlice(arranged.rows, { from, matches, isArranged: arrange !== undefined });

  // The row that the list opens at may be at any place, and so may the first row of another order.
  const isPlaced = isRead || (from === null && !arrange);
  const isHere = isComplete || rows.length > 0 || (isRead && failure !== null);
  const isReady = isHere && isPlaced && filtered.isKnown;
  const isBusy = isTyping || filtered.isBusy || !isRead;
  const { filterNow } = filtered;
  const { shown, hasAbove, hasBelow } = slice;
  const [newCount, total] = [rows.length - arrived.length, arrived.length];
  const list = useMemo(
    (): ListView<E> =>
      isReady
        ? {
            status: 'ready',
            ...arranged,
            shown,
            hasAbove,
            hasBelow,
            isRead,
            isComplete,
            isBusy,
            newCount,
            tally: asked.isFiltered ? { matches: arranged.all.length, total } : null,
            readPaper: () => {
              const { all, paper } = inOrder(filterNow(), asked);
              return paper ?? { sections: [{ title: null, rows: all }], leftOut: [] };
            },
          }
        : LOADING,
    [
      isReady,
      arranged,
      shown,
      hasAbove,
      hasBelow,
      isRead,
      isComplete,
      isBusy,
      newCount,
      total,
      asked,
      inOrder,
      filterNow,
    ],
  );
  return { list, slice };
}

export interface EntityList<E extends Entity> {
  list: ListView<E>;
  /** The rows are not those of the current search and filter yet. */
  isBusy: boolean;
  selection: Selection;
  selected: readonly ReplicaRow<E>[];
  waiting: Deletion['waiting'];
  undo: Deletion['undo'];
  /** Deletes the selected rows: hidden at once, and shown again after a refusal. */
  deleteSelected: () => Promise<void>;
  /** Each shows fifty more rows. */
  showAbove: () => void;
  showBelow: () => void;
}

/** A list of the portal: its rows, which of them are selected, and deleting these. */
export function useEntityList<E extends Entity>(
  entity: E,
  options: ListOptions<E> = {},
): EntityList<E> {
  const { list: now, slice } = useListView(entity, options);
  // Drawing fifty cards at once is a long task.
  const list = useDeferredValue(now);
  const { selection, selected } = useSelection(list.status === 'ready' ? list.rows : NO_ROWS);
  const deletion = useDeletion(entity);

  return {
    list,
    isBusy: list !== now || (list.status === 'ready' && list.isBusy),
    selection,
    selected,
    waiting: deletion.waiting,
    undo: deletion.undo,
    deleteSelected: async () => {
      selection.clear();
      await deletion.remove(selected);
    },
    showAbove: slice.showAbove,
    showBelow: slice.showBelow,
  };
}

/**
 * When the newest row of a whole list was created, ISO 8601; empty without rows, null while
 * unknown.
 */
export function useNewest(entity: Entity): string | null {
  const { isComplete, newest } = useList(entity);
  return isComplete ? newest : null;
}
