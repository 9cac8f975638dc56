import { fieldText } from '../../core/domain/job-text.ts';
import { ageText } from '../../core/domain/unanswered.ts';
import { askText, shortDayText } from '../booking/booking-texts.ts';
import { useMinute } from '../sync/clock.ts';
import { useUnanswered } from '../booking/use-schedule.ts';
import { ToAnswer } from './to-answer.tsx';

/** The requests that wait for an answer, the longest wait first; nothing without any. */
export function UnansweredBookings() {
  const now = useMinute();
  return (
    <ToAnswer
      id="unanswered"
      title="Waiting for an answer"
      items={useUnanswered()}
      all={{ filter: 'status=pending', label: 'See all pending bookings' }}
      facts={({ row, since, ask }) => (
        <>
          <span>
            <span>{fieldText(row, 'service_type')}</span>
            <span>{`, ${shortDayText(row.preferred_date)}`}</span>
          </span>
          {ask && <span className="font-semibold text-warning">{askText(ask)}</span>}
          <span className="text-muted">
            {'for '}
            <time dateTime={since}>{ageText(since, now)}</time>
          </span>
        </>
      )}
    />
  );
}
