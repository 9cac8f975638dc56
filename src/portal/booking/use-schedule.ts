import { useMemo } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { dayAfter, type LondonTime } from '../../core/domain/london-time.ts';
import {
  bySchedule,
  dayLoad,
  jobsOf,
  lightestSlots,
  nextJob,
  type DayLoad,
  type SlotLoad,
} from '../../core/domain/schedule.ts';
import { unanswered } from '../../core/domain/unanswered.ts';
import { nextVisitDays, type VisitDays } from '../../core/domain/visit-times.ts';
import { askOf } from '../../core/domain/visits.ts';
import { isDayHere } from '../../core/replica/initial-sync.ts';
import { currentLists, useCursor, useList } from '../sync/use-lists.ts';

/** The next job, and the others of its day; null for none, and before all are read. */
export function useNextJob(now: LondonTime) {
  const { rows, isRead } = useList('bookings');
  return useMemo(() => (isRead ? nextJob(rows, now) : null), [rows, isRead, now]);
}

/** Whether all bookings from a day on, `YYYY-MM-DD`, are here. */
function useDayHere(day: string): boolean {
  const cursor = useCursor();
  return cursor !== undefined && isDayHere(cursor, day);
}

/** The load of a day, as `dayLoad`; undefined until all its bookings are here. */
export function useDayLoad(day: string, exceptId: string): DayLoad | undefined {
  const { rows } = useList('bookings');
  const isHere = useDayHere(day);
  return useMemo(
    () => (isHere ? dayLoad(rows, day, exceptId) : undefined),
    [rows, isHere, day, exceptId],
  );
}

/** The lightest slots of the ten days of visits after today; none until all bookings are here. */
export function useLightestSlots(
  own: ReplicaRow<'bookings'>,
  today: string,
  visits: VisitDays,
): SlotLoad[] {
  const { rows } = useList('bookings');
  const isHere = useDayHere(today);
  return useMemo(
    () => (isHere ? lightestSlots(rows, nextVisitDays(dayAfter(today, 1), 10, visits), own) : []),
    [rows, isHere, today, visits, own],
  );
}

/** The requests that wait for an answer; none before all are read. */
export function useUnanswered() {
  const { rows, isRead } = useList('bookings');
  return useMemo(
    () => (isRead ? unanswered(rows).map((one) => ({ ...one, ask: askOf(one.row) })) : []),
    [rows, isRead],
  );
}

/**
 * The confirmed bookings whose customers ask for another day, soonest first; none before all are
 * read. Pending ones are among the requests.
 */
export function useAsked() {
  const { rows, isRead } = useList('bookings');
  return useMemo(
    () =>
      isRead
        ? rows
            .filter(({ status }) => status === 'confirmed')
            .flatMap((row) => {
              const ask = askOf(row);
              return ask ? [{ row, ask }] : [];
            })
            .sort((a, b) => bySchedule(a.row, b.row))
        : [],
    [rows, isRead],
  );
}

/**
 * The jobs of a day, `YYYY-MM-DD`, without cancelled ones and pending deletions, and whether the
 * device has all of them.
 */
export function readJobsOf(day: string): { isWhole: boolean; jobs: ReplicaRow<'bookings'>[] } {
  const { tables, cursor } = currentLists();
  return {
    isWhole: cursor !== undefined && isDayHere(cursor, day),
    jobs: jobsOf(tables.bookings.rows, day),
  };
}
