import { Link } from 'react-router-dom';
import { dayAfter } from '../../core/domain/london-time.ts';
import { bookedVisit } from '../../core/domain/visit.ts';
import { splitVisits } from '../../core/domain/visits.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { countText } from '../../ui/count-text.ts';
import { useSeriesRule } from './series-marks.tsx';
import { useList } from '../sync/use-lists.ts';
import type { Choice } from './answer-draft.ts';
import { answerPath } from './answer-path.ts';
import { visitText } from './visit-texts.ts';

interface SeriesChangeProps {
  booking: ReplicaRow<'bookings'>;
  choice: Choice;
  /** The chosen day, `YYYY-MM-DD`; empty before it is chosen. */
  day: string;
  /** London's day. */
  today: string;
}

const visitsText = (count: number) =>
  count === 1 ? '1 coming visit' : `${count === 0 ? 'No' : countText(count)} coming visits`;

/**
 * How the visits on this device change with a series: the number of those that it removes or
 * changes, and those that were moved or answered alone, which stay.
 */
export function SeriesChange({ booking, choice, day, today }: SeriesChangeProps) {
  const { rows } = useList('bookings');
  const rule = useSeriesRule(booking);
  const isStop = choice === 'stopped';
  if (rule === null || day === '' || !(isStop || choice === 'repeated')) return null;
  const changed = isStop ? dayAfter(day, 1) : day;
  const from = changed > today ? changed : today;
  const { untouched, touched } = splitVisits(rows, booking.id, from);
  return (
    <div className="grid gap-1 rounded-2xl border border-line bg-surface px-4 py-3 text-heading">
      <p role="status">
        {`${visitsText(untouched.length)} ${untouched.length === 1 ? 'is' : 'are'} ${isStop ? 'removed' : 'changed'}.`}
      </p>
      {touched.length > 0 && (
        <>
          <p>These have an answer of their own, and stay:</p>
          <ul className="grid">
            {touched.map((row) => (
              <li key={row.id}>
                <Link
                  to={answerPath(row.id)}
                  className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
                >
                  {visitText(bookedVisit(row))}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
