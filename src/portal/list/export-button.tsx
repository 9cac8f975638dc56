import * as Menu from '@radix-ui/react-dropdown-menu';
import { useState } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { CSV_START, csvLine, phoneCell } from '../../core/domain/csv.ts';
import { londonTime } from '../../core/domain/london-time.ts';
import { PERIODS, type Period, type PeriodName } from '../../core/domain/periods.ts';
import type { RowField } from '../../core/domain/search-text.ts';
import { download } from '../../runtime/download.ts';
import { officeTime } from '../sync/clock.ts';
import { useBackCloses } from '../../ui/back-closes.ts';
import { countText } from '../../ui/count-text.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.ts';
import { formatInLondon } from '../format-in-london.ts';
import { keptRows } from '../print/print-list.tsx';
import { inSlices } from './in-slices.ts';
import type { ListScreen, PrintProps } from './list-screen.ts';
import { MENU, MENU_ITEM } from './row-actions.tsx';

/** A value as spreadsheets read it. */
function cellOf<Row>({ of, kind }: RowField<Row>, row: Row): string {
  const value = of(row) ?? '';
  if (kind === 'phone') return phoneCell(value);
  return kind === 'time' ? formatInLondon(value, 'yyyy-MM-dd HH:mm') : value;
}

interface Listed<E extends Entity> extends Omit<PrintProps<E>, 'tally'> {
  /** Only the rows of this period; absent, of any. */
  period?: PeriodName;
}

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

/** Keeps rows of a period by the list's day: that of a job, else of receipt. */
function inPeriod<E extends Entity>({ fields }: ListScreen<E>, { from, to }: Period) {
  const dated =
    fields.find(({ kind }) => kind === 'day') ?? fields.find(({ kind }) => kind === 'time');
  return (row: ReplicaRow<E>): boolean => {
    const value = dated?.of(row) ?? row.created_at;
    const day = dated?.kind === 'day' ? value : londonTime(Date.parse(value)).day;
    return day >= from && day <= to;
  };
}

/**
 * Saves the rows that search and filter keep, or those of a period among them, and says when the
 * device lacks some. The file's name has the period, else today.
 */
export async function saveList<E extends Entity>({
  screen,
  matches,
  period,
}: Listed<E>): Promise<void> {
  const { rows, isComplete } = keptRows({ screen, matches });
  const { day: today } = officeTime();
  const days = period && PERIODS[period](today);
  const saved = days ? rows.filter(inPeriod(screen, days)) : rows;
  const when = days ? `${period} ${days.from} to ${days.to}` : today;
  const name = `${screen.title} ${when}`.toLowerCase().replaceAll(' ', '-');
  download(await csvOf(screen, saved), `${name}.csv`);
  if (isComplete) return;
  void notify.info('Not all of this list is on this device yet.', {
    description: `${savedText(saved.length)} Export it again once all of it is here.`,
  });
}

/** Saves the rows that search and filter keep, or a period's among them, for a spreadsheet. */
export function ExportButton<E extends Entity>({ screen, matches }: Listed<E>) {
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useBackCloses(isOpen, () => setOpen(false));
  const save = async (period?: PeriodName) => {
    setBusy(true);
    await saveList({ screen, matches, ...(period && { period }) });
    setBusy(false);
  };
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger disabled={busy} className={smallButtonClass('secondary')}>
        <Icon name="download" className="size-4" />
        <span>{busy ? 'Exporting...' : 'Export'}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content align="end" sideOffset={8} collisionPadding={12} className={MENU}>
          <Menu.Item className={MENU_ITEM} onSelect={() => void save()}>
            {matches ? 'Rows found' : 'All rows'}
          </Menu.Item>
          {(Object.keys(PERIODS) as PeriodName[]).map((period) => (
            <Menu.Item key={period} className={MENU_ITEM} onSelect={() => void save(period)}>
              <span className="inline-block first-letter:uppercase">{period}</span>
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
