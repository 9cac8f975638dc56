import type { PREFERRED_TIMES } from './booking-choices.ts';

/** The hours in London of each preferred time: from, to. In the order of a day. */
export const SLOT_HOURS = {
  morning: [8, 12],
  afternoon: [12, 17],
  evening: [17, 20],
} as const satisfies Record<keyof typeof PREFERRED_TIMES, readonly [from: number, to: number]>;

export type Slot = keyof typeof SLOT_HOURS;

export const SLOTS = Object.keys(SLOT_HOURS) as readonly Slot[];
