import type { ReactNode } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { DELETION_TEXTS } from './deletion-texts.ts';
import { EntityGrid } from './entity-grid.tsx';
import { ListNotice } from './list-notice.tsx';
import type { ListScreen } from './list-screen.ts';
import { NotLoaded } from './not-loaded.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ShowMore } from './show-more.tsx';
import type { EntityList } from './use-entity-list.ts';

interface ListBodyProps<E extends Entity> {
  screen: ListScreen<E>;
  entityList: EntityList<E>;
  isSearched: boolean;
  renderCard: (row: RowOf<E>) => ReactNode;
}

/** The rows, or what stands in their place. */
export function ListBody<E extends Entity>({ screen, entityList, isSearched, renderCard }: ListBodyProps<E>) {
  const { list, selection, deleteSelected, showMore } = entityList;
  if (list.status === 'loading') {
    return <SkeletonList label={`Loading ${screen.title}`} count={3} className="grid gap-3" itemClassName="h-44" />;
  }
  const { rows, hasMore, isComplete } = list;
  if (rows.length === 0 && isSearched) return <ListNotice>Nothing matches your search.</ListNotice>;
  if (rows.length === 0) return isComplete ? <ListNotice>{screen.empty}</ListNotice> : <NotLoaded entity={screen.entity} />;

  return (
    <>
      <SelectionBar rows={rows} selection={selection} texts={DELETION_TEXTS[screen.entity]} onDelete={() => void deleteSelected()} />
      <EntityGrid label={screen.title} rows={rows} selection={selection} nameOf={screen.nameOf} renderCard={renderCard} />
      {hasMore && <ShowMore shown={rows.length} onMore={showMore} />}
    </>
  );
}
