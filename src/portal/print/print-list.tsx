import { format, parseISO } from 'date-fns';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import type { RowField } from '../../core/domain/search-text.ts';
import type { List } from '../sync/list-store.ts';
import { currentLists } from '../sync/use-lists.ts';
import { countText } from '../../ui/count-text.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Elements } from '../../ui/elements.ts';
import { formatInLondon } from '../format-in-london.ts';
import type { ListScreen, PrintProps } from '../list/list-screen.ts';
import type { Paper } from '../list/use-entity-list.ts';
import { usePrint } from './print-sheet.tsx';

/** More than anybody reads on paper; search and filter reduce it. */
const MOST_ROWS = 1000;

function valueOf<Row>({ of, kind }: RowField<Row>, row: Row): string {
  const value = of(row) ?? '';
  if (kind === 'time') return formatInLondon(value, 'MMM dd, yyyy');
  return kind === 'day' ? format(parseISO(value), 'MMMM dd, yyyy') : value;
}

/** A text on a line of its own on paper. */
const isLong = (value: string) => value.length > 36 || value.includes('\n');

type Listed<E extends Entity> = Omit<PrintProps<E>, 'tally'>;

/** The rows of a list on this device that match search and filter, with the new ones. */
export function keptRows<E extends Entity>({
  screen: { entity },
  matches,
}: Listed<E>): {
  rows: readonly ReplicaRow<E>[];
  total: number;
  /** The device has the whole list. */
  isComplete: boolean;
} {
  const { rows, isComplete }: List<E> = currentLists().tables[entity];
  return { rows: matches ? rows.filter(matches) : rows, total: rows.length, isComplete };
}

/** The rows that search and filter keep, for paper; `sectionsOf` puts them under headings. */
export function listSheet<E extends Entity>(
  listed: Listed<E>,
  sectionsOf: (rows: readonly ReplicaRow<E>[]) => Paper<ReplicaRow<E>>['sections'] = (rows) => [
    { title: null, rows },
  ],
): Elements {
  const { rows, total, isComplete } = keptRows(listed);
  const paper = { sections: sectionsOf(rows), leftOut: [] };
  const sheet = { paper, isComplete, total: listed.matches ? total : null };
  return <ListSheet screen={listed.screen} {...sheet} />;
}

interface ListSheetProps<E extends Entity> {
  screen: ListScreen<E>;
  paper: Paper<ReplicaRow<E>>;
  /** The number of rows before search and filter; null without either. */
  total: number | null;
  /** False when the device may lack rows of the list. */
  isComplete: boolean;
}

/** A list on paper: each row with all fields, and a sentence if rows are missing. */
export function ListSheet<E extends Entity>({
  screen,
  paper: { sections, leftOut },
  total,
  isComplete,
}: ListSheetProps<E>) {
  const before = (place: number) =>
    sections.slice(0, place).reduce((sum, { rows }) => sum + rows.length, 0);
  const count = before(sections.length);
  const printed = sections.map(({ title, rows }, place) => ({
    title,
    rows: rows.slice(0, Math.max(0, MOST_ROWS - before(place))),
  }));
  return (
    <>
      <h1>{screen.title}</h1>
      {!isComplete && <p>Not all of this list is on this device yet.</p>}
      <p>
        {count > MOST_ROWS && <span>{`The first ${countText(MOST_ROWS)}. `}</span>}
        {total !== null && <span>{`${countText(count)} of ${countText(total)}`}</span>}
      </p>
      {leftOut.length > 0 && <p>{`Not printed: ${leftOut.join(', ')}.`}</p>}
      {printed.map(
        ({ title, rows }) =>
          rows.length > 0 && (
            <section key={title}>
              {title !== null && <h2>{title}</h2>}
              {rows.map((row) => (
                <SheetRow key={row.id} fields={screen.fields} row={row} />
              ))}
            </section>
          ),
      )}
    </>
  );
}

interface SheetRowProps<Row> {
  fields: readonly RowField<Row>[];
  row: Row;
}

const SheetRow = <Row,>({ fields, row }: SheetRowProps<Row>) => (
  <dl>
    {fields.map((field) => {
      const value = valueOf(field, row);
      return (
        value !== '' && (
          <div key={field.label} className={isLong(value) ? 'whole-line' : undefined}>
            <dt>{field.label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        )
      );
    })}
  </dl>
);

export const PrintLabel = () => (
  <>
    <Icon name="printer" className="size-4" />
    <span>Print</span>
  </>
);

/** Prints the rows that search and filter keep. */
export function PrintListButton<E extends Entity>(props: PrintProps<E>) {
  const { sheet, print } = usePrint();
  return (
    <>
      <button
        type="button"
        className={smallButtonClass('secondary')}
        onClick={() => print(listSheet(props))}
      >
        <PrintLabel />
      </button>
      {sheet}
    </>
  );
}
