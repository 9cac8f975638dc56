import { useCallback, useMemo, useRef } from 'react';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { NO_IDS } from '../../core/domain/ids.ts';
import type { ReadRows } from '../../core/sync/read-replica.ts';
import { useOverdueAlerts } from '../sync/use-alerts.ts';
import { useUnshownRows, useLastVisit } from '../sync/new-rows.ts';
import { PagePrint } from '../print/page-print.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { DELETION_TEXTS } from './deletion-texts.ts';
import { EntityGrid, selectBoxId } from './entity-grid.tsx';
import { UnshownRowsBar } from './unshown-rows-bar.tsx';
import { ListBody, ListHeader } from './list-body.tsx';
import type { ListScreen } from './list-screen.ts';
import { ListTools } from './list-tools.tsx';
import { ListMarksContext } from './marks.tsx';
import { MonthJump } from './month-jump.tsx';
import { RowWindowList } from './row-window.tsx';
import { useSearch } from './search.tsx';
import { newestTime, useEntityList, useFetchFailure } from './use-entity-list.ts';
import { useOpeningPlace, usePlace } from './list-address.ts';
import type { RowWindow } from './use-row-window.ts';
import { WaitingDeletions } from './waiting-deletions.tsx';
import type { Elements } from '../../ui/elements.ts';

/** An order other than newest first, and its rendering. */
export interface ListOrder<E extends Entity> {
  read: ReadRows<E>;
  /** Reads the rows that a closed group hides too. */
  readAll: ReadRows<E>;
  draw: (drawn: {
    rows: readonly RowOf<E>[];
    firstGroupHasMore: boolean;
    /** How many rows the first group has, shown or not. */
    firstGroupCount: number;
    /** Renders some of the rows, with their names. */
    grid: (rows: readonly RowOf<E>[], label: string) => Elements;
  }) => Elements;
}

interface EntityListPageProps<E extends Entity> {
  screen: ListScreen<E>;
  order?: ListOrder<E> | undefined;
  action?: Elements;
  /** The content above the rows. */
  children?: Elements;
}

const NO_ROWS: never[] = [];

/** A screen with one list: read, searched, selected and deleted, online and offline. */
export function EntityListPage<E extends Entity>({
  screen,
  order,
  action,
  children,
}: EntityListPageProps<E>) {
  const { entity, title, nameOf, Card, isCompact = false } = screen;
  const search = useSearch(screen);
  const { terms, filter } = search;
  const unshown = useUnshownRows(entity, filter.matches);
  const from = useOpeningPlace();
  const isWindow = order === undefined;
  const entityList = useEntityList(entity, {
    filter,
    from: from?.id ?? null,
    upTo: unshown.upTo,
    read: order?.read,
    isWindow,
  });
  const { list, waiting, takeBack, selection } = entityList;
  const ready = list.status === 'ready' ? list : null;
  const rows = ready?.rows ?? NO_ROWS;
  usePlace(rows, from);
  const window = useRef<RowWindow>(null);
  const isWhole = ready?.isComplete && !filter.matches;
  const newSince = useLastVisit(
    entity,
    isWhole ? (unshown.upTo ?? (order ? null : newestTime(list))) : null,
  );
  const alerts = useOverdueAlerts();
  useFetchFailure(screen.fetchFailed);
  const firstGroup = {
    firstGroupHasMore: ready?.firstGroupHasMore === true,
    firstGroupCount: ready?.firstGroupCount ?? 0,
  };
  const renderCard = useCallback(
    (row: RowOf<E>) => <Card row={row} alert={alerts.get(row.id)} />,
    [Card, alerts],
  );
  const cards = { selection, nameOf, renderCard, isCompact };
  const marks = useMemo(() => ({ terms, newSince }), [terms, newSince]);
  const grid = (drawn: readonly RowOf<E>[], label: string) => (
    <EntityGrid label={label} rows={drawn} {...cards} />
  );

  return (
    <div className="flex flex-col gap-4 lg:gap-3">
      <ListHeader title={title} subtitle={screen.subtitle} action={action} />
      <WaitingDeletions waiting={waiting} texts={DELETION_TEXTS[entity]} onTakeBack={takeBack} />
      {children}
      <ListTools screen={screen} search={search} tally={ready?.tally ?? null} />
      <UnshownRowsBar entity={entity} count={ready?.unshown ?? 0} onShow={unshown.show} />
      {ready && <PagePrint screen={screen} list={ready} read={order?.readAll} />}
      <ListMarksContext value={marks}>
        <ListBody
          entity={entity}
          entityList={entityList}
          loading={
            <SkeletonList
              label={`Loading ${title}`}
              count={3}
              className="grid gap-3"
              itemClassName={isCompact ? 'h-44 lg:h-19' : 'h-44'}
            />
          }
          empty={
            <>
              <p>{filter.matches ? 'Nothing matches your search.' : screen.empty}</p>
              <p className="text-base font-normal text-muted">
                {filter.matches
                  ? 'Check the spelling, or press Show all for the whole list.'
                  : screen.emptyHint}
              </p>
            </>
          }
          tools={
            isWindow &&
            ready?.hasMore === false && (
              <MonthJump
                entity={entity}
                ids={ready.ids}
                onGo={(place) => window.current?.goTo(place)}
              />
            )
          }
          focusBox={
            isWindow ? (id) => window.current?.focusIn(id, `#${selectBoxId(id)}`) : undefined
          }
        >
          {(shown) =>
            order ? (
              order.draw({ rows: shown, ...firstGroup, grid })
            ) : (
              <RowWindowList
                label={title}
                ids={ready?.ids ?? NO_IDS}
                hasMore={ready?.hasMore === true}
                rows={shown}
                window={entityList}
                from={from}
                handle={window}
                {...cards}
              />
            )
          }
        </ListBody>
      </ListMarksContext>
    </div>
  );
}
