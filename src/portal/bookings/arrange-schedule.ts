import { groupBySchedule, groupOf, type Scheduled } from '../../core/domain/schedule.ts';

/** How many overdue jobs a press shows. */
export const MORE_OVERDUE = 50;

interface Asked {
  /** `YYYY-MM-DD`, in London. */
  today: string;
  /**
   * The most overdue jobs: where nobody marks jobs as completed there are thousands. Null before a
   * press: the group is closed, so that the schedule opens at today, unless it would hide a
   * search's matches or the job that the schedule opens at.
   */
  overdueLimit: number | null;
  /** The most other jobs. */
  limit: number;
  /** The id of the job that the schedule opens at: those before it are shown too. */
  from: string | null;
  isFiltered: boolean;
}

/** Jobs in the schedule's order: all of them, and those shown, overdue ones first. */
export function arrangeSchedule<Job extends Scheduled>(
  jobs: readonly Job[],
  { today, overdueLimit, limit, from, isFiltered }: Asked,
) {
  const all = groupBySchedule(jobs, today).flatMap((group) => group.jobs);
  const overdueCount = all.findLastIndex((job) => groupOf(job, today) === 'overdue') + 1;
  const place = all.findIndex(({ id }) => id === from);
  const isFromOverdue = place >= 0 && place < overdueCount;
  const most = overdueLimit ?? (isFiltered || isFromOverdue ? MORE_OVERDUE : 0);
  const isOpen = most > 0;
  const end = overdueCount + limit + Math.max(0, place - overdueCount);
  return {
    all,
    overdueCount,
    isOpen,
    overdue: all.slice(0, Math.min(overdueCount, isOpen && isFromOverdue ? most + place : most)),
    others: all.slice(overdueCount, end),
    hasMore: all.length > end,
  };
}
