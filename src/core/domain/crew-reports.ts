import {
  CREW_REPORTS,
  isAnswer,
  lastAnswer,
  type CrewReport,
  type EventKind,
  type RecordedEvent,
} from './booking-events.ts';
import type { LateReport } from './crew-sheet.ts';
import { dayAfter, londonTime } from './london-time.ts';
import { bySchedule, type Scheduled } from './schedule.ts';

/** A report of a person who went. */
export type ReportEvent = RecordedEvent & { kind: CrewReport };

export const isReport = (event: RecordedEvent): event is ReportEvent =>
  (CREW_REPORTS as readonly EventKind[]).includes(event.kind);

/** When a report was written, ISO 8601. */
export const reportedAt = ({ made_at: madeAt, created_at: createdAt }: RecordedEvent): string =>
  madeAt ?? createdAt;

interface ReportedBooking {
  status: string;
  preferred_date: string;
  events: readonly RecordedEvent[];
}

/** The office's change of a job before the report on it came; null without one. */
export function lateReason(
  { events }: Pick<ReportedBooking, 'events'>,
  report: ReportEvent,
): LateReport | null {
  const before = events.slice(0, events.indexOf(report));
  const last = lastAnswer(before)?.kind;
  if (last === 'cancelled' || last === 'declined') return 'cancelled';
  const given = before.findLast(({ kind }) => kind === 'assigned');
  const [reporter] = report.crew ?? [];
  const isTheirs = !given || reporter === undefined || given.crew?.includes(reporter);
  return isTheirs ? null : 'given-away';
}

/** The last report since the last answer that says whether the job was done. */
const outcomeOf = ({ events }: Pick<ReportedBooking, 'events'>): ReportEvent | undefined =>
  events
    .slice(events.findLastIndex(isAnswer) + 1)
    .filter(isReport)
    .findLast(({ kind }) => kind !== 'noted');

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
): { row: Row; report: ReportEvent }[] =>
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
