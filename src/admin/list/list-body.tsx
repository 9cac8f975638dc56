import type { ReactNode } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { DELETION_TEXTS } from './deletion-texts.ts';
import { ListNotice } from './list-notice.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ShowMore } from './show-more.tsx';
import type { EntityList } from './use-entity-list.ts';

interface ListBodyProps<E extends Entity> {
  entity: E;
  entityList: EntityList<E>;
  /** Stands there until the first copy of the list is here. */
  loading: ReactNode;
  empty: ReactNode;
  /** Draws the rows. */
  children: (rows: RowOf<E>[]) => ReactNode;
}

/** The rows with what can be done to them, or what stands in their place. */
export function ListBody<E extends Entity>({ entity, entityList, loading, empty, children }: ListBodyProps<E>) {
  const { list, selection, deleteSelected, showMore } = entityList;
  if (list.status === 'loading') return loading;
  const { rows, hasMore, isComplete } = list;
  if (rows.length === 0) return isComplete ? <ListNotice>{empty}</ListNotice> : <NotLoaded entity={entity} />;
  return (
    <>
      <SelectionBar rows={rows} selection={selection} texts={DELETION_TEXTS[entity]} onDelete={() => void deleteSelected()} />
      {children(rows)}
      {hasMore && <ShowMore shown={rows.length} onMore={showMore} />}
    </>
  );
}
