import type { LondonTime } from '../../core/domain/london-time.ts';
import {
  groupBySchedule,
  groupOf,
  isAhead,
  type Scheduled,
  type ScheduleGroup,
} from '../../core/domain/schedule.ts';

/** The groups that the schedule draws as one line, which leads to their own list. */
export const FOLDED = ['to-complete', 'unanswered', 'cancelled'] as const;

export type FoldedGroup = (typeof FOLDED)[number];

const isFolded = (group: ScheduleGroup): group is FoldedGroup =>
  (FOLDED as readonly string[]).includes(group);

interface Asked {
  now: LondonTime;
  /** The id of the job that the schedule opens at, whose group is drawn. */
  from: string | null;
  /** A search or filter left some jobs out: its matches are all drawn. */
  isFiltered: boolean;
  /** Draws today's jobs whose hours are over, too. */
  showsEarlier: boolean;
}

/**
 * Jobs in the schedule's order: all of them, those outside of closed groups, the size of each folded
 * group, and the number of today's jobs whose hours are over.
 */
export function arrangeSchedule<Job extends Scheduled>(
  jobs: readonly Job[],
  { now, from, isFiltered, showsEarlier }: Asked,
) {
  const { day: today } = now;
  const groups = groupBySchedule(jobs, today);
  const opened = jobs.find(({ id }) => id === from);
  const isDrawn = (group: ScheduleGroup) =>
    isFiltered || !isFolded(group) || (opened && groupOf(opened, today) === group);
  const isEarlier = (job: Job) => groupOf(job, today) === 'today' && !isAhead(job, now);
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
