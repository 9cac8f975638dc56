import { dayAfter } from './london-time.ts';

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

const MONTH = 'YYYY-MM'.length;

/** The week of a day, from Monday to Sunday. */
function weekOf(day: string): Period {
  const from = dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
  return { from, to: dayAfter(from, 6) };
}

function monthOf(day: string): Period {
  const from = `${day.slice(0, MONTH)}-01`;
  // 31 days later is always in the next month.
  return { from, to: dayAfter(`${dayAfter(from, 31).slice(0, MONTH)}-01`, -1) };
}

export const PERIODS = {
  'this week': weekOf,
  'next week': (today: string) => weekOf(dayAfter(today, 7)),
  'this month': monthOf,
  'last month': (today: string) => monthOf(dayAfter(monthOf(today).from, -1)),
} as const;

export type PeriodName = keyof typeof PERIODS;
