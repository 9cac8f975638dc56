import { format } from 'date-fns';
import { useState } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { CSV_START, csvLine, phoneCell } from '../../core/domain/csv.ts';
import type { RowField } from '../../core/domain/search-text.ts';
import { download } from '../../runtime/download.ts';
import { countText } from '../../ui/count-text.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.ts';
import { keptRows } from '../print/print-list.tsx';
import { inSlices } from './in-slices.ts';
import type { ListScreen, PrintProps } from './list-screen.ts';

/** A value as spreadsheets read it. */
function cellOf<Row>({ of, kind }: RowField<Row>, row: Row): string {
  const value = of(row) ?? '';
  if (kind === 'phone') return phoneCell(value);
  return kind === 'time' ? format(value, 'yyyy-MM-dd HH:mm') : value;
}

type Listed<E extends Entity> = Omit<PrintProps<E>, 'tally'>;

/** A CSV file of rows, made in slices, because a list may be long. */
async function csvOf<E extends Entity>(
  { fields }: ListScreen<E>,
  rows: readonly ReplicaRow<E>[],
): Promise<Blob> {
  const lines = [CSV_START + csvLine(fields.map(({ label }) => label))];
  await inSlices(rows, (row) => lines.push(csvLine(fields.map((field) => cellOf(field, row)))));
  return new Blob(lines, { type: 'text/csv;charset=utf-8' });
}

const savedText = (count: number) =>
  count === 1 ? '1 row was saved.' : `${count === 0 ? 'No' : countText(count)} rows were saved.`;

/** Saves the rows that search and filter keep, and says when the device lacks some. */
export async function saveList<E extends Entity>({ screen, matches }: Listed<E>): Promise<void> {
  const { rows, isComplete } = keptRows({ screen, matches });
  download(
    await csvOf(screen, rows),
    `${screen.title.toLowerCase().replaceAll(' ', '-')}-${format(Date.now(), 'yyyy-MM-dd')}.csv`,
  );
  if (isComplete) return;
  void notify.info('Not all of this list is on this device yet.', {
    description: `${savedText(rows.length)} Export it again once all of it is here.`,
  });
}

/** Saves the rows that search and filter keep, for a spreadsheet. */
export function ExportButton<E extends Entity>({ screen, matches }: Listed<E>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveList({ screen, matches });
    setBusy(false);
  };
  return (
    <button
      type="button"
      aria-disabled={busy}
      className={smallButtonClass('secondary')}
      onClick={() => busy || void save()}
    >
      <Icon name="download" className="size-4" />
      <span>{busy ? 'Exporting...' : 'Export'}</span>
    </button>
  );
}
