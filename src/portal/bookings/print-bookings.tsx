import { jobText } from '../../core/domain/job-text.ts';
import { useRef, useState } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { priceOf } from '../../core/domain/price.ts';
import { agreedPriceText, poundsText } from '../../core/domain/price-text.ts';
import { isVisit } from '../../core/domain/visits.ts';
import { isUnconfirmed, slotPlace } from '../../core/domain/schedule.ts';
import { officeTime } from '../sync/clock.ts';
import { readJobsOf } from '../booking/use-schedule.ts';
import { countText } from '../../ui/count-text.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { buttonClass, smallButtonClass } from '../../ui/button.ts';
import type { PrintProps } from '../list/list-screen.ts';
import { useListParams } from '../list/list-address.ts';
import { listSheet, PrintLabel } from '../print/print-list.tsx';
import { usePrint } from '../print/print-sheet.tsx';
import { useBookingsView } from './bookings-view.ts';
import { scheduleSections } from './schedule-groups.tsx';
import {
  bookingReference,
  goesText,
  NOT_WHOLE,
  shortDayText,
  timeText,
} from '../booking/booking-texts.ts';
import type { Elements } from '../../ui/elements.ts';

type Booking = ReplicaRow<'bookings'>;

const byHours = (a: Booking, b: Booking) =>
  slotPlace(a.preferred_time) - slotPlace(b.preferred_time) || a.address.localeCompare(b.address);

/** A day's jobs, `YYYY-MM-DD`, for paper; or a text when there are none. */
export function runSheet(day: string): { sheet: Elements } | { error: string } {
  if (day === '') return { error: 'Please select a date' };
  const { isWhole, jobs } = readJobsOf(day);
  if (jobs.length === 0) return { error: isWhole ? 'There are no jobs on this day' : NOT_WHOLE };
  return { sheet: <RunSheet day={day} jobs={jobs.sort(byHours)} isWhole={isWhole} /> };
}

const jobsText = (count: number) => (count === 1 ? '1 job' : `${count} jobs`);

/**
 * The sum of the day's prices for a visit, and the number of jobs that it leaves out; null without a
 * price.
 */
function totalText(jobs: readonly Booking[]): string | null {
  const prices = jobs.map(priceOf);
  const visits = prices.flatMap((price) => (price?.price_per === 'visit' ? [price] : []));
  const hourly = prices.filter((price) => price?.price_per === 'hour').length;
  const without = prices.length - visits.length - hourly;
  if (visits.length + hourly === 0) return null;
  const sum = visits.reduce((pence, { price_pence }) => pence + price_pence, 0);
  return [
    visits.length > 0 &&
      `Total of ${jobsText(visits.length)} with a price for a visit: ${poundsText(sum)}.`,
    hourly > 0 && `${jobsText(hourly)} by the hour, not summed.`,
    without > 0 && `${jobsText(without)} without a price.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

/** A day's jobs on paper, with only the facts that a crew needs at a door. */
function RunSheet({
  day,
  jobs,
  isWhole,
}: {
  day: string;
  jobs: readonly Booking[];
  isWhole: boolean;
}) {
  const total = totalText(jobs);
  return (
    <>
      <h1>{`Run sheet, ${shortDayText(day)}`}</h1>
      {!isWhole && <p>{NOT_WHOLE}.</p>}
      {jobs.map((job) => (
        <article key={job.id} className="job">
          <span aria-hidden="true" className="tick" />
          <div className="when">
            <p>{timeText(job)}</p>
            {isUnconfirmed(job) && <p>Not confirmed</p>}
          </div>
          <div>
            <h2>
              <span dir="auto">{job.name}</span> <span className="phone">{job.phone}</span>
            </h2>
            <p dir="auto">{job.address}</p>
            <p>
              <span>{[jobText(job), agreedPriceText(job)].filter(Boolean).join(', ')}</span>{' '}
              <span className="reference">{bookingReference(job)}</span>
            </p>
            {job.crew.length > 0 && <p className="crew">{goesText(job)}</p>}
            {job.instructions && (
              <p dir="auto" className="instructions">
                {job.instructions}
              </p>
            )}
            {job.notes && (
              <p dir="auto" className="notes">
                {job.notes}
              </p>
            )}
            <p className="room">Note:</p>
          </div>
        </article>
      ))}
      {total !== null && <p className="total">{total}</p>}
    </>
  );
}

/** Asks whether to print a day's run sheet or the list, and prints it. */
export function PrintBookings(props: PrintProps<'bookings'>) {
  const { sheet, print } = usePrint();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => setOpen(true)}>
        <PrintLabel />
      </button>
      {open && <PrintDialog {...props} onClose={() => setOpen(false)} onPrint={print} />}
      {sheet}
    </>
  );
}

interface PrintDialogProps extends PrintProps<'bookings'> {
  onClose: () => void;
  onPrint: ReturnType<typeof usePrint>['print'];
}

function PrintDialog({ onClose, onPrint, ...list }: PrintDialogProps) {
  const [params] = useListParams();
  const [view] = useBookingsView();
  const [from, to] = [params.get('from'), params.get('to')];
  const [day, setDay] = useState(() => (from !== null && from === to ? from : officeTime().day));
  const [error, setError] = useState<string>();
  const dayField = useRef<HTMLInputElement>(null);

  const printJobs = () => {
    const made = runSheet(day);
    if ('error' in made) {
      setError(made.error);
      return dayField.current?.focus();
    }
    onClose();
    onPrint(made.sheet);
  };
  const printList = () => {
    onClose();
    onPrint(
      view === 'schedule'
        ? listSheet(list, (rows) => scheduleSections(rows, officeTime().day))
        : listSheet(list, (rows) => [
            { title: null, rows: list.matches ? rows : rows.filter((row) => !isVisit(row)) },
          ]),
    );
  };

  return (
    <Dialog
      open
      title="Print"
      description="A run sheet has a day’s jobs, without those that were cancelled."
      onClose={onClose}
    >
      <TextField
        ref={dayField}
        id="print-day"
        label="Day"
        type="date"
        value={day}
        error={error}
        onChange={({ target }) => {
          setDay(target.value);
          setError(undefined);
        }}
      />
      <DialogButtons>
        <button type="button" className={buttonClass('secondary')} onClick={printList}>
          {list.matches
            ? `Print this list${list.tally ? ` (${countText(list.tally.matches)})` : ''}`
            : 'Print the whole list'}
        </button>
        <button type="button" className={buttonClass('primary')} onClick={printJobs}>
          Print run sheet
        </button>
      </DialogButtons>
    </Dialog>
  );
}
