import { expect, test } from 'vitest';
import {
  readJobsAhead,
  readNextJob,
  readRequestWeeks,
  readSchedule,
} from '../../../src/core/sync/read-schedule.ts';
import { createReplica } from '../support/replica.ts';

const TODAY = '2026-11-25';
const NOTHING: ReadonlySet<string> = new Set();

type Job = [
  day: string,
  time?: string,
  status?: string,
  changes?: { id?: string; created_at?: string },
];

/** A replica with these jobs, and the id of each by its index. */
async function replicaWith(jobs: readonly Job[]) {
  const { replica, server, pull } = createReplica();
  const ids = jobs.flatMap(
    ([preferred_date, preferred_time = 'morning', status = 'pending', changes = {}]) =>
      server
        .add(1, 'bookings', { preferred_date, preferred_time, status, ...changes })
        .map((id) => changes.id ?? id),
  );
  await pull();
  let read = 0;
  replica.keptRows.hook('reading', (row) => {
    read += 1;
    return row;
  });
  const schedule = async (wish: Partial<Parameters<typeof readSchedule>[1]> = {}) => {
    read = 0;
    const usual = {
      table: 'bookings',
      limit: 50,
      overdueLimit: 5,
      hidden: NOTHING,
      today: TODAY,
    } as const;
    const { rows, ...more } = await readSchedule(replica, { ...usual, ...wish });
    return { places: rows.map(({ id }) => ids.indexOf(id)), ...more, read };
  };
  return { replica, ids, schedule };
}

const days = (count: number, from: number): Job[] =>
  Array.from({ length: count }, (_, i) => [
    new Date(Date.UTC(2026, 10, from + i)).toISOString().slice(0, 10),
  ]);

test('the schedule shows overdue, coming and past jobs, each day from its morning', async () => {
  const { schedule } = await replicaWith([
    ['2026-11-25', 'evening'],
    ['2026-11-20', 'morning', 'completed'],
    ['2026-12-24'],
    ['2026-11-24', 'morning', 'confirmed'],
    ['2026-11-25', 'morning', 'cancelled'],
    ['2026-11-01'],
  ]);
  expect(await schedule()).toMatchObject({
    places: [3, 5, 4, 0, 2, 1],
    hasMore: false,
    firstGroupHasMore: false,
    firstGroupCount: 2,
  });
});

test('overdue jobs are counted whether they are shown or not, without hidden ones', async () => {
  const { ids, schedule } = await replicaWith([
    ...days(20, -20),
    ['2026-11-24', 'morning', 'confirmed'],
    ['2026-11-24', 'morning', 'cancelled'],
    ['2026-11-25'],
  ]);
  expect(await schedule({ overdueLimit: 0 })).toMatchObject({
    places: [22, 21],
    firstGroupHasMore: true,
    firstGroupCount: 21,
  });
  const hidden = new Set([ids[3] ?? '', ids[21] ?? '', ids[22] ?? '']);
  expect(await schedule({ overdueLimit: 0, hidden })).toMatchObject({
    places: [],
    firstGroupCount: 20,
  });
  // A search shows its results in a closed group too.
  expect(await schedule({ overdueLimit: 0, among: [ids[3] ?? '', ids[22] ?? ''] })).toMatchObject({
    places: [3, 22],
    firstGroupCount: 1,
  });
});

test('of many that are overdue a few stand before today’s jobs, and few are read', async () => {
  const { schedule } = await replicaWith([...days(200, -200), ['2026-11-24'], ['2026-11-25']]);
  const { places, firstGroupHasMore, read } = await schedule();
  expect([places.length, places[0], places.at(-1)]).toEqual([6, 200, 201]);
  expect(firstGroupHasMore).toBe(true);
  expect(read).toBeLessThan(20);
  expect((await schedule({ overdueLimit: 300 })).places).toHaveLength(202);
});

test('of the jobs of one overdue day the earliest hours stand first, and those that follow stand below them', async () => {
  const { schedule } = await replicaWith([
    ['2026-11-24', 'morning', 'pending', { id: '00000000-0000-4000-8000-000000000000' }],
    ...Array.from({ length: 9 }, (): Job => ['2026-11-24', 'evening']),
  ]);
  const few = await schedule({ overdueLimit: 3 });
  expect(few.places[0]).toBe(0);
  expect(few.places).toEqual((await schedule({ overdueLimit: 53 })).places.slice(0, 3));
  expect(few.firstGroupHasMore).toBe(true);
});

test('overdue jobs of several states and days stand where they stand when all are shown', async () => {
  const slots = ['evening', 'morning', 'afternoon'];
  const { ids, schedule } = await replicaWith(
    Array.from({ length: 40 }, (_, n): Job => [
      `2026-11-${20 + Math.floor(n / 10)}`,
      slots[n % 3] ?? '',
      n % 4 === 0 ? 'confirmed' : 'pending',
      n < 20 ? { created_at: '2026-11-01T12:00:00+00:00' } : {},
    ]),
  );
  const all = (await schedule({ overdueLimit: 100 })).places;
  expect(all).toHaveLength(40);
  for (let overdueLimit = 1; overdueLimit < 40; overdueLimit++) {
    expect(await schedule({ overdueLimit })).toMatchObject({
      places: all.slice(0, overdueLimit),
      firstGroupHasMore: true,
    });
  }
  expect(
    (
      await schedule({
        overdueLimit: 3,
        hidden: new Set(all.slice(0, 2).map((place) => ids[place] ?? '')),
      })
    ).places,
  ).toEqual(all.slice(2, 5));
});

test('as many come as are asked for, the last of their days whole, and few more are read', async () => {
  const { schedule } = await replicaWith([...days(300, 25), ['2026-11-26', 'afternoon']]);
  const { places, hasMore, read } = await schedule({ limit: 1 });
  expect(places).toEqual([0, 1, 300]);
  expect(hasMore).toBe(true);
  expect(read).toBeLessThan(10);
});

test('past jobs follow the last coming one, without the open ones of their days', async () => {
  const { schedule } = await replicaWith([
    ['2026-11-25'],
    ['2026-11-24', 'morning', 'completed'],
    ['2026-11-24'],
    ['2026-11-23', 'evening', 'cancelled'],
    ['2026-11-22', 'morning', 'completed'],
  ]);
  expect(await schedule({ limit: 2 })).toMatchObject({ places: [2, 0, 1, 3], hasMore: true });
  expect(await schedule({ limit: 4 })).toMatchObject({ places: [2, 0, 1, 3, 4], hasMore: false });
});

test('named bookings come in the same order, as many as are asked for, and none that is hidden', async () => {
  const { ids, schedule } = await replicaWith([
    ['2026-12-24'],
    ['2026-11-25', 'evening'],
    ['2026-11-01'],
    ['2026-11-25'],
    ['2026-11-20', 'morning', 'completed'],
  ]);
  expect(await schedule({ among: ids })).toMatchObject({ places: [2, 3, 1, 0, 4], hasMore: false });
  expect(await schedule({ among: ids, limit: 2 })).toMatchObject({
    places: [2, 3, 1],
    hasMore: true,
  });
  expect((await schedule({ among: ids, hidden: new Set(ids.slice(2)) })).places).toEqual([1, 0]);
  expect((await schedule({ hidden: new Set(ids.slice(2)) })).places).toEqual([1, 0]);
});

test('it opens at any of its jobs, with as many after it as are asked for', async () => {
  const { ids, schedule } = await replicaWith([
    ...days(40, 25),
    ['2026-11-24', 'morning', 'completed'],
    ['2026-11-23', 'morning', 'completed'],
    ['2026-11-22', 'morning', 'completed'],
  ]);
  const far = await schedule({ from: ids[30] ?? '', limit: 3 });
  expect(far.places).toEqual(Array.from({ length: 35 }, (_, place) => place));
  expect(far.hasMore).toBe(true);
  const over = await schedule({ from: ids[41] ?? '', limit: 1 });
  expect(over.places.slice(-4)).toEqual([39, 40, 41, 42]);
  expect((await schedule({ from: 'gone', limit: 3 })).places).toHaveLength(4);
});

test('it opens at a job that is long overdue, and today’s stand where they stood', async () => {
  const overdue = Array.from({ length: 30 }, (_, days): Job => [
    `2026-10-${String(30 - days).padStart(2, '0')}`,
  ]);
  const { ids, schedule } = await replicaWith([...overdue, ['2026-11-25'], ['2026-11-26']]);
  const { places, firstGroupHasMore } = await schedule({ from: ids[20] ?? '', overdueLimit: 3 });
  expect(places).toEqual([...Array.from({ length: 24 }, (_, place) => place), 30, 31]);
  expect(firstGroupHasMore).toBe(true);
});

test('named bookings open at any of them', async () => {
  const { ids, schedule } = await replicaWith([
    ...days(20, 25),
    ['2026-11-01'],
    ['2026-11-02'],
    ['2026-11-03'],
  ]);
  expect(
    (await schedule({ among: ids, from: ids[10] ?? '', limit: 2, overdueLimit: 1 })).places,
  ).toEqual([22, ...Array.from({ length: 12 }, (_, place) => place)]);
  expect(
    (await schedule({ among: ids, from: ids[20] ?? '', limit: 2, overdueLimit: 1 })).places,
  ).toEqual([22, 21, 20, 0, 1]);
});

test('the next job is the first one that is open and whose hours are not over, with how many follow on its day', async () => {
  const { replica, ids } = await replicaWith([
    ['2026-11-24'],
    ['2026-11-25', 'morning', 'cancelled'],
    ['2026-11-25', 'evening'],
    ['2026-11-25', 'afternoon'],
    ['2026-11-27'],
  ]);
  const next = async (hour: number, hidden: readonly number[] = []) => {
    const found = await readNextJob(replica, {
      now: { day: TODAY, hour },
      hidden: new Set(hidden.map((place) => ids[place] ?? '')),
    });
    return found && [ids.indexOf(found.job.id), found.more];
  };
  expect(await next(7)).toEqual([3, 1]);
  expect(await next(17)).toEqual([2, 0]);
  expect(await next(20)).toEqual([4, 0]);
  expect(await next(7, [3])).toEqual([2, 0]);
  expect(await next(7, [2, 3])).toEqual([4, 0]);
  expect(await next(20, [4])).toBeNull();
});

test('the days ahead count their jobs by time, without those that are cancelled', async () => {
  const { replica } = await replicaWith([
    ['2026-11-24'],
    ['2026-11-25', 'evening'],
    ['2026-11-25', 'evening'],
    ['2026-11-26', 'morning', 'cancelled'],
    ['2026-11-26', 'afternoon', 'completed'],
    ['2026-11-27'],
  ]);
  expect(
    await readJobsAhead(replica, { now: { day: TODAY, hour: 9 }, hidden: NOTHING, days: 2 }),
  ).toEqual([
    { day: '2026-11-25', slots: { morning: 0, afternoon: 0, evening: 2 } },
    { day: '2026-11-26', slots: { morning: 0, afternoon: 1, evening: 0 } },
  ]);
});

test('before the initial sync, the days ahead and the weeks are unknown rather than empty', async () => {
  const { replica, server, pull } = createReplica();
  const ahead = () =>
    readJobsAhead(replica, { now: { day: '2026-06-01', hour: 9 }, hidden: NOTHING, days: 2 });
  const weeks = () => readRequestWeeks(replica, { today: '2026-06-01', weeks: 2 });
  expect([await ahead(), await weeks()]).toEqual([undefined, null]);

  server.add(1, 'bookings', { preferred_date: '2026-06-02' });
  server.add(1, 'bookings', { preferred_date: '2026-05-31' });
  server.refusals.set('readFirstCopy coming', { outcome: 'retry', reason: 'offline' });
  await pull();
  expect([await ahead(), await weeks()]).toEqual([undefined, null]);

  // Coming jobs arrive before the rest.
  server.refusals.clear();
  server.refusals.set('readFirstCopy bookings', { outcome: 'retry', reason: 'offline' });
  await pull();
  expect(await ahead()).toMatchObject([{ slots: { morning: 0 } }, { day: '2026-06-02' }]);
  expect(await weeks()).toBeNull();

  server.refusals.clear();
  await pull();
  server.refusals.set('readChanges', { outcome: 'retry', reason: 'offline' });
  await pull();
  expect([(await ahead())?.length, (await weeks())?.length]).toEqual([2, 2]);
});

test('a week of requests begins on Monday at midnight in London', async () => {
  const { replica } = await replicaWith(
    [
      '2026-07-05T22:59:00+00:00',
      '2026-07-05T23:00:00+00:00',
      '2026-07-12T22:59:00+00:00',
      '2026-07-12T23:00:00.5+00:00',
    ].map((created_at): Job => ['2026-11-25', 'morning', 'pending', { created_at }]),
  );
  expect(await readRequestWeeks(replica, { today: '2026-07-15', weeks: 3 })).toEqual([
    { from: '2026-06-29', requests: 1 },
    { from: '2026-07-06', requests: 2 },
    { from: '2026-07-13', requests: 1 },
  ]);
});

test('counting the weeks’ requests stops when nobody waits for it', async () => {
  const { replica } = await replicaWith([['2026-11-25']]);
  const leaving = new AbortController();
  let asked = 0;
  replica.use({
    stack: 'dbcore',
    name: 'counting',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          count: (request) => {
            asked += 1;
            if (asked === 3) leaving.abort();
            return table.count(request);
          },
        };
      },
    }),
  });
  replica.close({ disableAutoOpen: false });
  await replica.open();
  expect(
    await readRequestWeeks(replica, { today: TODAY, weeks: 52, signal: leaving.signal }),
  ).toBeNull();
  expect(asked).toBe(3);
});
