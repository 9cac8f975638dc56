// Generated from src/core/domain by `npm run types:generate`.
/** London's clock: the calendar day, `YYYY-MM-DD`, and the hour, 0 to 23. */
export interface LondonTime {
  day: string;
  hour: number;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The last Sunday of a month (January is 0), 01:00 UTC, in milliseconds since 1970. */
function lastSunday(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month + 1, 0, 1));
  return end.setUTCDate(end.getUTCDate() - end.getUTCDay());
}

/**
 * The time in London on any device. `now`: milliseconds since 1970. The clock is an hour ahead of
 * UTC from the last Sunday of March to the last of October (Summer Time Order 2002). Without
 * `Intl`, whose first use blocks a slow phone (docs/decisions/0011).
 */
export function londonTime(now: number = Date.now()): LondonTime {
  const year = new Date(now).getUTCFullYear();
  const isSummer = now >= lastSunday(year, 2) && now < lastSunday(year, 9);
  const clock = new Date(isSummer ? now + HOUR_MS : now);
  return { day: clock.toISOString().slice(0, 10), hour: clock.getUTCHours() };
}

/** London's wall clock at a time, `YYYY-MM-DDTHH:MM`. `at`: milliseconds since 1970. */
export function londonClock(at: number): string {
  const { day, hour } = londonTime(at);
  return `${day}T${String(hour).padStart(2, '0')}:${new Date(at).toISOString().slice(14, 16)}`;
}

/**
 * The calendar day this many days after another; negative: before. Days are counted, not hours, so
 * clock changes do not matter.
 */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
