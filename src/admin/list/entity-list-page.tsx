import type { ReactNode } from 'react';
import type { Entity } from '../../core/domain/entities.ts';
import { useLateAlerts } from '../../runtime/portal/use-alerts.ts';
import { DELETION_TEXTS } from './deletion-texts.ts';
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
  const search = useSearch(screen.searchText);
  const entityList = useEntityList(screen.entity, search.matches);
  const alerts = useLateAlerts();
  useFetchFailure(screen.fetchFailed);
  const { Card } = screen;

  return (
    <div className="grid gap-5">
      <ListHeader title={screen.title} subtitle={screen.subtitle} action={action} />
      <WaitingDeletions
        waiting={entityList.waiting}
        texts={DELETION_TEXTS[screen.entity]}
        onTakeBack={entityList.takeBack}
      />
      {children}
      <SearchField label={screen.searchLabel} search={search} />
      <ListBody
        screen={screen}
        entityList={entityList}
        isSearched={search.matches !== undefined}
        renderCard={(row) => <Card row={row} alert={alerts.get(row.id)} />}
      />
    </div>
  );
}
