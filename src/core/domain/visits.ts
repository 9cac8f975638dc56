import { isRunning, type BookingEvent, type SeriesRule } from './booking-events.ts';
import { repeatLabel } from './repeats.ts';
import { bySchedule, type Scheduled } from './schedule.ts';
import { namedVisit, type Visit } from './visit.ts';

/** True for a visit that a series made, and false for a booking that somebody made. */
export const isVisit = (row: object): boolean =>
  'series' in row && row.series !== null && row.series !== undefined;

/** The other visit that a booking's customer asks for; null without one that waits for the office. */
export function askOf({
  status,
  events,
}: {
  status: string;
  events: readonly Pick<BookingEvent, 'kind' | 'day' | 'time_slot'>[];
}): Visit | null {
  const last = events.at(-1);
  const isOpen = status === 'pending' || status === 'confirmed';
  return isOpen && last?.kind === 'asked' ? namedVisit(last) : null;
}

/** How often a running series has a visit; null for another booking. `today`: London's day. */
export const repeatMark = (rule: SeriesRule | null, today: string): string | null =>
  rule !== null && isRunning(rule, today) ? repeatLabel(rule.every) : null;

interface VisitRow extends Scheduled {
  series: string | null;
  series_day: string | null;
  events: readonly unknown[];
  reports: readonly unknown[];
}

/** The confirmed visits of these series from a day on, `YYYY-MM-DD`, soonest first. */
export const visitsAhead = <Row extends VisitRow>(
  rows: readonly Row[],
  series: ReadonlySet<string>,
  from: string,
): Row[] =>
  rows
    .filter(
      (row) =>
        row.series !== null &&
        series.has(row.series) &&
        row.status === 'confirmed' &&
        row.preferred_date >= from,
    )
    .sort(bySchedule);

/**
 * The visits of a series that a change from a day on leaves to the series, and those that have an
 * answer or a report of their own and stay, soonest first. The same rule as `private.apply_to_series`.
 */
export function splitVisits<Row extends VisitRow>(
  rows: readonly Row[],
  series: string,
  from: string,
): { untouched: Row[]; touched: Row[] } {
  const isTouched = ({ events, reports }: Row) => events.length > 0 || reports.length > 0;
  const untouched = rows.filter(
    (row) => row.series === series && (row.series_day ?? '') >= from && !isTouched(row),
  );
  return { untouched, touched: visitsAhead(rows, new Set([series]), from).filter(isTouched) };
}
