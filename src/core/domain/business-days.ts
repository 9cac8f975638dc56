import { dayAfter, londonTime } from './london-time.ts';

interface OfficeTimes {
  /** Sunday is 0. */
  officeDays: readonly number[];
  /** The hour, 0 to 24, from which a request counts as made on the next office day. */
  officeUntil: number;
  /** The days of every year, `MM-DD`, on which the office is closed. */
  closedDays: readonly string[];
}

/**
 * The calendar day in London, `YYYY-MM-DD`, by which the office replies to a request made at `now`
 * (ms since 1970): `businessDays` office days after the one on which it reads the request. Null for
 * an office without days. Holidays that move, such as Easter, count as office days.
 */
export function replyDay(
  now: number,
  businessDays: number,
  { officeDays, officeUntil, closedDays }: OfficeTimes,
): string | null {
  if (officeDays.length === 0) return null;
  const isOpen = (day: string) =>
    officeDays.includes(new Date(day).getUTCDay()) &&
    !closedDays.includes(day.slice('YYYY-'.length));
  /** The day itself, or the next one on which the office is open. */
  const openFrom = (day: string): string => (isOpen(day) ? day : openFrom(dayAfter(day, 1)));
  const { day, hour } = londonTime(now);
  const isTooLate = isOpen(day) && hour >= officeUntil;
  let replied = openFrom(isTooLate ? dayAfter(day, 1) : day);
  for (let left = businessDays; left > 0; left--) replied = openFrom(dayAfter(replied, 1));
  return replied;
}
