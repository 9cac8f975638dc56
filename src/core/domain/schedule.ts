import { dayAfter, type LondonTime } from './london-time.ts';
import { SLOT_HOURS, SLOTS, type Slot } from './slots.ts';
import { bookedVisit, isOver, isSameVisit, type Visit } from './visit.ts';

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
export const isAhead = (job: Scheduled, now: LondonTime): boolean =>
  job.status in PAST_GROUPS && !isOver(bookedVisit(job), now);

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

export interface DayLoad {
  jobs: Record<Slot, number>;
  /** Its pending requests, which are not among the jobs. */
  requests: number;
}

/**
 * The load of a day, `YYYY-MM-DD`, without the booking `exceptId`. A request to which the office
 * offered another time stays on the day that its customer asked for.
 */
export function dayLoad(bookings: readonly Scheduled[], day: string, exceptId: string): DayLoad {
  const load: DayLoad = { jobs: { morning: 0, afternoon: 0, evening: 0 }, requests: 0 };
  for (const booking of jobsOf(bookings, day)) {
    if (booking.id === exceptId) continue;
    if (isUnconfirmed(booking)) load.requests += 1;
    else if (booking.preferred_time in load.jobs) load.jobs[booking.preferred_time as Slot] += 1;
  }
  return load;
}

export interface SlotLoad extends Visit {
  jobs: number;
}

/**
 * The three slots with the fewest jobs on these days, which are in order; the soonest first among
 * equals. `own`: the booking that is answered, which is not counted, and whose present slot is left out.
 */
export function lightestSlots(
  bookings: readonly Scheduled[],
  days: readonly string[],
  own: Scheduled,
): SlotLoad[] {
  return days
    .flatMap((day) => {
      const { jobs } = dayLoad(bookings, day, own.id);
      return SLOTS.map((slot) => ({ day, slot, jobs: jobs[slot] }));
    })
    .filter((load) => !isSameVisit(load, bookedVisit(own)))
    .sort((a, b) => a.jobs - b.jobs)
    .slice(0, 3);
}
