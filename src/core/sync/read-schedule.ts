import { Dexie, type Collection } from 'dexie';
import type { RowOf } from '../server/admin-backend.ts';
import { dayAfter, londonMidnight, type LondonTime } from '../domain/london-time.ts';
import {
  bySchedule,
  groupBySchedule,
  groupOf,
  isAhead,
  isOpen,
  OPEN_STATES,
  weekEnd,
  type Slot,
} from '../domain/schedule.ts';
import type { KeptRow } from '../store/admin-rows.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';
import { withReopen } from '../store/database.ts';
import { isAllHere, isDayHere } from './initial-sync.ts';
import { readByIds, type Found, type RowsQuery } from './read-replica.ts';

type Job = RowOf<'bookings'>;

/** Bookings with a day in a range, by day; `to` is exclusive. */
function byDay(replica: ReplicaDatabase, from: unknown, to: unknown): Collection<KeptRow> {
  return replica.keptRows
    .where('[table+row.preferred_date]')
    .between(['bookings', from], ['bookings', to], true, false);
}

const jobsOf = (kept: readonly KeptRow[], hidden: ReadonlySet<string>) =>
  kept.filter(({ id }) => !hidden.has(id)).map(({ row }) => row as Job);

interface ScheduleQuery extends RowsQuery<'bookings'> {
  /** `YYYY-MM-DD`, in London. */
  today: string;
  /**
   * The most overdue jobs: where nobody marks jobs as completed there are thousands. The other jobs
   * count towards `limit`. In a search, 0 shows fifty.
   */
  overdueLimit: number;
}

/**
 * Bookings in the schedule's order, whole days. Reads few more than requested, however many there
 * are.
 */
export function readSchedule(
  replica: ReplicaDatabase,
  query: ScheduleQuery,
): Promise<Found<'bookings'>> {
  return withReopen(() =>
    query.among ? readNamed(replica, query, query.among) : readByDay(replica, query),
  );
}

const inOrder = (jobs: readonly Job[], today: string) =>
  groupBySchedule(jobs, today).flatMap((group) => group.jobs);

async function readNamed(
  replica: ReplicaDatabase,
  query: ScheduleQuery,
  ids: readonly string[],
): Promise<Found<'bookings'>> {
  const { hidden, today, from } = query;
  const kept = await readByIds(
    replica,
    'bookings',
    ids.filter((id) => !hidden.has(id)),
  );
  const jobs = inOrder(
    kept.flatMap((job) => job ?? []),
    today,
  );
  const overdue = jobs.filter((job) => groupOf(job, today) === 'overdue');
  const others = jobs.slice(overdue.length);
  const before = (jobs: readonly Job[]) =>
    from
      ? Math.max(
          0,
          jobs.findIndex(({ id }) => id === from),
        )
      : 0;
  const [overdueLimit, limit] = [
    (query.overdueLimit || FOUND_OVERDUE) + before(overdue),
    query.limit + before(others),
  ];
  return {
    rows: [...overdue.slice(0, overdueLimit), ...others.slice(0, limit)],
    hasMore: others.length > limit,
    firstGroupHasMore: overdue.length > overdueLimit,
    firstGroupCount: overdue.length,
  };
}

const FOUND_OVERDUE = 50;

async function readByDay(
  replica: ReplicaDatabase,
  query: ScheduleQuery,
): Promise<Found<'bookings'>> {
  const before = await countBefore(replica, query);
  const [overdueLimit, limit] = [query.overdueLimit + before.overdue, query.limit + before.others];
  const [overdue, others, firstGroupCount] = await Promise.all([
    readOverdue(replica, { ...query, overdueLimit }),
    readOthers(replica, { ...query, limit }),
    countOverdue(replica, query),
  ]);
  const rows = [
    ...inOrder(overdue, query.today).slice(0, overdueLimit),
    ...inOrder(others.rows, query.today),
  ];
  const firstGroupHasMore = overdue.length > overdueLimit;
  return { rows, hasMore: others.hasMore, firstGroupHasMore, firstGroupCount };
}

/** The number of overdue jobs, by the index, without hidden ones. */
async function countOverdue(
  replica: ReplicaDatabase,
  { hidden, today }: ScheduleQuery,
): Promise<number> {
  const counts = OPEN_STATES.map((status) => open(replica, status, Dexie.minKey, today).count());
  const hiddenRows = await readByIds(replica, 'bookings', [...hidden]);
  const hiddenCount = hiddenRows.filter((job) => job && groupOf(job, today) === 'overdue').length;
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, -hiddenCount);
}

/**
 * The number of overdue jobs, or of others, above the job that the schedule opens at, including
 * those of its day.
 */
async function countBefore(
  replica: ReplicaDatabase,
  { from, today }: ScheduleQuery,
): Promise<{ overdue: number; others: number }> {
  const job = from
    ? ((await replica.keptRows.get(['bookings', from]))?.row as Job | undefined)
    : undefined;
  if (!job) return { overdue: 0, others: 0 };
  const { preferred_date: day } = job;
  if (day >= today)
    return { overdue: 0, others: await byDay(replica, today, dayAfter(day, 1)).count() };
  if (isOpen(job)) {
    const counts = await Promise.all(
      OPEN_STATES.map((status) => open(replica, status, day, today).count()),
    );
    return { overdue: counts.reduce((sum, count) => sum + count, 0), others: 0 };
  }
  const [coming, over] = await Promise.all([
    byDay(replica, today, Dexie.maxKey).count(),
    byDay(replica, day, today).filter(isOver).count(),
  ]);
  return { overdue: 0, others: coming + over };
}

/** Open bookings with a day in a range; `to` is exclusive. */
const open = (
  replica: ReplicaDatabase,
  status: string,
  from: unknown,
  to: string,
): Collection<KeptRow> =>
  replica.keptRows
    .where('[table+row.status+row.preferred_date]')
    .between(['bookings', status, from], ['bookings', status, to], true, false);

/** The latest overdue jobs, and more than are shown if there are more; whole days. */
async function readOverdue(
  replica: ReplicaDatabase,
  { hidden, today, overdueLimit }: ScheduleQuery,
): Promise<Job[]> {
  const wanted = overdueLimit + hidden.size + 1;
  const latest = async (status: string) => {
    const found = await open(replica, status, Dexie.minKey, today)
      .reverse()
      .limit(wanted)
      .toArray();
    return found.length < wanted
      ? found
      : completeLastDay(found, (day) => open(replica, status, day, dayAfter(day, 1)).reverse());
  };
  const kept = await Promise.all(OPEN_STATES.map(latest));
  return jobsOf(kept.flat(), hidden);
}

/** Coming jobs, and after the last of them past ones. */
async function readOthers(
  replica: ReplicaDatabase,
  { hidden, today, limit }: ScheduleQuery,
): Promise<Found<'bookings'>> {
  const wanted = limit + hidden.size + 1;
  const coming = await byDay(replica, today, Dexie.maxKey).limit(wanted).toArray();
  const missing = wanted - coming.length;
  const over =
    missing > 0
      ? await byDay(replica, Dexie.minKey, today).reverse().filter(isOver).limit(missing).toArray()
      : [];
  const found = [...coming, ...over];
  const hasMore = found.length === wanted;
  const onDay = (day: string) => {
    const ofDay = byDay(replica, day, dayAfter(day, 1));
    return over.length > 0 ? ofDay.reverse().filter(isOver) : ofDay;
  };
  return { rows: jobsOf(hasMore ? await completeLastDay(found, onDay) : found, hidden), hasMore };
}

const isOver = ({ row }: KeptRow) => !isOpen(row as Job);

/** The index has no hours: the last day begun is read whole, by `onDay` in the found order. */
async function completeLastDay(
  found: readonly KeptRow[],
  onDay: (day: string) => Collection<KeptRow>,
): Promise<KeptRow[]> {
  const last = found.at(-1);
  const sameDay = last ? await onDay((last.row as Job).preferred_date).toArray() : [];
  return [...new Map([...found, ...sameDay].map((kept) => [kept.id, kept])).values()];
}

interface NextQuery {
  now: LondonTime;
  /** Ids to leave out. */
  hidden: ReadonlySet<string>;
}

/** The open job that is next or now, and the number of further ones on its day; null for none. */
export function readNextJob(
  replica: ReplicaDatabase,
  { now, hidden }: NextQuery,
): Promise<{ job: Job; more: number } | null> {
  const counts = ({ id, row }: KeptRow) => !hidden.has(id) && isAhead(row as Job, now);
  return withReopen(async () => {
    const ofDay = async (day: string) =>
      (await byDay(replica, day, dayAfter(day, 1)).toArray()).filter(counts);
    let kept = await ofDay(now.day);
    if (kept.length === 0) {
      const first = await byDay(replica, dayAfter(now.day, 1), Dexie.maxKey).filter(counts).first();
      kept = first ? await ofDay((first.row as Job).preferred_date) : [];
    }
    const [job, ...others] = jobsOf(kept, hidden).sort(bySchedule);
    return job ? { job, more: others.length } : null;
  });
}

/** The jobs of this many days from one on, `YYYY-MM-DD`, without cancelled ones. */
export async function readJobs(
  replica: ReplicaDatabase,
  from: string,
  days: number,
  hidden: ReadonlySet<string>,
): Promise<Job[]> {
  const kept = await withReopen(() => byDay(replica, from, dayAfter(from, days)).toArray());
  return jobsOf(kept, hidden).filter(({ status }) => status !== 'cancelled');
}

interface AheadQuery extends NextQuery {
  days: number;
}

/** A day's jobs, by time of day. */
export interface DayOfJobs {
  /** `YYYY-MM-DD`. */
  day: string;
  slots: Record<Slot, number>;
}

/** The jobs of today and the following days; undefined until all of these are here. */
export async function readJobsAhead(
  replica: ReplicaDatabase,
  { now, hidden, days }: AheadQuery,
): Promise<DayOfJobs[] | undefined> {
  const cursor = await withReopen(() => replica.readCursor());
  // The days after one that is here are here too.
  if (!cursor || !isDayHere(cursor, now.day)) return undefined;
  const jobs = await readJobs(replica, now.day, days, hidden);
  return Array.from({ length: days }, (_, index) => {
    const day = dayAfter(now.day, index);
    const ofDay = jobs.filter(({ preferred_date }) => preferred_date === day);
    const count = (slot: Slot) =>
      ofDay.filter(({ preferred_time }) => preferred_time === slot).length;
    return {
      day,
      slots: {
        morning: count('morning'),
        afternoon: count('afternoon'),
        evening: count('evening'),
      },
    };
  });
}

/** The bookings of a week. */
export interface WeekOfRequests {
  /** The week's Monday, `YYYY-MM-DD`. */
  from: string;
  requests: number;
}

interface WeeksQuery {
  today: string;
  weeks: number;
  signal?: AbortSignal;
}

/**
 * The bookings created in each of this many weeks, the current one last; null until all are here,
 * and when `signal` stopped it. Counted by the index, day by day: no row is read, and other reads
 * wait for one day at most.
 */
export async function readRequestWeeks(
  replica: ReplicaDatabase,
  { today, weeks, signal }: WeeksQuery,
): Promise<WeekOfRequests[] | null> {
  const cursor = await withReopen(() => replica.readCursor());
  if (!cursor || !isAllHere(cursor, 'bookings')) return null;
  const first = dayAfter(weekEnd(today), 1 - 7 * weeks);
  // To the second, up to which all formats of a time are alike.
  const keyOf = (day: string) => [
    'bookings',
    new Date(londonMidnight(day)).toISOString().slice(0, 19),
    Dexie.minKey,
  ];
  const counted = Array.from({ length: weeks }, (_, week): WeekOfRequests => ({
    from: dayAfter(first, 7 * week),
    requests: 0,
  }));
  for (const week of counted) {
    for (let days = 0; days < 7; days++) {
      const day = dayAfter(week.from, days);
      const onDay = () =>
        replica.keptRows
          .where('[table+createdAt+id]')
          .between(keyOf(day), keyOf(dayAfter(day, 1)), true, false)
          .count();
      week.requests += await withReopen(onDay);
      if (signal?.aborted) return null;
    }
  }
  return counted;
}
