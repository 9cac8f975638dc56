import { useState } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { useRows, type Filter, type Rows } from '../../runtime/portal/use-rows.ts';
import { useDeletion, type Deletion } from './use-deletion.ts';
import { useSelection, type Selection } from './use-selection.ts';

const STEP = 50;
const NO_ROWS: never[] = [];
const NO_FILTER = {};

export interface EntityList<E extends Entity> {
  /** The rows of this device's copy, newest first, as many as are shown. */
  list: Rows<E>;
  selection: Selection;
  waiting: Deletion['waiting'];
  takeBack: Deletion['takeBack'];
  /** Deletes the ticked rows: gone from the list at once, and back in it when the server says no. */
  deleteSelected: () => Promise<void>;
  /** Shows fifty more. */
  showMore: () => void;
}

/** A list of the portal: its rows, which of them are ticked, and deleting these. */
export function useEntityList<E extends Entity>(entity: E, filter: Filter<RowOf<E>> = NO_FILTER): EntityList<E> {
  const [limit, setLimit] = useState(STEP);
  const list = useRows(entity, limit, filter);
  const rows = list.status === 'ready' ? list.rows : NO_ROWS;
  const selection = useSelection(rows);
  const deletion = useDeletion(entity);

  return {
    list,
    selection,
    waiting: deletion.waiting,
    takeBack: deletion.takeBack,
    deleteSelected: async () => {
      selection.clear();
      await deletion.remove(rows.filter(({ id }) => selection.ids.has(id)));
    },
    showMore: () => setLimit((shown) => shown + STEP),
  };
}
