import { memo, type KeyboardEvent, type RefObject } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { compactRowClass, CornerBox, rowCardClass } from './entity-grid.tsx';
import type { Selection } from './use-entity-list.ts';
import { rowElementId, type OpeningPlace } from './list-address.ts';
import { moveWithinRow, rowOfKey, useUntabbedControls } from './row-keys.ts';
import { useRowWindow, type RowWindow } from './use-row-window.ts';
import type { Elements } from '../../ui/elements.ts';

/** The properties that every list's rows have. */
interface Revised {
  id: string;
  rev: number;
}

interface CardProps<Row extends Revised> {
  row: Row;
  render: (row: Row) => Elements;
}

const isSame = (before: CardProps<Revised>, now: CardProps<Revised>) =>
  before.render === now.render && before.row.id === now.row.id && before.row.rev === now.row.rev;

/**
 * Drawn again only for another revision of its row: scrolling draws the list many times a second.
 */
const Card = memo(({ row, render }: CardProps<Revised>) => render(row), isSame) as <
  Row extends Revised,
>(
  props: CardProps<Row>,
) => Elements;

interface RowWindowListProps<Row extends Revised> {
  label: string;
  /** The list, or its beginning. */
  rows: readonly Row[];
  /** These are all of the list. */
  isWhole: boolean;
  from: OpeningPlace | null;
  handle: RefObject<RowWindow | null>;
  selection: Selection;
  nameOf: (row: Row) => string;
  /** The content of a row's card. The upper left corner belongs to the checkbox. Memoise it. */
  renderCard: (row: Row) => Elements;
  /** Its cards are `CompactRow`s. */
  isCompact: boolean;
}

/**
 * A list of any length that draws only the rows near the screen. It is one tab stop; arrow keys,
 * Page Up, Page Down, Home and End move from row to row.
 */
export function RowWindowList<Row extends Revised>(props: RowWindowListProps<Row>) {
  const { label, rows, isWhole, from, handle, isCompact } = props;
  const { selection, nameOf, renderCard } = props;
  const { list, drawn, virtualizer, top, height, active, setActive, goTo } = useRowWindow({
    rows,
    isWhole,
    from,
    handle,
    isCompact,
  });
  const cardClass = isCompact ? compactRowClass : rowCardClass;
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  // The tab stop: the row that had the focus last, else the first one on the screen.
  const entry = drawn.some(({ row }) => row.id === active) ? active : rows[startIndex]?.id;

  useUntabbedControls(list);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const { key } = event;
    const row = rowOfKey(event);
    if (!row || moveWithinRow(event, row)) return;
    const place = Number(row.dataset.index);
    const next = nextPlace(key, {
      place,
      last: rows.length - 1,
      page: Math.max(1, endIndex - startIndex),
    });
    if (next === null || next === place) return;
    event.preventDefault();
    goTo(next, key === 'End' ? 'end' : 'auto');
  };

  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="relative [overflow-anchor:none]"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map(({ row, place, start, hasCard }) => {
        const { id } = row;
        return (
          <li
            key={id}
            id={rowElementId(id)}
            data-index={place}
            ref={hasCard ? virtualizer.measureElement : undefined}
            aria-posinset={place + 1}
            aria-setsize={isWhole ? rows.length : -1}
            aria-labelledby={hasCard ? `title-${id}` : undefined}
            aria-busy={!hasCard}
            tabIndex={id === entry ? 0 : -1}
            onFocus={() => setActive(id)}
            className={`absolute inset-x-0 top-0 ${hasCard ? cardClass : ''}`}
            style={{
              transform: `translateY(${start - top}px)`,
              height: hasCard ? undefined : height,
            }}
          >
            {hasCard ? (
              <>
                <CornerBox
                  isCompact={isCompact}
                  rowId={id}
                  name={nameOf(row)}
                  checked={selection.selectedRows.has(id)}
                  onToggle={() => selection.toggle(id)}
                />
                <Card row={row} render={renderCard} />
              </>
            ) : (
              <Skeleton className="size-full" />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface Keyed {
  place: number;
  last: number;
  /** The number of rows on a page. */
  page: number;
}

/** The place that a key leads to; null for other keys. */
function nextPlace(key: string, { place, last, page }: Keyed): number | null {
  const places: Partial<Record<string, number>> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + page,
    PageUp: place - page,
    Home: 0,
    End: last,
  };
  const next = places[key];
  return next === undefined || Number.isNaN(next) ? null : Math.min(last, Math.max(0, next));
}
