import { useEffect, useMemo, useState } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { londonTime, type LondonTime } from '../../core/domain/london-time.ts';
import { jobsAhead, jobsOf, nextJob, type DayOfJobs } from '../../core/domain/schedule.ts';
import { unanswered } from '../../core/domain/unanswered.ts';
import { isDayHere } from '../../core/replica/initial-sync.ts';
import { currentLists, useCursor, useList } from './use-lists.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * London's clock, updated each hour while the page stays open. A device that slept through the hour
 * updates when its page is shown again, and within a minute of waking.
 */
export function useLondonTime(): LondonTime {
  const [now, setNow] = useState(() => londonTime(Date.now()));
  useEffect(() => {
    let timer = 0;
    const update = () => {
      clearTimeout(timer);
      setNow((known) => {
        const next = londonTime(Date.now());
        return next.day === known.day && next.hour === known.hour ? known : next;
      });
      // London's offset is always whole hours.
      timer = window.setTimeout(update, Math.min(MINUTE, HOUR - (Date.now() % HOUR)));
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}

/** The next job, and the others of its day; null for none, and before all are read. */
export function useNextJob(now: LondonTime) {
  const { rows, isRead } = useList('bookings');
  return useMemo(() => (isRead ? nextJob(rows, now) : null), [rows, isRead, now]);
}

/** The jobs of the next fourteen days; undefined until they are here. */
export function useJobsAhead({ day }: LondonTime): DayOfJobs[] | undefined {
  const { rows } = useList('bookings');
  const cursor = useCursor();
  // The days after one that is here are here too.
  const isHere = cursor !== undefined && isDayHere(cursor, day);
  return useMemo(() => (isHere ? jobsAhead(rows, day, 14) : undefined), [rows, isHere, day]);
}

/** The requests that wait for an answer; none before all are read. */
export function useUnanswered() {
  const { rows, isRead } = useList('bookings');
  return useMemo(() => (isRead ? unanswered(rows) : []), [rows, isRead]);
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
