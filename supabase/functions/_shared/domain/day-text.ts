// Generated from src/core/domain by `npm run types:generate`.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * A calendar day, `YYYY-MM-DD`, in words: `Monday 7 December`. Without `Intl`, whose first use
 * blocks a slow phone (docs/decisions/0011).
 */
export function weekdayText(day: string): string {
  const date = new Date(day);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}
