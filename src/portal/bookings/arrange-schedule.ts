import {
  groupBySchedule,
  groupOf,
  type Scheduled,
  type ScheduleGroup,
} from '../../core/domain/schedule.ts';

/** The groups that the schedule draws as one line, which leads to their own list. */
export const FOLDED = ['to-complete', 'unanswered', 'cancelled'] as const;

export type FoldedGroup = (typeof FOLDED)[number];

const isFolded = (group: ScheduleGroup): group is FoldedGroup =>
  (FOLDED as readonly string[]).includes(group);

interface Asked {
  /** `YYYY-MM-DD`, in London. */
  today: string;
  /** The most jobs. */
  limit: number;
  /** The id of the job that the schedule opens at: those before it are shown too. */
  from: string | null;
  /** A search or filter left some jobs out: its matches are all drawn. */
  isFiltered: boolean;
}

/** Jobs in the schedule's order: all of them, those drawn, and the size of each folded group. */
export function arrangeSchedule<Job extends Scheduled>(
  jobs: readonly Job[],
  { today, limit, from, isFiltered }: Asked,
) {
  const groups = groupBySchedule(jobs, today);
  const opened = jobs.find(({ id }) => id === from);
  const isDrawn = (group: ScheduleGroup) =>
    isFiltered || !isFolded(group) || (opened && groupOf(opened, today) === group);
  const drawn = groups.filter(({ group }) => isDrawn(group)).flatMap(({ jobs: of }) => of);
  const end =
    limit +
    Math.max(
      0,
      drawn.findIndex(({ id }) => id === from),
    );
  return {
    all: groups.flatMap(({ jobs: of }) => of),
    shown: drawn.slice(0, end),
    hasMore: drawn.length > end,
    folded: groups.flatMap(({ group, jobs: of }) =>
      isFolded(group) && !isDrawn(group) ? [{ group, count: of.length }] : [],
    ),
  };
}
