import type { LondonTime } from './london-time.ts';
import { SLOT_HOURS, type Slot } from './slots.ts';

/** When somebody comes, or is asked to come. */
export interface Visit {
  /** `YYYY-MM-DD`. */
  day: string;
  slot: Slot;
}

/** A visit in a form: a part is empty before it is chosen. */
export interface DraftVisit {
  day: string;
  slot: Slot | '';
}

/** The columns and form fields of a booking's visit. */
export const VISIT_COLUMNS = { day: 'preferred_date', slot: 'preferred_time' } as const;

/** The visit of a booking, as its row and its form have it. */
export const bookedVisit = (row: { preferred_date: string; preferred_time: string }): Visit => ({
  day: row.preferred_date,
  slot: row.preferred_time as Slot,
});

interface Named {
  day: string;
  time_slot: string;
}

/** The visit that an event or a booking's state names; null for none. */
export function namedVisit(row: Named): Visit;
export function namedVisit(row: { [Part in keyof Named]: string | null }): Visit | null;
export function namedVisit({ day, time_slot: slot }: { [Part in keyof Named]: string | null }) {
  return day && slot ? { day, slot: slot as Slot } : null;
}

export const isSameVisit = (one: DraftVisit | null, other: DraftVisit | null): boolean =>
  one?.day === other?.day && one?.slot === other?.slot;

/** Whether a visit's hours have ended; without known hours, its day. */
export function isOver({ day, slot }: DraftVisit, now: LondonTime): boolean {
  const [, to] = SLOT_HOURS[slot as Slot] ?? [0, 24];
  return day < now.day || (day === now.day && now.hour >= to);
}
