import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import { ageText } from '../../core/domain/unanswered.ts';
import { answerPath } from '../answer/answer-path.ts';
import { serviceText, shortDayText } from '../bookings/booking-texts.ts';
import { useMinute } from '../sync/use-alerts.ts';
import { useUnanswered } from '../sync/use-schedule.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';

/** More wait in the list. */
const SHOWN = 5;

/** The requests that wait for an answer, the longest wait first; nothing without any. */
export function UnansweredBookings() {
  const waiting = useUnanswered();
  const now = useMinute();
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="unanswered" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="unanswered" className="text-xl font-bold">
          {`Waiting for an answer (${countText(waiting.length)})`}
        </h2>
        {waiting.length > SHOWN && (
          <Link
            to={`${ENTITIES.bookings.path}?view=received&status=pending`}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            See all pending bookings
          </Link>
        )}
      </div>
      <ul className="grid divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
        {waiting.slice(0, SHOWN).map(({ row, since }) => (
          <li key={row.id} className="flex items-center justify-between gap-4 py-2.5">
            <p className="flex min-w-0 flex-wrap gap-x-3 wrap-anywhere">
              <span dir="auto" className="font-semibold text-heading">
                {row.name}
              </span>
              <span>
                <span>{serviceText(row)}</span>
                <span>{`, ${shortDayText(row.preferred_date)}`}</span>
              </span>
              <span className="text-muted">
                {'for '}
                <time dateTime={since}>{ageText(since, now)}</time>
              </span>
            </p>
            <Link
              to={answerPath(row.id)}
              aria-label={`Answer: ${row.name}`}
              className={`${smallButtonClass('primary')} shrink-0 no-underline`}
            >
              Answer
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
