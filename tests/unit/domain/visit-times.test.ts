import { describe, expect, test } from 'vitest';
import { londonTime } from '../../../src/core/domain/london-time.ts';
import {
  firstDay,
  firstOtherDay,
  nextVisitDays,
  noVisitText,
  otherVisitFault,
  timesOn,
  visitFault,
} from '../../../src/core/domain/visit-times.ts';

const TODAY = '2026-11-28';
const at = (time: string) => londonTime(Date.parse(`${TODAY}T${time}:00Z`));

describe('the times that a form offers', () => {
  const offered = (day: string, now: ReturnType<typeof at>) => {
    const { options, disabledOptions } = timesOn(day, now);
    return Object.keys(options).filter((slot) => !disabledOptions.includes(slot));
  };

  test.each([
    ['07:00', ['morning', 'afternoon', 'evening']],
    ['11:59', ['morning', 'afternoon', 'evening']],
    ['12:00', ['afternoon', 'evening']],
    ['18:40', ['evening']],
    ['20:00', []],
  ])('at %s are for today those that are not over', (time, slots) => {
    expect(offered(TODAY, at(time))).toEqual(slots);
  });

  test.each(['2026-11-29', '2026-11-27', ''])('are all of them for %j', (day) => {
    expect(offered(day, at('18:40'))).toEqual(['morning', 'afternoon', 'evening']);
  });

  test('say which are over', () => {
    expect(timesOn(TODAY, at('18:40')).options).toEqual({
      morning: '8AM-12PM (over today)',
      afternoon: '12PM-5PM (over today)',
      evening: '5PM-8PM',
    });
  });

  test('follow London’s clock in summer', () => {
    const now = londonTime(Date.parse('2026-07-01T11:00:00Z'));
    expect(offered('2026-07-01', now)).toEqual(['afternoon', 'evening']);
  });
});

test('the first day is today until its last time is over', () => {
  expect(firstDay(at('19:59'))).toBe(TODAY);
  expect(firstDay(at('20:00'))).toBe('2026-11-29');
});

test.each([
  ['11:59', TODAY, 'morning', null],
  ['12:00', TODAY, 'morning', 'slot'],
  ['18:40', TODAY, 'evening', null],
  ['20:00', TODAY, 'evening', 'day'],
  ['18:40', '2026-11-29', 'morning', null],
  ['00:00', '2026-11-27', 'evening', 'day'],
  ['18:40', '', 'morning', null],
] as const)('at %s a visit on %j in the %s has the fault: %j', (time, day, slot, field) => {
  expect(visitFault({ day, slot }, at(time))?.field ?? null).toBe(field);
});

test('a fault names what is over', () => {
  const fault = (time: string, day: string) =>
    visitFault({ day, slot: 'morning' }, at(time))?.message;
  expect(fault('18:40', TODAY)).toBe('This time is over today. Please select another time');
  expect(fault('20:00', TODAY)).toBe('Today’s times are over. Please select another date');
  expect(fault('20:00', '2026-11-27')).toBe('This day has passed. Please select another date');
});

test.each([
  [TODAY, 'evening', 'day'],
  ['2026-11-27', 'evening', 'day'],
  ['2026-11-29', 'morning', null],
  ['2026-12-01', 'morning', 'slot'],
  ['2026-12-01', 'evening', null],
  ['', 'morning', null],
] as const)(
  'another day than 1 December in the morning, %j in the %s, has the fault: %j',
  (...row) => {
    const [day, slot, field] = row;
    const present = { day: '2026-12-01', slot: 'morning' } as const;
    expect(otherVisitFault({ day, slot }, present, at('12:00'))?.field ?? null).toBe(field);
  },
);

test('the first other day is tomorrow', () => {
  expect(firstOtherDay(at('07:00'))).toBe('2026-11-29');
});

describe('a day on which nobody comes', () => {
  const VISITS = { visitDays: [1, 2, 3, 4, 5, 6], noVisits: { '12-25': 'Christmas Day' } };

  test.each([
    ['2026-12-25', 'We don’t come on Christmas Day.'],
    ['2027-12-25', 'We don’t come on Christmas Day.'],
    ['2026-11-29', 'We don’t come on Sundays.'],
    ['2026-11-30', null],
    ['', null],
    ['2026-1', null],
  ])('%j is named: %j', (day, text) => {
    expect(noVisitText(day, VISITS)).toBe(text);
  });

  test('is none where the owner has set no days', () => {
    expect(noVisitText('2026-11-29', { visitDays: [], noVisits: {} })).toBeNull();
  });
});

test('the next days of visits leave out the days on which nobody comes', () => {
  const visits = { visitDays: [1, 2, 3, 4, 5, 6], noVisits: { '12-25': 'Christmas Day' } };
  // The 27th is a Sunday.
  expect(nextVisitDays('2026-12-24', 3, visits)).toEqual([
    '2026-12-24',
    '2026-12-26',
    '2026-12-28',
  ]);
  expect(nextVisitDays('2026-12-26', 2, { visitDays: [], noVisits: {} })).toEqual([
    '2026-12-26',
    '2026-12-27',
  ]);
});
