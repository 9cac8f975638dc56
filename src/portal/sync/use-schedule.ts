import { useCallback, useEffect, useMemo, useState } from 'react';
import { readHidden } from '../../core/changes/pending.ts';
import { londonTime, type LondonTime } from '../../core/domain/london-time.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import type { ReadRows } from '../../core/sync/read-replica.ts';
import {
  readJobsAhead,
  readNextJob,
  readRequestWeeks,
  readSchedule,
  type WeekOfRequests,
} from '../../core/sync/read-schedule.ts';
import { db } from '../../runtime/database.ts';
import { useReplicaRead } from './use-replica-read.ts';
import { rereadState, useReread, type ReadReplica } from './use-reread.ts';

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
    const look = () => {
      clearTimeout(timer);
      setNow((known) => {
        const next = londonTime(Date.now());
        return next.day === known.day && next.hour === known.hour ? known : next;
      });
      // London's offset is always whole hours.
      timer = window.setTimeout(look, Math.min(MINUTE, HOUR - (Date.now() % HOUR)));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}

/** Reads the bookings in the schedule's order as of a day, with this many overdue ones. */
export const useScheduleOrder = (today: string, overdueLimit: number): ReadRows<'bookings'> =>
  useMemo(
    () => (replica, query) => readSchedule(replica, { ...query, today, overdueLimit }),
    [today, overdueLimit],
  );

/** Reads from the bookings on this device, again when they change; undefined until read. */
function useJobs<T>(
  read: (replica: ReplicaDatabase, hidden: ReadonlySet<string>) => Promise<T>,
  now: LondonTime,
): T | undefined {
  return useReplicaRead(
    async (replica, userId) => read(replica, await readHidden(db, userId, 'bookings')),
    [now],
  );
}

/** The next job, and the number that follow on its day; null for none. */
export const useNextJob = (now: LondonTime) =>
  useJobs((replica, hidden) => readNextJob(replica, { now, hidden }), now);

/** The jobs of the next fourteen days; undefined until they are here. */
export const useJobsAhead = (now: LondonTime) =>
  useJobs((replica, hidden) => readJobsAhead(replica, { now, hidden, days: 14 }), now);

/** The requests of the last 52 weeks; undefined until they are here. */
export function useRequestWeeks({ day }: LondonTime): WeekOfRequests[] | undefined {
  const cursor = useReplicaRead((replica) => replica.readCursor(), []);
  const read = useCallback<ReadReplica<WeekOfRequests[]>>(
    (replica, signal) => readRequestWeeks(replica, { today: day, weeks: 52, signal }),
    [day],
  );
  return useReread(read, cursor && rereadState(cursor, 'bookings'));
}
