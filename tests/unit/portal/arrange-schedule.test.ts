import { expect, test } from 'vitest';
import { placeOf } from '../../../src/portal/list/list-address.ts';
import { arrangeSchedule } from '../../../src/portal/bookings/arrange-schedule.ts';

const TODAY = '2026-11-25';

const idAt = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
/** The place of a job in the address. */
const placeAt = (n: number) => placeOf(idAt(n));

type Job = [day: string, time?: string, status?: string];

/** The places of the drawn jobs among these, and what else the schedule says. */
function schedule(
  jobs: readonly Job[],
  asked: Partial<Parameters<typeof arrangeSchedule>[1]> = {},
) {
  const rows = jobs.map(([preferred_date, preferred_time = 'morning', status = 'pending'], n) => ({
    id: idAt(n),
    preferred_date,
    preferred_time,
    status,
    created_at: '2026-01-01T10:00:00Z',
  }));
  const { all, drawn, folded, earlier } = arrangeSchedule(rows, {
    now: { day: TODAY, hour: 0 },
    from: null,
    isFiltered: false,
    showsEarlier: false,
    ...asked,
  });
  return {
    count: all.length,
    drawn: drawn.map(({ id }) => Number(id.slice(0, 8))),
    folded: Object.fromEntries(folded.map(({ group, count }) => [group, count])),
    earlier,
  };
}

const days = (count: number, from: number): Job[] =>
  Array.from({ length: count }, (_, i) => [
    new Date(Date.UTC(2026, 10, from + i)).toISOString().slice(0, 10),
  ]);

const MIXED: readonly Job[] = [
  ['2026-11-25', 'evening'],
  ['2026-11-20', 'morning', 'completed'],
  ['2026-12-24'],
  ['2026-11-24', 'morning', 'confirmed'],
  ['2026-11-25', 'morning', 'cancelled'],
  ['2026-11-01'],
];

test('the schedule opens at today: what waits and what was cancelled is counted, and all jobs are there for paper', () => {
  expect(schedule(MIXED)).toEqual({
    count: 6,
    drawn: [0, 2, 1],
    folded: { 'to-complete': 1, unanswered: 1, cancelled: 1 },
    earlier: 0,
  });
});

test('a search shows its matches of every group', () => {
  expect(schedule(MIXED, { isFiltered: true })).toMatchObject({
    drawn: [3, 5, 0, 2, 1, 4],
    folded: {},
  });
});

test('it opens the group of the job that it opens at', () => {
  const jobs = [...days(40, 25), ...days(30, -30)];
  expect(schedule(jobs, { from: placeAt(30) }).folded).toEqual({ unanswered: 30 });
  const past = schedule(jobs, { from: placeAt(40) });
  expect(past.folded).toEqual({});
  expect(past.drawn.slice(0, 31)).toEqual([...Array.from({ length: 30 }, (_, n) => 69 - n), 0]);
});

const DAY: readonly Job[] = [
  [TODAY, 'morning', 'confirmed'],
  [TODAY, 'afternoon', 'confirmed'],
  [TODAY, 'evening', 'confirmed'],
  ['2026-11-26', 'morning'],
];

test.each([
  [8, [0, 1, 2, 3], 0],
  [12, [1, 2, 3], 1],
  [17, [2, 3], 2],
  [20, [3], 3],
])('at %i o’clock the first job is the next one', (hour, drawn, earlier) => {
  expect(schedule(DAY, { now: { day: TODAY, hour } })).toMatchObject({ drawn, earlier });
});

test('a request that nobody answered is drawn after its hours too, and counted with none', () => {
  const day: readonly Job[] = [
    [TODAY, 'morning', 'confirmed'],
    [TODAY, 'morning'],
    [TODAY, 'afternoon', 'pending'],
    [TODAY, 'morning', 'completed'],
  ];
  expect(schedule(day, { now: { day: TODAY, hour: 20 } })).toMatchObject({
    drawn: [1, 2],
    earlier: 2,
  });
});

test('the earlier jobs of today are there on request, for a search, and when it opens at one of them', () => {
  const now = { day: TODAY, hour: 17 };
  expect(schedule(DAY, { now, showsEarlier: true })).toMatchObject({
    drawn: [0, 1, 2, 3],
    earlier: 2,
  });
  expect(schedule(DAY, { now, isFiltered: true })).toMatchObject({ drawn: [0, 1, 2, 3] });
  expect(schedule(DAY, { now, from: placeAt(1) })).toMatchObject({ drawn: [0, 1, 2, 3] });
});
