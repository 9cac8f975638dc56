import { useCallback, useMemo, useState } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { useOverdueAlerts } from './use-alerts.ts';
import { useNewRowsBar, useLastVisit } from './new-rows.ts';
import { PagePrint } from '../print/page-print.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { DELETION_TEXTS } from './deletion-texts.ts';
import { EntityGrid } from './entity-grid.tsx';
import { FoundIn } from './found-in.tsx';
import { NewRowsBar } from './new-rows-bar.tsx';
import { ListBody, ListHeader } from './list-body.tsx';
import type { ListScreen } from './list-screen.ts';
import { ListTools } from './list-tools.tsx';
import { ListMarksContext } from './marks.tsx';
import { useSearch } from './search.tsx';
import { useFetchFailure } from './fetch-failure.ts';
import { useEntityList, useNewest, type Arrange } from './use-entity-list.ts';
import { useListParams, useOpeningPlace, usePlace } from './list-address.ts';
import { WaitingDeletions } from './waiting-deletions.tsx';
import type { Elements } from '../../ui/elements.ts';

interface EntityListPageProps<E extends Entity> {
  screen: ListScreen<E>;
  /** An order other than newest first, which draws itself. */
  arrange?: Arrange<ReplicaRow<E>> | undefined;
  action?: Elements;
  /** See `ListHeader`. */
  add?: Elements;
  /** The content above the rows. */
  children?: Elements;
}

const NO_ROWS: never[] = [];

/** A screen with one list: read, searched, selected and deleted, online and offline. */
export function EntityListPage<E extends Entity>({
  screen,
  arrange,
  action,
  add,
  children,
}: EntityListPageProps<E>) {
  const { entity, title, nameOf, Card, isCompact = false, isListed } = screen;
  const search = useSearch(screen);
  const { terms, matches, isTyping } = search;
  const newRows = useNewRowsBar(entity, matches);
  const from = useOpeningPlace();
  const [, change] = useListParams();
  const entityList = useEntityList(entity, {
    matches,
    isTyping,
    from: from?.place ?? null,
    upTo: newRows.upTo,
    added: newRows.added,
    arrange,
    isListed,
  });
  const { list, waiting, undo, selection } = entityList;
  const ready = list.status === 'ready' ? list : null;
  usePlace(ready?.shown ?? NO_ROWS, from);
  const newest = useNewest(entity);
  const newSince = useLastVisit(entity, matches ? null : (newRows.upTo ?? newest));
  const alerts = useOverdueAlerts();
  useFetchFailure(screen.fetchFailed);
  const renderCard = useCallback(
    (row: ReplicaRow<E>) => (
      <>
        <Card row={row} alert={alerts.get(row.id)} />
        <FoundIn fields={screen.fields} row={row} />
      </>
    ),
    [Card, alerts, screen.fields],
  );
  // The query of the rows shown: marking those that a search is about to remove would delay it.
  const [shownTerms, setShownTerms] = useState(terms);
  if (!entityList.isBusy && shownTerms !== terms) setShownTerms(terms);
  const marks = useMemo(() => ({ terms: shownTerms, newSince }), [shownTerms, newSince]);
  const showNew = () => {
    newRows.show();
    // Without its place in the address, the list begins at its beginning.
    change({});
  };
  const grid = (drawn: readonly ReplicaRow<E>[], label: string) => (
    <EntityGrid
      label={label}
      rows={drawn}
      selection={selection}
      nameOf={nameOf}
      renderCard={renderCard}
      isCompact={isCompact}
      isBrief={arrange !== undefined}
    />
  );

  return (
    <div className="flex flex-col gap-4 wide:gap-3">
      <ListHeader title={title} subtitle={screen.subtitle} action={action} add={add} />
      <WaitingDeletions waiting={waiting} texts={DELETION_TEXTS[entity]} onUndo={undo} />
      {children}
      <ListTools
        screen={screen}
        search={search}
        tally={ready && !entityList.isBusy ? ready.tally : null}
      />
      <NewRowsBar entity={entity} count={ready?.newCount ?? 0} onShow={showNew} />
      {ready && <PagePrint screen={screen} list={ready} />}
      <ListMarksContext value={marks}>
        <ListBody
          entity={entity}
          entityList={entityList}
          loading={
            <SkeletonList
              label={`Loading ${title}`}
              count={3}
              className="grid gap-3"
              itemClassName={isCompact ? 'h-44 wide:h-19' : 'h-44'}
            />
          }
          empty={
            <>
              <p>{matches ? 'Nothing matches your search.' : screen.empty}</p>
              <p className="text-base font-normal text-muted">
                {matches
                  ? 'Check the spelling, or press Show all for the whole list.'
                  : screen.emptyHint}
              </p>
            </>
          }
          isBrief={arrange !== undefined}
          SelectionCommands={screen.SelectionCommands}
          DeletionNotice={screen.DeletionNotice}
        >
          {(shown) => (ready?.draw ? ready.draw(shown, grid) : grid(shown, title))}
        </ListBody>
      </ListMarksContext>
    </div>
  );
}
