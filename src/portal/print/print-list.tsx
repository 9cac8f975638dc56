import { format, parseISO } from 'date-fns';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import type { RowField } from '../../core/domain/search-text.ts';
import { readAllRows } from '../sync/read-all-rows.ts';
import { countText } from '../../ui/count-text.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.ts';
import type { Tally } from '../sync/use-rows.ts';
import type { ListScreen, PrintProps } from '../list/list-screen.ts';
import { searchTextMaker } from '../list/search.tsx';
import { usePrint } from './print-sheet.tsx';

/** More than anybody reads on paper; search and filter reduce it. */
export const MOST_ROWS = 1000;

function valueOf<Row>({ of, kind }: RowField<Row>, row: Row): string {
  const value = of(row) ?? '';
  if (kind === 'time') return format(value, 'MMM dd, yyyy');
  return kind === 'day' ? format(parseISO(value), 'MMMM dd, yyyy') : value;
}

/** A text on a line of its own on paper. */
const isLong = (value: string) => value.length > 36 || value.includes('\n');

/** Reads the rows that search and filter keep, for paper. */
export async function readListSheet<E extends Entity>({
  screen,
  matches,
}: Omit<PrintProps<E>, 'tally'>) {
  const rows: RowOf<E>[] = [];
  const { isWhole, count, total, batches } = await readAllRows(screen.entity, {
    searchTextOf: searchTextMaker(screen),
    matches,
  });
  for await (const batch of batches) {
    rows.push(...batch.slice(0, MOST_ROWS - rows.length));
    if (rows.length === MOST_ROWS) break;
  }
  const tally = matches ? { matches: count, total } : null;
  return <ListSheet screen={screen} rows={rows} count={count} tally={tally} isWhole={isWhole} />;
}

interface ListSheetProps<E extends Entity> {
  screen: ListScreen<E>;
  rows: readonly RowOf<E>[];
  /** The number of rows in the list. */
  count: number;
  /** The number of rows that search and filter keep, and the total; null without either. */
  tally: Pick<Tally, 'matches' | 'total'> | null;
  /** False when the device may lack rows of the list. */
  isWhole: boolean;
  /** Why rows are missing. */
  note?: string | undefined;
}

/** A list on paper: each row with all fields, and a sentence if rows are missing. */
export function ListSheet<E extends Entity>(props: ListSheetProps<E>) {
  const { screen, rows, count, tally, isWhole, note } = props;
  return (
    <>
      <h1>{screen.title}</h1>
      {!isWhole && <p>Not all of this list is on this device yet.</p>}
      {note && <p>{note}</p>}
      <p>
        {count > MOST_ROWS && <span>{`The first ${countText(MOST_ROWS)}. `}</span>}
        {tally && <span>{`${countText(tally.matches)} of ${countText(tally.total)}`}</span>}
      </p>
      {rows.map((row) => (
        <dl key={row.id}>
          {screen.fields.map((field) => {
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
      ))}
    </>
  );
}

/** Says that this device's lists cannot be read. */
export function tellNotRead(error: unknown): void {
  console.warn('A list could not be read:', error);
  void notify.error('Error', {
    description: 'The list could not be read from this device. Reload the page and try again.',
  });
}

/** Classes of the print button. */
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
        onClick={() => void readListSheet(props).then(print, tellNotRead)}
      >
        <PrintLabel />
      </button>
      {sheet}
    </>
  );
}
