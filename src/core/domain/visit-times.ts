import { PREFERRED_TIMES } from './booking-choices.ts';
import { DAY_PASSED } from './booking.ts';
import { dayAfter, type LondonTime } from './london-time.ts';
import { SLOTS } from './slots.ts';
import { isOver, isSameVisit, type DraftVisit, type Visit } from './visit.ts';

const timesOver = (day: string, now: LondonTime) =>
  day === now.day ? SLOTS.filter((slot) => isOver({ day, slot }, now)) : [];

/** The first day with a time that is not over. */
export const firstDay = (now: LondonTime): string =>
  timesOver(now.day, now).length < SLOTS.length ? now.day : dayAfter(now.day, 1);

/**
 * The times of a visit's day for a select, value → label. Those that are over say so and cannot be
 * chosen; one that was chosen before stays in sight.
 */
export function timesOn(
  day: string,
  now: LondonTime,
): { options: Readonly<Record<string, string>>; disabledOptions: readonly string[] } {
  const over = timesOver(day, now);
  const labels = over.map((slot) => [slot, `${PREFERRED_TIMES[slot]} (over today)`]);
  return { options: { ...PREFERRED_TIMES, ...Object.fromEntries(labels) }, disabledOptions: over };
}

interface VisitFault {
  field: keyof Visit;
  message: string;
}

/** The fault of a visit that is over; null for one to come, and before its day is chosen. */
export function visitFault(visit: DraftVisit, now: LondonTime): VisitFault | null {
  const { day } = visit;
  if (day === '' || !isOver(visit, now)) return null;
  if (day < now.day) return { field: 'day', message: DAY_PASSED };
  return day < firstDay(now)
    ? { field: 'day', message: 'Today’s times are over. Please select another date' }
    : { field: 'slot', message: 'This time is over today. Please select another time' };
}

/** The first day that a customer may ask for instead of another one: not today any more. */
export const firstOtherDay = (now: LondonTime): string => dayAfter(now.day, 1);

/** The fault of a visit that a customer asks for instead of `present`; null without one. */
export function otherVisitFault(
  visit: DraftVisit,
  present: Visit,
  now: LondonTime,
): VisitFault | null {
  const fault = visitFault(visit, now);
  if (fault) return fault;
  if (visit.day !== '' && visit.day < firstOtherDay(now))
    return { field: 'day', message: 'Please select a later date, or call us for today' };
  return isSameVisit(visit, present)
    ? { field: 'slot', message: 'This is your present time. Please select another one' }
    : null;
}

/** The owner's days of visits. */
export interface VisitDays {
  /** Sunday is 0. Empty: unknown. */
  visitDays: readonly number[];
  /** The days of every year on which nobody comes, `MM-DD` → name. */
  noVisits: Readonly<Record<string, string>>;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Says that nobody comes on a day, `YYYY-MM-DD`; null for other days and unfinished ones. */
export function noVisitText(day: string, { visitDays, noVisits }: VisitDays): string | null {
  const weekday = new Date(day).getUTCDay();
  const isNone = visitDays.length > 0 && WEEKDAYS[weekday] && !visitDays.includes(weekday);
  const name = noVisits[day.slice('YYYY-'.length)] ?? (isNone ? `${WEEKDAYS[weekday]}s` : null);
  return name === null ? null : `We don’t come on ${name}.`;
}

/** The next days of visits from a day on, `YYYY-MM-DD`, it included. */
export function nextVisitDays(from: string, count: number, days: VisitDays): string[] {
  const found: string[] = [];
  for (let day = from; found.length < count; day = dayAfter(day, 1))
    if (noVisitText(day, days) === null) found.push(day);
  return found;
}
