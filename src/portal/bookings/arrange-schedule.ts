import type { LondonTime } from '../../core/domain/london-time.ts';
import {
  groupBySchedule,
  groupOf,
  isAhead,
  isUnconfirmed,
  type Scheduled,
  type ScheduleGroup,
} from '../../core/domain/schedule.ts';
import { placeOf } from '../list/list-address.ts';

/** The groups that the schedule draws as one line, which leads to their own list. */
export const FOLDED = ['to-complete', 'unanswered', 'cancelled'] as const;

export type FoldedGroup = (typeof FOLDED)[number];

const isFolded = (group: ScheduleGroup): group is FoldedGroup =>
  (FOLDED as readonly string[]).includes(group);

interface Asked {
  now: LondonTime;
  /** The job that the schedule opens at, by `placeOf`; its group is drawn. */
  from: string | null;
  /** A search or filter left some jobs out: its matches are all drawn. */
  isFiltered: boolean;
  /** Draws today's jobs whose hours are over, too. */
  showsEarlier: boolean;
}

/**
 * Jobs in the schedule's order: all of them, those outside of closed groups, the size of each folded
 * group, and the number of today's jobs, without requests, whose hours are over.
 */
export function arrangeSchedule<Job extends Scheduled>(
  jobs: readonly Job[],
  { now, from, isFiltered, showsEarlier }: Asked,
) {
  const { day: today } = now;
  const groups = groupBySchedule(jobs, today);
  const opened = jobs.find(({ id }) => placeOf(id) === from);
  const isDrawn = (group: ScheduleGroup) =>
    isFiltered || !isFolded(group) || (opened && groupOf(opened, today) === group);
  // A request that nobody answered stays in sight.
  const isEarlier = (job: Job) =>
    groupOf(job, today) === 'today' && !isUnconfirmed(job) && !isAhead(job, now);
  const earlier = isFiltered ? 0 : jobs.filter(isEarlier).length;
  const isOpen = isFiltered || showsEarlier || (opened !== undefined && isEarlier(opened));
  const drawn = groups
    .filter(({ group }) => isDrawn(group))
    .flatMap(({ jobs: of }) => of)
    .filter((job) => isOpen || !isEarlier(job));
  return {
    all: groups.flatMap(({ jobs: of }) => of),
    drawn,
    earlier,
    isOpen,
    folded: groups.flatMap(({ group, jobs: of }) =>
      isFolded(group) && !isDrawn(group) ? [{ group, count: of.length }] : [],
    ),
  };
}
