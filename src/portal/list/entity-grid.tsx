import { memo } from 'react';
import type { Selection } from './use-entity-list.ts';
import { rowElementId } from './list-address.ts';
import { useRowKeys } from './row-keys.ts';
import type { Elements } from '../../ui/elements.ts';

export const selectBoxId = (rowId: string) => `select-${rowId}`;

interface SelectBoxProps {
  rowId: string;
  name: string;
  checked: boolean;
  onToggle: () => void;
}

/** A row's checkbox, with room around it for a finger. */
export function SelectBox({ rowId, name, checked, onToggle }: SelectBoxProps) {
  return (
    <label className="grid size-11 place-items-center">
      <input
        type="checkbox"
        id={selectBoxId(rowId)}
        aria-label={`Select ${name}`}
        checked={checked}
        onChange={onToggle}
        className="size-6 cursor-pointer accent-brand"
      />
    </label>
  );
}

/** Classes of a row's card. Its upper left corner belongs to the checkbox. */
const rowCardClass =
  'rounded-2xl border border-line bg-surface p-4 shadow-card has-[[id^=select-]:checked]:border-brand has-[[id^=select-]:checked]:bg-tint sm:p-5';

/** The same for a `CompactRow`. */
const compactRowClass = `${rowCardClass} max-sm:p-3 wide:rounded-xl wide:px-2.5 wide:py-1.5 wide:shadow-none`;

interface CardProps<Row> {
  row: Row;
  render: (row: Row) => Elements;
}

/** Drawn again only for another state of its row: a long list is drawn at each selection. */
const Card = memo(<Row,>({ row, render }: CardProps<Row>) => render(row)) as <Row>(
  props: CardProps<Row>,
) => Elements;

interface EntityGridProps<Row extends { id: string }> {
  label: string;
  /** Its columns, where it has more than one. */
  className?: string;
  /** Its cards are `CompactRow`s. */
  isCompact?: boolean;
  /** On a phone its cards are a few lines. */
  isBrief?: boolean;
  rows: readonly Row[];
  selection: Selection;
  nameOf: (row: Row) => string;
  /** The content of a row's card. The upper left corner belongs to the checkbox. Memoise it. */
  renderCard: (row: Row) => Elements;
}

/**
 * Cards that can be selected. Off-screen cards cost no layout, but keep their width from before a
 * phone was turned: the columns must not grow for it.
 */
export function EntityGrid<Row extends { id: string }>({
  label,
  className = '',
  isCompact = false,
  isBrief = false,
  rows,
  selection,
  nameOf,
  renderCard,
}: EntityGridProps<Row>) {
  const { listKeys, rowKeys } = useRowKeys(rows.map(({ id }) => id));
  return (
    <ul
      {...listKeys}
      aria-label={label}
      className={`grid grid-cols-1 gap-3 ${isCompact ? 'max-sm:gap-2 wide:gap-1.5' : ''} ${className}`}
    >
      {rows.map((row) => (
        <li
          {...rowKeys(row.id)}
          key={row.id}
          aria-labelledby={`title-${row.id}`}
          id={rowElementId(row.id)}
          className={`relative [content-visibility:auto] ${isCompact ? `${isBrief ? '[contain-intrinsic-size:auto_8.5rem]' : '[contain-intrinsic-size:auto_20rem]'} wide:[contain-intrinsic-size:auto_4.75rem] ${compactRowClass}` : `[contain-intrinsic-size:auto_12rem] ${rowCardClass}`}`}
        >
          <div
            className={`absolute top-2 left-2 sm:top-3 sm:left-3 ${isCompact ? 'max-sm:top-1 max-sm:left-1 wide:top-1 wide:left-0.5' : ''}`}
          >
            <SelectBox
              rowId={row.id}
              name={nameOf(row)}
              checked={selection.selectedRows.has(row.id)}
              onToggle={() => selection.toggle(row.id)}
            />
          </div>
          <Card row={row} render={renderCard} />
        </li>
      ))}
    </ul>
  );
}
