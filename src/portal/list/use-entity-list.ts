import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { PendingDeletion } from '../../core/changes/pending.ts';
import { ENTITIES, type Entity } from '../../core/domain/entities.ts';
import { NO_IDS, type Ids } from '../../core/domain/ids.ts';
import { mintId } from '../../core/domain/mint-id.ts';
import { RowSelection } from '../../core/domain/selection.ts';
import type { ReadRows } from '../../core/sync/read-replica.ts';
import { removeRows, takeBackDeletion } from '../sync/change-commands.ts';
import { useSyncState, type SyncFailure } from '../sync/sync.ts';
import { usePendingDeletions } from '../sync/use-pending.ts';
import { readNamedRows } from '../sync/read-all-rows.ts';
import { useRows, type Filter, type Places, type Rows } from '../sync/use-rows.ts';
import { notify } from '../../ui/toast.ts';
import { syncText } from '../causes.ts';
import { announceDeletion } from './deletion-texts.ts';

export interface Selection {
  selectedRows: RowSelection;
  /** The number of shown rows that are selected. */
  count: number;
  toggle: (id: string) => void;
  /** Selects all shown rows, or none when all are selected. */
  toggleAll: () => void;
  clear: () => void;
}

/** The selected rows. A hidden row never counts: nobody deletes rows unseen. */
function useSelection(shown: Ids): Selection {
  const [selectedRows, setSelectedRows] = useState(RowSelection.none);
  const count = useMemo(() => selectedRows.countIn(shown), [shown, selectedRows]);

  return {
    selectedRows,
    count,
    toggle: (id) => setSelectedRows(selectedRows.toggle(id)),
    toggleAll: () =>
      setSelectedRows(count === shown.length ? RowSelection.none : RowSelection.all(shown)),
    clear: () => setSelectedRows(RowSelection.none),
  };
}

/** Rows by id, with the path of each row's file; null without one. */
async function withPaths(
  entity: Entity,
  ids: readonly string[],
): Promise<{ id: string; path: string | null }[]> {
  const { files } = ENTITIES[entity];
  if (!files) return ids.map((id) => ({ id, path: null }));
  return (await readNamedRows(entity, ids)).map((row) => {
    const path = (row as Record<string, unknown>)[files.column];
    return { id: row.id, path: typeof path === 'string' ? path : null };
  });
}

export interface Deletion {
  /** Waiting and long deletions. */
  waiting: PendingDeletion[];
  /** Deletes rows by id, and shows the outcome. */
  remove: (ids: readonly string[]) => Promise<void>;
  /** Undoes a waiting deletion, or says that it is too late. */
  takeBack: (id: string) => Promise<void>;
}

/** Deleting from a list, with a connection and without. */
function useDeletion(entity: Entity): Deletion {
  const pending = usePendingDeletions(entity);
  // Those made on this screen: not shown as waiting before one is known to wait.
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const waiting = pending.filter(
    ({ id, isLong, canTakeBack }) => !own.has(id) || (isLong && !canTakeBack),
  );

  return {
    waiting,
    remove: async (ids) => {
      const id = mintId();
      setOwn((known) => new Set([...known, id]));
      const rows = await withPaths(entity, ids);
      const result = await removeRows(entity, rows, id);
      if (result.outcome === 'waiting')
        setOwn((known) => new Set([...known].filter((other) => other !== id)));
      announceDeletion(entity, rows.length, result);
    },
    takeBack: async (id) => {
      if (!(await takeBackDeletion(id)))
        void notify.info('It’s too late to undo this: the deletion has already started.');
    },
  };
}

/** The number of rows that a list starts with. A shorter list is drawn whole. */
export const WHOLE_ROWS = 50;
const BEGINNING: Places = { first: 0, last: WHOLE_ROWS, also: null };
const NO_FILTER = {};

export interface ListOptions<E extends Entity, SearchText> {
  filter?: Filter<RowOf<E>, SearchText>;
  /** The id of a row to include among the first rows. */
  from?: string | null;
  /** Rows created after this time, ISO 8601, are held back. */
  upTo?: string | null;
  /** Reads the rows in an order other than newest first. */
  read?: ReadRows<E> | undefined;
  /**
   * A window moves over the whole list, and only rows near it are read. Otherwise the list grows by
   * fifty rows.
   */
  isWindow?: boolean;
}

export interface EntityList<E extends Entity> {
  /** The rows of this device's replica in order: those shown, or those near the window. */
  list: Rows<E>;
  selection: Selection;
  waiting: Deletion['waiting'];
  takeBack: Deletion['takeBack'];
  /** Deletes the selected rows: hidden at once, and shown again after a refusal. */
  deleteSelected: () => Promise<void>;
  /** The places to read. */
  near: Places;
  /** Moves the window. */
  moveTo: (near: Places) => void;
  /** Shows fifty more rows. */
  showMore: () => void;
}

/** A list of the portal: its rows, which of them are selected, and deleting these. */
export function useEntityList<E extends Entity, SearchText = never>(
  entity: E,
  options: ListOptions<E, SearchText> = {},
): EntityList<E> {
  const { filter = NO_FILTER, isWindow = false, ...order } = options;
  const [{ near, ofWindow }, setNear] = useState({ near: BEGINNING, ofWindow: isWindow });
  if (ofWindow !== isWindow) setNear({ near: BEGINNING, ofWindow: isWindow });
  const read = useRows(entity, { ...order, near, whole: isWindow, filter });
  // Drawing fifty cards at once is a long task. A window draws few, in the frame in which it moves.
  const unhurried = useDeferredValue(read);
  const list = isWindow ? read : unhurried;
  const ids = list.status === 'ready' ? list.ids : NO_IDS;
  const selection = useSelection(ids);
  const deletion = useDeletion(entity);

  return {
    list,
    selection,
    waiting: deletion.waiting,
    takeBack: deletion.takeBack,
    deleteSelected: async () => {
      selection.clear();
      await deletion.remove(selection.selectedRows.among(ids));
    },
    near,
    moveTo: (places) => setNear({ near: places, ofWindow: isWindow }),
    showMore: () =>
      setNear({ near: { first: 0, last: near.last + WHOLE_ROWS, also: null }, ofWindow: isWindow }),
  };
}

/**
 * When the newest row of a whole list was created, ISO 8601; empty without rows, null while
 * unknown.
 */
export function newestTime<E extends Entity>(list: Rows<E>): string | null {
  if (list.status !== 'ready' || !list.isComplete) return null;
  const first = list.ids.at(0);
  return first === undefined ? '' : (list.rows.find(({ id }) => id === first)?.created_at ?? null);
}

/** The portal's frame shows this state, in which our server was not reached. */
const UNREACHED = new Set<SyncFailure['cause'] | undefined>(['offline', 'not-our-server']);

/**
 * Shows once that the server did not return a list, until it does: this text, or the server's
 * message. This device's rows stay readable.
 */
export function useFetchFailure(text?: string): void {
  const { isSyncing, failure } = useSyncState();
  const why = failure && !UNREACHED.has(failure.cause) ? syncText(failure) : null;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (why === null) told.current = null;
    if (isSyncing || why === told.current) return;
    told.current = why;
    const description = text ?? why ?? '';
    // Replaces the message of a sync by hand.
    void notify.error('Error', { id: 'sync', description });
  }, [isSyncing, why, text]);
}
