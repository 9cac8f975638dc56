import { format } from 'date-fns';
import { useState } from 'react';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { CSV_START, csvLine, phoneCell } from '../../core/domain/csv.ts';
import type { RowField } from '../../core/domain/search-text.ts';
import { download } from '../../runtime/download.ts';
import { readAllRows } from '../sync/read-all-rows.ts';
import { countText } from '../../ui/count-text.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.ts';
import { tellNotRead } from '../print/print-list.tsx';
import type { PrintProps } from './list-screen.ts';
import { searchTextMaker } from './search.tsx';

/** A value as spreadsheets read it. */
function cellOf<Row>({ of, kind }: RowField<Row>, row: Row): string {
  const value = of(row) ?? '';
  if (kind === 'phone') return phoneCell(value);
  return kind === 'time' ? format(value, 'yyyy-MM-dd HH:mm') : value;
}

type Listed<E extends Entity> = Omit<PrintProps<E>, 'tally'>;

/** A CSV file of rows, in pieces, because a list may be long. */
async function csvOf<E extends Entity>({
  screen,
  matches,
}: Listed<E>): Promise<{ file: Blob; count: number; isWhole: boolean }> {
  const { entity, fields } = screen;
  const parts = [CSV_START + csvLine(fields.map(({ label }) => label))];
  const { isWhole, count, batches } = await readAllRows(entity, {
    searchTextOf: searchTextMaker(screen),
    matches,
  });
  for await (const rows of batches) {
    parts.push(
      rows.map((row: RowOf<E>) => csvLine(fields.map((field) => cellOf(field, row)))).join(''),
    );
  }
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), count, isWhole };
}

const savedText = (count: number) =>
  count === 1 ? '1 row was saved.' : `${count === 0 ? 'No' : countText(count)} rows were saved.`;

/**
 * Saves the rows that search and filter keep, and says when the device lacks some or the list
 * cannot be read. Never rejects.
 */
export async function saveList<E extends Entity>({ screen, matches }: Listed<E>): Promise<void> {
  try {
    const { file, count, isWhole } = await csvOf({ screen, matches });
    download(
      file,
      `${screen.title.toLowerCase().replaceAll(' ', '-')}-${format(Date.now(), 'yyyy-MM-dd')}.csv`,
    );
    if (isWhole) return;
    void notify.info('Not all of this list is on this device yet.', {
      description: `${savedText(count)} Export it again once all of it is here.`,
    });
  } catch (error) {
    tellNotRead(error);
  }
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
