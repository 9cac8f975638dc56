import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { PendingDeletion } from '../../core/changes/pending.ts';
import { ENTITIES, type Entity } from '../../core/domain/entities.ts';
import { NO_IDS, type Ids } from '../../core/domain/ids.ts';
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
  /** How many of those shown are selected. */
  count: number;
  toggle: (id: string) => void;
  /** Ticks all that are shown, or none when all are selected. */
  toggleAll: () => void;
  clear: () => void;
}

/** The selected rows. A row that is not shown never counts: nobody deletes rows unseen. */
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

/** Rows, by their ids, with the path of the file that goes with each; null when there is none. */
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
  /** Deletions that wait for a connection, and long ones. */
  waiting: PendingDeletion[];
  /** Deletes rows, by their ids, and tells the person what became of it. */
  remove: (ids: readonly string[]) => Promise<void>;
  /** Takes back a deletion that waits, or says that it is too late. */
  takeBack: (id: string) => Promise<void>;
}

/** Deleting from a list, with a connection and without. */
function useDeletion(entity: Entity): Deletion {
  const pending = usePendingDeletions(entity);
  // Those made on this screen: until one is known to have to wait, it is not called waiting.
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const waiting = pending.filter(
    ({ id, isLong, canTakeBack }) => !own.has(id) || (isLong && !canTakeBack),
  );

  return {
    waiting,
    remove: async (ids) => {
      const id = crypto.randomUUID();
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

/** How many rows a list begins with. One that has no more is drawn whole. */
export const WHOLE_ROWS = 50;
const BEGINNING: Places = { first: 0, last: WHOLE_ROWS, also: null };
const NO_FILTER = {};

export interface ListOptions<E extends Entity, SearchText> {
  filter?: Filter<RowOf<E>, SearchText>;
  /** The id of a row that is to be among those shown first. */
  from?: string | null;
  /** Rows that were made after this time, ISO 8601, are held back. */
  upTo?: string | null;
  /** Reads the rows in another order than newest first. */
  read?: ReadRows<E> | undefined;
  /** A window moves over the whole list, and only the rows near it are read. Else the list grows by fifty rows. */
  isWindow?: boolean;
}

export interface EntityList<E extends Entity> {
  /** The rows of this device's replica in their order: as many as are shown, or those near the window. */
  list: Rows<E>;
  selection: Selection;
  waiting: Deletion['waiting'];
  takeBack: Deletion['takeBack'];
  /** Deletes the selected rows: gone from the list at once, and back in it when the server says no. */
  deleteSelected: () => Promise<void>;
  /** The places whose rows are read. */
  near: Places;
  /** Moves the window. */
  moveTo: (near: Places) => void;
  /** Shows fifty more. */
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
  // Fifty cards are a long task when they are drawn at once. A window draws few, and those in the frame that it moves in.
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

/** When the newest row of a whole list was made, ISO 8601; empty when it has none, null while that is not known. */
export function newestTime<E extends Entity>(list: Rows<E>): string | null {
  if (list.status !== 'ready' || !list.isComplete) return null;
  const first = list.ids.at(0);
  return first === undefined ? '' : (list.rows.find(({ id }) => id === first)?.created_at ?? null);
}

/** What the portal's frame says all the time it lasts: nobody asked our server. */
const UNREACHED = new Set<SyncFailure['cause'] | undefined>(['offline', 'not-our-server']);

/**
 * Shows once that the server did not give a list, until it does: this text, or the server's message. What is on this device stays
 * readable.
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
    void notify.error('Error', { id: description, description });
  }, [isSyncing, why, text]);
}
