import type { ReactNode } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { DELETION_TEXTS } from '../list/deletion-texts.ts';
import { ListNotice } from '../list/list-notice.tsx';
import { NotLoaded } from '../list/not-loaded.tsx';
import { SelectionBar } from '../list/selection-bar.tsx';
import { ShowMore } from '../list/show-more.tsx';
import type { EntityList } from '../list/use-entity-list.ts';

interface ContentBodyProps<E extends Entity> {
  entity: E;
  entityList: EntityList<E>;
  loading: string;
  empty: string;
  /** Draws the rows. */
  children: (rows: RowOf<E>[]) => ReactNode;
}

/** The rows of what staff publish, or what stands in their place. */
export function ContentBody<E extends Entity>({ entity, entityList, loading, empty, children }: ContentBodyProps<E>) {
  const { list, selection, deleteSelected, showMore } = entityList;
  if (list.status === 'loading') {
    return (
      <ListNotice>
        <p role="status">{loading}</p>
      </ListNotice>
    );
  }
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
