import type { RecordedEvent } from './booking-events.ts';
import type { CrewReport, LateReport } from './crew-sheet.ts';
import { dayAfter, londonTime } from './london-time.ts';
import { bySchedule, type Scheduled } from './schedule.ts';

/** A report of a person who went, as the portal's replica holds it: oldest first in the row's `reports`. */
export interface RecordedReport {
  id: string;
  kind: CrewReport;
  /** The person's; she may have been deleted. */
  crew_id: string | null;
  /** The person's name; null while unknown. */
  by: string | null;
  message: string | null;
  /** The number of its photographs. */
  pictures: number | null;
  /** When it was written, by the phone's clock, ISO 8601. */
  made_at: string | null;
  /** ISO 8601. */
  created_at: string;
  /** The office's change of the job before it came; null without one. */
  late: LateReport | null;
  /** The booking's revision with it. */
  rev: number;
}

/** When a report was written, ISO 8601. */
export const reportedAt = ({
  made_at: madeAt,
  created_at: createdAt,
}: Pick<RecordedReport, 'made_at' | 'created_at'>): string => madeAt ?? createdAt;

interface ReportedBooking {
  status: string;
  preferred_date: string;
  events: readonly Pick<RecordedEvent, 'rev'>[];
  reports: readonly RecordedReport[];
}

/** The last report since the last answer that says whether the job was done. */
const outcomeOf = ({ events, reports }: ReportedBooking): RecordedReport | undefined => {
  const answered = events.at(-1)?.rev ?? 0;
  return reports.findLast(({ kind, rev }) => kind !== 'noted' && rev > answered);
};

/** True for a booking that can be completed, and was reported done last. `today`: London's day. */
export const isReportedDone = (booking: ReportedBooking, today: string): boolean =>
  booking.status === 'confirmed' &&
  booking.preferred_date <= today &&
  outcomeOf(booking)?.kind === 'done';

/**
 * The bookings whose last report, of today or yesterday, says that nobody could get in, without an
 * answer since, the newest report first. `today`: London's day.
 */
export const lockedOut = <Row extends ReportedBooking>(
  rows: readonly Row[],
  today: string,
): { row: Row; report: RecordedReport }[] =>
  rows
    .flatMap((row) => {
      const report = outcomeOf(row);
      return report?.kind === 'locked-out' ? [{ row, report }] : [];
    })
    .filter(({ report }) => londonTime(Date.parse(reportedAt(report))).day >= dayAfter(today, -1))
    .sort((a, b) => Date.parse(reportedAt(b.report)) - Date.parse(reportedAt(a.report)));

/** The days, today included, whose jobs need somebody who goes. */
export const ASSIGNED_AHEAD_DAYS = 7;

/** The confirmed jobs of these days that nobody goes to, soonest first. `today`: London's day. */
export const unassigned = <Row extends Scheduled & { crew: readonly string[] }>(
  rows: readonly Row[],
  today: string,
): Row[] =>
  rows
    .filter(
      ({ status, preferred_date: day, crew }) =>
        status === 'confirmed' &&
        crew.length === 0 &&
        day >= today &&
        day < dayAfter(today, ASSIGNED_AHEAD_DAYS),
    )
    .sort(bySchedule);
