import { format, parseISO } from 'date-fns';
import type { DayLoad, SlotLoad } from '../../core/domain/schedule.ts';
import { SLOTS } from '../../core/domain/slots.ts';

const jobsText = (count: number) => (count === 1 ? '1 job' : `${count || 'no'} jobs`);

/** `morning 3 jobs, afternoon 1, evening none`; `no jobs` for a free day. */
function slotsText(jobs: DayLoad['jobs']): string {
  const first = SLOTS.find((slot) => jobs[slot] > 0);
  if (first === undefined) return 'no jobs';
  const countText = (slot: (typeof SLOTS)[number]) =>
    slot === first ? jobsText(jobs[slot]) : jobs[slot] || 'none';
  return SLOTS.map((slot) => `${slot} ${countText(slot)}`).join(', ');
}

/** A day's load: `morning 3 jobs, afternoon 1, evening none, 1 request waits`. */
export function loadText({ jobs, requests }: DayLoad): string {
  const waiting = requests === 1 ? '1 request waits' : `${requests} requests wait`;
  return `${slotsText(jobs)}${requests > 0 ? `, ${waiting}` : ''}`;
}

/** A slot on a button: `Fri 4 Dec, morning · 1 job`. */
export const slotLoadText = ({ day, slot, jobs }: SlotLoad): string =>
  `${format(parseISO(day), 'EEE d MMM')}, ${slot} · ${jobsText(jobs)}`;
