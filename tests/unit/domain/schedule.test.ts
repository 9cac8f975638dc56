import { describe, expect, test } from 'vitest';
import { PREFERRED_TIMES } from '../../../src/core/domain/booking-choices.ts';
import { dayAfter, londonTime } from '../../../src/core/domain/london-time.ts';
import {
  bySchedule,
  dayLoad,
  groupBySchedule,
  groupOf,
  isAhead,
  lightestSlots,
  nextJob,
} from '../../../src/core/domain/schedule.ts';
import { SLOT_HOURS, SLOTS } from '../../../src/core/domain/slots.ts';

const at = (time: string) => londonTime(Date.parse(time));

/** A job named by its day, its time and its state. */
const job = (preferred_date: string, preferred_time = 'morning', status = 'pending') => ({
  id: `${preferred_date} ${preferred_time} ${status}`,
  preferred_date,
  preferred_time,
  status,
  created_at: '2026-01-01T10:00:00Z',
});

test('the hours of each time match its words', () => {
  const words = (hour: number) => (hour < 12 ? `${hour}AM` : `${hour === 12 ? 12 : hour - 12}PM`);
  expect(SLOTS.map((slot) => SLOT_HOURS[slot].map(words).join('-'))).toEqual(
    SLOTS.map((slot) => PREFERRED_TIMES[slot]),
  );
});

describe('the clock in London', () => {
  test('goes with the world in winter and an hour before it in summer', () => {
    expect(at('2026-11-22T23:59:59Z')).toEqual({ day: '2026-11-22', hour: 23 });
    expect(at('2026-11-23T00:00:00Z')).toEqual({ day: '2026-11-23', hour: 0 });
    expect(at('2026-07-01T22:59:59Z')).toEqual({ day: '2026-07-01', hour: 23 });
    expect(at('2026-07-01T23:00:00Z')).toEqual({ day: '2026-07-02', hour: 0 });
  });

  test('skips an hour in spring and repeats one in autumn, on one day each', () => {
    expect(at('2027-03-28T00:59:59Z')).toEqual({ day: '2027-03-28', hour: 0 });
    expect(at('2027-03-28T01:00:00Z')).toEqual({ day: '2027-03-28', hour: 2 });
    expect(at('2027-03-28T22:59:59Z')).toEqual({ day: '2027-03-28', hour: 23 });
    expect(at('2027-03-28T23:00:00Z')).toEqual({ day: '2027-03-29', hour: 0 });

    expect(at('2026-10-24T23:00:00Z')).toEqual({ day: '2026-10-25', hour: 0 });
    expect(at('2026-10-25T00:30:00Z').hour).toBe(1);
    expect(at('2026-10-25T01:30:00Z').hour).toBe(1);
    expect(at('2026-10-25T23:59:59Z')).toEqual({ day: '2026-10-25', hour: 23 });
    expect(at('2026-10-26T00:00:00Z')).toEqual({ day: '2026-10-26', hour: 0 });
  });
});

test('the day after is the next one in the calendar, also when the clock changes, the month or the year', () => {
  expect(dayAfter('2026-10-24', 1)).toBe('2026-10-25');
  expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26');
  expect(dayAfter('2027-03-28', 1)).toBe('2027-03-29');
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31');
});

describe('a job is in the group', () => {
  // A Wednesday.
  const today = '2026-11-25';

  test.each([
    ['2026-11-24', 'unanswered'],
    ['2026-11-25', 'today'],
    ['2026-11-26', 'tomorrow'],
    ['2026-11-27', 'week'],
    ['2026-11-29', 'week'],
    ['2026-11-30', 'later'],
  ])('of its day, %s: %s', (day, group) => {
    expect(groupOf(job(day), today)).toBe(group);
  });

  test.each([
    ['pending', 'unanswered'],
    ['confirmed', 'to-complete'],
    ['completed', 'past'],
    ['cancelled', 'cancelled'],
    ['rescheduled', 'past'],
  ])('of its state once its day has passed, %s: %s', (status, group) => {
    expect(groupOf(job('2026-11-24', 'morning', status), today)).toBe(group);
  });

  test('tomorrow on a Sunday, though that is another week, and no day of it is this week’s', () => {
    expect(groupOf(job('2026-11-30'), '2026-11-29')).toBe('tomorrow');
    expect(groupOf(job('2026-12-01'), '2026-11-29')).toBe('later');
  });

  test('that it is in for London when the night falls there, in summer an hour before the world’s', () => {
    const seen = (time: string) => groupOf(job('2026-07-02'), at(time).day);
    expect(seen('2026-07-01T22:59:59Z')).toBe('tomorrow');
    expect(seen('2026-07-01T23:00:00Z')).toBe('today');
    expect(seen('2026-07-02T22:59:59Z')).toBe('today');
    expect(seen('2026-07-02T23:00:00Z')).toBe('unanswered');
  });
});

test('the schedule goes from jobs to complete to cancelled ones, each day from morning to evening, and past days from the latest', () => {
  const past = [
    job('2026-11-20', 'morning', 'completed'),
    job('2026-11-23', 'evening', 'cancelled'),
    job('2026-11-23', 'morning', 'completed'),
  ];
  const overdue = [
    job('2026-11-01'),
    job('2026-11-24', 'afternoon'),
    job('2026-11-24', 'morning', 'confirmed'),
  ];
  const ahead = [
    job('2026-11-25', 'evening'),
    job('2026-11-25', 'afternoon'),
    job('2026-11-25', 'morning'),
    job('2027-01-02'),
    job('2026-12-24'),
  ];

  const groups = groupBySchedule([...past, ...overdue, ...ahead], '2026-11-25');

  expect(groups.map(({ group, jobs }) => [group, jobs.map(({ id }) => id)])).toEqual([
    ['to-complete', ['2026-11-24 morning confirmed']],
    ['unanswered', ['2026-11-24 afternoon pending', '2026-11-01 morning pending']],
    [
      'today',
      ['2026-11-25 morning pending', '2026-11-25 afternoon pending', '2026-11-25 evening pending'],
    ],
    ['later', ['2026-12-24 morning pending', '2027-01-02 morning pending']],
    ['past', ['2026-11-23 morning completed', '2026-11-20 morning completed']],
    ['cancelled', ['2026-11-23 evening cancelled']],
  ]);
});

test('of two jobs at one time the earlier request comes first, and an unknown time comes last', () => {
  const first = job('2026-11-25', 'evening');
  const second = { ...first, created_at: '2026-01-02T10:00:00Z' };
  const unknown = job('2026-11-25', 'night');
  expect([unknown, second, first].sort(bySchedule)).toEqual([first, second, unknown]);
});

test('a job is ahead until the hours of its time are over in London, while it is open', () => {
  const ahead = (time: string, ...of: Parameters<typeof job>) => isAhead(job(...of), at(time));
  expect(ahead('2026-11-25T11:59:00Z', '2026-11-25', 'morning')).toBe(true);
  expect(ahead('2026-11-25T12:00:00Z', '2026-11-25', 'morning')).toBe(false);
  expect(ahead('2026-07-01T10:59:00Z', '2026-07-01', 'morning')).toBe(true);
  expect(ahead('2026-07-01T11:00:00Z', '2026-07-01', 'morning')).toBe(false);
  expect(ahead('2026-11-25T21:00:00Z', '2026-11-25', 'night')).toBe(true);
  expect(ahead('2026-11-25T21:00:00Z', '2026-11-26', 'morning')).toBe(true);
  expect(ahead('2026-11-25T08:00:00Z', '2026-11-24', 'morning')).toBe(false);
  for (const status of ['completed', 'cancelled'])
    expect(ahead('2026-11-25T08:00:00Z', '2026-11-26', 'morning', status)).toBe(false);
});

test('the next job is the first confirmed one whose hours are not over, with the jobs and requests of its day', () => {
  const jobs = [
    job('2026-11-24', 'morning', 'confirmed'),
    job('2026-11-25', 'morning', 'cancelled'),
    job('2026-11-25', 'evening', 'confirmed'),
    job('2026-11-25', 'afternoon', 'confirmed'),
    job('2026-11-25', 'afternoon'),
    job('2026-11-27'),
  ];
  const next = (hour: number, among = jobs) => {
    const found = nextJob(among, { day: '2026-11-25', hour });
    return found && [jobs.indexOf(found.job), found.more, found.requests];
  };
  expect(next(7)).toEqual([3, 1, 1]);
  expect(next(17)).toEqual([2, 0, 0]);
  // Without a confirmed job, the first request.
  expect(next(20)).toEqual([5, 0, 0]);
  expect(next(20, jobs.slice(0, 5))).toBeNull();
});

describe('the load of a day', () => {
  const DAY = '2026-11-25';
  const load = (jobs: readonly ReturnType<typeof job>[], exceptId = '') =>
    dayLoad(jobs, DAY, exceptId);

  test('has its jobs by time and its requests, and no job of another day', () => {
    const jobs = [
      job('2026-11-24', 'evening', 'confirmed'),
      job(DAY, 'evening', 'confirmed'),
      job(DAY, 'evening', 'confirmed'),
      job(DAY, 'morning', 'confirmed'),
      job(DAY, 'evening'),
      job('2026-11-26', 'evening'),
    ];
    expect(load(jobs)).toEqual({ jobs: { morning: 1, afternoon: 0, evening: 2 }, requests: 1 });
  });

  test('has no cancelled job, and has a completed one', () => {
    const jobs = [job(DAY, 'morning', 'cancelled'), job(DAY, 'afternoon', 'completed')];
    expect(load(jobs)).toEqual({ jobs: { morning: 0, afternoon: 1, evening: 0 }, requests: 0 });
  });

  test.each(['pending', 'confirmed'])('is without the own booking, %s', (status) => {
    const own = job(DAY, 'morning', status);
    const other = { ...own, id: 'other' };
    expect(load([own, other], own.id)).toEqual(load([other]));
  });

  test('has a request with an open offer where its customer asked for it', () => {
    const offered = { day: DAY, time_slot: 'evening', kind: 'offered' };
    const elsewhere = { ...job('2026-11-26'), events: [offered] };
    const here = { ...job(DAY), events: [{ ...offered, day: '2026-11-26' }] };
    expect(load([elsewhere])).toEqual(load([]));
    expect(load([here]).requests).toBe(1);
  });

  test('is not broken by an unknown time', () => {
    expect(load([job(DAY, 'night', 'confirmed')])).toEqual(load([]));
  });
});

describe('the lightest slots', () => {
  const DAYS = ['2026-11-25', '2026-11-26'];
  const own = job('2026-11-24');
  const full = (slots: readonly string[], day: string) =>
    slots.map((slot) => job(day, slot, 'confirmed'));
  const lightest = (jobs: readonly ReturnType<typeof job>[], answered = own) =>
    lightestSlots(jobs, DAYS, answered).map(({ day, slot, jobs }) => [day, slot, jobs]);

  test('have the fewest jobs, and are the soonest of those', () => {
    const jobs = [...full(SLOTS, '2026-11-25'), ...full(['morning'], '2026-11-26')];
    expect(lightest(jobs)).toEqual([
      ['2026-11-26', 'afternoon', 0],
      ['2026-11-26', 'evening', 0],
      ['2026-11-25', 'morning', 1],
    ]);
  });

  test('are all of the next day when no day has a job', () => {
    expect(lightest([])).toEqual(SLOTS.map((slot) => ['2026-11-25', slot, 0]));
  });

  test('are other slots than the one that the customer asked for', () => {
    expect(lightest([], job('2026-11-25', 'morning'))).toEqual([
      ['2026-11-25', 'afternoon', 0],
      ['2026-11-25', 'evening', 0],
      ['2026-11-26', 'morning', 0],
    ]);
  });

  test('do not count the own booking', () => {
    const moved = job('2026-11-25', 'morning', 'confirmed');
    const jobs = [moved, ...full(SLOTS, '2026-11-26')];
    expect(lightest(jobs, { ...moved, preferred_time: 'evening' })[0]).toEqual([
      '2026-11-25',
      'morning',
      0,
    ]);
  });
});
