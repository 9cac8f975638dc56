import { lockedOut } from '../../core/domain/crew-reports.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { reportText } from '../booking/booking-texts.ts';
import { useList } from '../sync/use-lists.ts';
import { ToAnswer } from './to-answer.tsx';

/** The bookings of today and yesterday that nobody could get into, without an answer since. */
export function LockedOut({ today }: { today: string }) {
  const { rows, isRead } = useList('bookings');
  const from = dayAfter(today, -1);
  return (
    <ToAnswer
      id="locked-out"
      title="Could not get in"
      items={isRead ? lockedOut(rows, today) : []}
      all={{ filter: `from=${from}&to=${today}`, label: 'See the bookings of these days' }}
      facts={({ row, report }) => (
        <>
          <span className="font-semibold text-danger">
            {reportText(report, row.preferred_date)}
          </span>
          {report.message !== null && (
            <span dir="auto" className="basis-full text-sm">
              {report.message}
            </span>
          )}
        </>
      )}
    />
  );
}
