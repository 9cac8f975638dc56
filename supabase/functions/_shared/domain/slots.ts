// Generated from src/core/domain by `npm run types:generate`.
import type { PREFERRED_TIMES } from './booking-choices.ts';
import type { LondonTime } from './london-time.ts';

/** The hours in London of each preferred time: from, to. In the order of a day. */
export const SLOT_HOURS = {
  morning: [8, 12],
  afternoon: [12, 17],
  evening: [17, 20],
} as const satisfies Record<keyof typeof PREFERRED_TIMES, readonly [from: number, to: number]>;

export type Slot = keyof typeof SLOT_HOURS;

export const SLOTS = Object.keys(SLOT_HOURS) as readonly Slot[];

export interface Visit {
  /** `YYYY-MM-DD`; empty before it is chosen. */
  preferred_date: string;
  /** A slot; another text for none. */
  preferred_time: string;
}

/** Whether a visit's hours have ended; without known hours, its day. */
export function isOver(
  { preferred_date: date, preferred_time: time }: Visit,
  { day, hour }: LondonTime,
): boolean {
  const [, to] = SLOT_HOURS[time as Slot] ?? [0, 24];
  return date < day || (date === day && hour >= to);
}
