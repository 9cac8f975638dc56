import { dayAfter, type LondonTime } from './london-time.ts';
import type { PREFERRED_TIMES } from './booking-choices.ts';

/** The hours in London of each preferred time: from, to. In the order of a day. */
export const SLOT_HOURS = {
  morning: [8, 12],
  afternoon: [12, 17],
  evening: [17, 20],
} as const satisfies Record<keyof typeof PREFERRED_TIMES, readonly [from: number, to: number]>;

export type Slot = keyof typeof SLOT_HOURS;

export const SLOTS = Object.keys(SLOT_HOURS) as readonly Slot[];

/** The facts that place a booking in the schedule; the day is `YYYY-MM-DD`. */
export interface Scheduled {
  id: string;
  preferred_date: string;
  preferred_time: string;
  status: string;
  created_at: string;
}

/** The Sunday of a day's week. */
export const weekEnd = (day: string): string => dayAfter(day, (7 - new Date(day).getUTCDay()) % 7);

/** True for an open job: neither completed nor cancelled. */
export const isOpen = ({ status }: Pick<Scheduled, 'status'>): boolean =>
  OPEN_STATES.includes(status);

export const OPEN_STATES: readonly string[] = ['pending', 'confirmed'];

/** The rank of a time of day; an unknown one comes last. */
export const slotPlace = (time: string) =>
  time in SLOT_HOURS ? SLOTS.indexOf(time as Slot) : SLOTS.length;

/** Sorts jobs by day, time of day, and time of creation. */
export function bySchedule(a: Scheduled, b: Scheduled): number {
  if (a.preferred_date !== b.preferred_date) return a.preferred_date < b.preferred_date ? -1 : 1;
  return (
    slotPlace(a.preferred_time) - slotPlace(b.preferred_time) ||
    (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0)
  );
}

/** The schedule's groups in order. */
export const SCHEDULE_GROUPS = ['overdue', 'today', 'tomorrow', 'week', 'later', 'past'] as const;

export type ScheduleGroup = (typeof SCHEDULE_GROUPS)[number];

/**
 * A job's group on a given day. Overdue: its day has passed and it is open. `week`: until Sunday.
 */
export function groupOf(
  job: Pick<Scheduled, 'preferred_date' | 'status'>,
  today: string,
): ScheduleGroup {
  const { preferred_date: day } = job;
  if (day < today) return isOpen(job) ? 'overdue' : 'past';
  if (day === today) return 'today';
  if (day === dayAfter(today, 1)) return 'tomorrow';
  return day <= weekEnd(today) ? 'week' : 'later';
}

/**
 * Sorts jobs into the schedule's groups: past jobs by the latest day first, others by the next
 * first. Empty groups are left out.
 */
export function groupBySchedule<Job extends Scheduled>(
  jobs: readonly Job[],
  today: string,
): { group: ScheduleGroup; jobs: Job[] }[] {
  const sorted = [...jobs].sort(bySchedule);
  return SCHEDULE_GROUPS.flatMap((group) => {
    const found = sorted.filter((job) => groupOf(job, today) === group);
    if (found.length === 0) return [];
    return [
      { group, jobs: group === 'overdue' || group === 'past' ? latestDayFirst(found) : found },
    ];
  });
}

/** The latest day first; the order within a day stays. */
const latestDayFirst = <Job extends Scheduled>(jobs: readonly Job[]) =>
  [...jobs].sort((a, b) =>
    a.preferred_date > b.preferred_date ? -1 : a.preferred_date < b.preferred_date ? 1 : 0,
  );

/** Whether a job may still be coming: it is open, and the hours of its time have not ended. */
export function isAhead(job: Scheduled, { day, hour }: LondonTime): boolean {
  if (!isOpen(job) || job.preferred_date < day) return false;
  const [, to] = SLOT_HOURS[job.preferred_time as Slot] ?? [0, 24];
  return job.preferred_date > day || hour < to;
}
