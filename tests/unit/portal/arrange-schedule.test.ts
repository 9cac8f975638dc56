import { expect, test } from 'vitest';
import { arrangeSchedule } from '../../../src/portal/bookings/arrange-schedule.ts';

const TODAY = '2026-11-25';

type Job = [day: string, time?: string, status?: string];

/** The places of the shown jobs among these, and what else the schedule says. */
function schedule(
  jobs: readonly Job[],
  asked: Partial<Parameters<typeof arrangeSchedule>[1]> = {},
) {
  const rows = jobs.map(([preferred_date, preferred_time = 'morning', status = 'pending'], n) => ({
    id: String(n),
    preferred_date,
    preferred_time,
    status,
    created_at: '2026-01-01T10:00:00Z',
  }));
  const { all, overdue, others, ...more } = arrangeSchedule(rows, {
    today: TODAY,
    overdueLimit: 5,
    limit: 50,
    from: null,
    isFiltered: false,
    ...asked,
  });
  const placesOf = (shown: typeof all) => shown.map(({ id }) => Number(id));
  return {
    ...more,
    count: all.length,
    overdue: placesOf(overdue),
    others: placesOf(others),
  };
}

const days = (count: number, from: number): Job[] =>
  Array.from({ length: count }, (_, i) => [
    new Date(Date.UTC(2026, 10, from + i)).toISOString().slice(0, 10),
  ]);

test('the schedule has overdue, coming and past jobs, each day from its morning', () => {
  expect(
    schedule([
      ['2026-11-25', 'evening'],
      ['2026-11-20', 'morning', 'completed'],
      ['2026-12-24'],
      ['2026-11-24', 'morning', 'confirmed'],
      ['2026-11-25', 'morning', 'cancelled'],
      ['2026-11-01'],
    ]),
  ).toEqual({
    count: 6,
    overdueCount: 2,
    isOpen: true,
    overdue: [3, 5],
    others: [4, 0, 2, 1],
    hasMore: false,
  });
});

test('overdue jobs are counted while their group is closed, and all jobs are there for paper', () => {
  expect(schedule([...days(20, -20), ['2026-11-25']], { overdueLimit: null })).toMatchObject({
    count: 21,
    overdueCount: 20,
    isOpen: false,
    overdue: [],
    others: [20],
  });
});

test('a search opens the overdue group, unless a person closed it', () => {
  const jobs = [...days(3, -3), ['2026-11-25'] as Job];
  expect(schedule(jobs, { overdueLimit: null, isFiltered: true }).overdue).toEqual([2, 1, 0]);
  expect(schedule(jobs, { overdueLimit: 0, isFiltered: true }).overdue).toEqual([]);
});

test('of many overdue jobs the latest few are shown, and the limit counts the others', () => {
  const jobs = [...days(200, -200), ...days(60, 25)];
  const { overdue, others, hasMore } = schedule(jobs);
  expect(overdue).toEqual([199, 198, 197, 196, 195]);
  expect([others.length, hasMore]).toEqual([50, true]);
  expect(schedule(jobs, { limit: 60 }).hasMore).toBe(false);
});

test('it opens at any of its jobs, with those before it, and as many after it as are asked for', () => {
  const jobs = [...days(40, 25), ...days(30, -30)];
  const coming = schedule(jobs, { from: '30', limit: 3, overdueLimit: null });
  expect(coming).toMatchObject({ overdue: [], hasMore: true });
  expect(coming.others).toEqual(Array.from({ length: 33 }, (_, place) => place));
  const overdue = schedule(jobs, { from: '40', limit: 3, overdueLimit: null });
  expect(overdue.overdue).toHaveLength(30);
  expect(overdue.others).toEqual([0, 1, 2]);
  expect(schedule(jobs, { from: 'gone', limit: 3 }).others).toHaveLength(3);
});
