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
const weekEnd = (day: string): string => dayAfter(day, (7 - new Date(day).getUTCDay()) % 7);

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

const SCHEDULE_GROUPS = [
  'to-complete',
  'unanswered',
  'today',
  'tomorrow',
  'week',
  'later',
  'past',
  'cancelled',
] as const;

export type ScheduleGroup = (typeof SCHEDULE_GROUPS)[number];

/**
 * A job's group on a given day. `to-complete`: confirmed, and its day has passed. `unanswered`: still
 * pending then. `week`: until Sunday.
 */
export function groupOf(
  job: Pick<Scheduled, 'preferred_date' | 'status'>,
  today: string,
): ScheduleGroup {
  const { preferred_date: day, status } = job;
  if (status === 'cancelled') return 'cancelled';
  if (day < today) return PAST_GROUPS[status] ?? 'past';
  if (day === today) return 'today';
  if (day === dayAfter(today, 1)) return 'tomorrow';
  return day <= weekEnd(today) ? 'week' : 'later';
}

/** The groups of jobs whose day has passed, by status. */
const PAST_GROUPS: Partial<Record<string, ScheduleGroup>> = {
  confirmed: 'to-complete',
  pending: 'unanswered',
};

/**
 * Sorts jobs into the schedule's groups: past jobs by the latest day first, others by the next
 * first. Empty groups are left out.
 */
export function groupBySchedule<Job extends Scheduled>(
  jobs: readonly Job[],
  today: string,
): { group: ScheduleGroup; jobs: Job[] }[] {
  // By day first: sorting ten thousand jobs at once would be a long task.
  const byDay = new Map<string, Job[]>();
  for (const job of jobs) {
    const ofDay = byDay.get(job.preferred_date);
    if (ofDay) ofDay.push(job);
    else byDay.set(job.preferred_date, [job]);
  }
  const days = [...byDay.keys()].sort();
  const groups = new Map(SCHEDULE_GROUPS.map((group) => [group, [] as Job[]]));
  for (const day of [
    ...days.filter((day) => day < today).reverse(),
    ...days.filter((day) => day >= today),
  ]) {
    for (const job of byDay.get(day)?.sort(bySchedule) ?? [])
      groups.get(groupOf(job, today))?.push(job);
  }
  return [...groups]
    .filter(([, jobs]) => jobs.length > 0)
    .map(([group, jobs]) => ({ group, jobs }));
}

/**
 * Whether a job may still be coming: it is confirmed or pending, and the hours of its time have not
 * ended.
 */
export function isAhead(job: Scheduled, { day, hour }: LondonTime): boolean {
  if (!(job.status in PAST_GROUPS) || job.preferred_date < day) return false;
  const [, to] = SLOT_HOURS[job.preferred_time as Slot] ?? [0, 24];
  return job.preferred_date > day || hour < to;
}

/**
 * The job that is next or now: the first confirmed one, else the first pending request. `more` and
 * `requests`: the further confirmed jobs and pending requests of its day. Null for none.
 */
export function nextJob<Job extends Scheduled>(
  jobs: readonly Job[],
  now: LondonTime,
): { job: Job; more: number; requests: number } | null {
  const ahead = jobs.filter((job) => isAhead(job, now)).sort(bySchedule);
  const job = ahead.find(isConfirmed) ?? ahead[0];
  if (!job) return null;
  const others = ahead.filter(
    (other) => other !== job && other.preferred_date === job.preferred_date,
  );
  const more = others.filter(isConfirmed).length;
  return { job, more, requests: others.length - more };
}

const isConfirmed = ({ status }: Pick<Scheduled, 'status'>): boolean => status === 'confirmed';

/** True for a request that is no job yet. */
export const isUnconfirmed = ({ status }: Pick<Scheduled, 'status'>): boolean =>
  status === 'pending';

/** The jobs of a day, `YYYY-MM-DD`, without cancelled ones. */
export const jobsOf = <Job extends Scheduled>(jobs: readonly Job[], day: string): Job[] =>
  jobs.filter(({ preferred_date, status }) => preferred_date === day && status !== 'cancelled');

/** A day's jobs, by time of day. */
export interface DayOfJobs {
  /** `YYYY-MM-DD`. */
  day: string;
  slots: Record<Slot, number>;
  /** Its pending requests, which are not among the jobs. */
  requests: number;
}

/** The jobs of this many days from one on, `YYYY-MM-DD`, without cancelled ones. */
export function jobsAhead(jobs: readonly Scheduled[], from: string, days: number): DayOfJobs[] {
  return Array.from({ length: days }, (_, index) => {
    const day = dayAfter(from, index);
    const ofDay = jobsOf(jobs, day);
    const confirmed = ofDay.filter((job) => !isUnconfirmed(job));
    const count = (slot: Slot) =>
      confirmed.filter(({ preferred_time }) => preferred_time === slot).length;
    return {
      day,
      requests: ofDay.length - confirmed.length,
      slots: {
        morning: count('morning'),
        afternoon: count('afternoon'),
        evening: count('evening'),
      },
    };
  });
}
