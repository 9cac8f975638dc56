import { londonTime } from './london-time.ts';

/** When the office works. */
interface OfficeTimes {
  /** Sunday is 0. */
  officeDays: readonly number[];
  /** The hour, 0 to 24, from which a request counts as made on the next office day. */
  officeUntil: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The calendar day in London, `YYYY-MM-DD`, by which the office replies to a request made at `now` (ms since 1970): so many office days
 * after the one on which it is read. Null for an office without days. Public holidays count as office days.
 */
export function replyDay(
  now: number,
  businessDays: number,
  { officeDays, officeUntil }: OfficeTimes,
): string | null {
  if (officeDays.length === 0) return null;
  const isOpen = (day: number) => officeDays.includes(new Date(day).getUTCDay());
  const { day, hour } = londonTime(now);
  let date = Date.parse(day);
  if (isOpen(date) && hour >= officeUntil) date += DAY_MS;
  while (!isOpen(date)) date += DAY_MS;
  for (let left = businessDays; left > 0; left--) {
    do date += DAY_MS;
    while (!isOpen(date));
  }
  return new Date(date).toISOString().slice(0, 10);
}
