import type { ReactNode } from 'react';
import type { Entity } from '../../core/domain/entities.ts';
import { useLateAlerts } from '../../runtime/portal/use-alerts.ts';
import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { DELETION_TEXTS } from './deletion-texts.ts';
import { EntityGrid } from './entity-grid.tsx';
import { ListBody } from './list-body.tsx';
import { ListHeader } from './list-header.tsx';
import type { ListScreen } from './list-screen.ts';
import { SearchField } from './search-field.tsx';
import { useEntityList } from './use-entity-list.ts';
import { useFetchFailure } from './use-fetch-failure.ts';
import { useSearch } from './use-search.ts';
import { WaitingDeletions } from './waiting-deletions.tsx';

interface EntityListPageProps<E extends Entity> {
  screen: ListScreen<E>;
  action?: ReactNode;
  /** What stands above the rows. */
  children?: ReactNode;
}

/** A whole screen with one list: read, searched, ticked and deleted, with a connection and without. */
export function EntityListPage<E extends Entity>({ screen, action, children }: EntityListPageProps<E>) {
  const { entity, title, nameOf, Card } = screen;
  const search = useSearch(screen.searchText);
  const entityList = useEntityList(entity, search.filter);
  const { waiting, takeBack, selection } = entityList;
  const alerts = useLateAlerts();
  useFetchFailure(screen.fetchFailed);

  return (
    <div className="grid gap-4">
      <ListHeader title={title} subtitle={screen.subtitle} action={action} />
      <WaitingDeletions waiting={waiting} texts={DELETION_TEXTS[entity]} onTakeBack={takeBack} />
      {children}
      <SearchField label={screen.searchLabel} search={search} />
      <ListBody
        entity={entity}
        entityList={entityList}
        loading={<SkeletonList label={`Loading ${title}`} count={3} className="grid gap-3" itemClassName="h-44" />}
        empty={search.filter.matches ? 'Nothing matches your search.' : screen.empty}
      >
        {(rows) => (
          <EntityGrid
            label={title}
            rows={rows}
            selection={selection}
            nameOf={nameOf}
            renderCard={(row) => <Card row={row} alert={alerts.get(row.id)} />}
          />
        )}
      </ListBody>
    </div>
  );
}
