import { expect, test } from 'vitest';
import { replyDay } from '../../../src/core/domain/business-days.ts';
import { COMPANY } from '../../../src/site/content/company.ts';

const OFFICE = { officeDays: [1, 2, 3, 4, 5], officeUntil: 17, closedDays: [] };
const replyTo = (made: string, days = 1) => replyDay(Date.parse(made), days, OFFICE);

test.each([
  ['in office hours, on the next day', '2026-11-25T12:00:00Z', '2026-11-26'],
  ['after office hours, a day later', '2026-11-25T17:00:00Z', '2026-11-27'],
  ['on a Friday, on Monday', '2026-11-27T16:59:00Z', '2026-11-30'],
  ['on a Friday evening, on Tuesday', '2026-11-27T20:00:00Z', '2026-12-01'],
  ['on a Saturday, on Tuesday', '2026-11-28T09:00:00Z', '2026-12-01'],
  ['on a Sunday evening, on Tuesday', '2026-11-29T22:00:00Z', '2026-12-01'],
  ['over the turn of the year', '2026-12-31T09:00:00Z', '2027-01-01'],
])('a request made %s, is replied to', (_, made, day) => {
  expect(replyTo(made)).toBe(day);
});

test('the hour is that of London, also in summer', () => {
  expect(replyTo('2026-07-01T15:59:00Z')).toBe('2026-07-02');
  expect(replyTo('2026-07-01T16:00:00Z')).toBe('2026-07-03');
  expect(replyTo('2026-07-01T23:30:00Z'), 'Thursday in London').toBe('2026-07-03');
});

test('several business days skip the weekend, and none replies on the same day', () => {
  expect(replyTo('2026-11-25T12:00:00Z', 3)).toBe('2026-11-30');
  expect(replyTo('2026-11-25T12:00:00Z', 0)).toBe('2026-11-25');
});

test('a day on which the office is closed counts for nothing', () => {
  const office = { ...OFFICE, closedDays: ['12-25', '12-28'] };
  expect(replyDay(Date.parse('2026-12-24T12:00:00Z'), 1, office)).toBe('2026-12-29');
  expect(replyDay(Date.parse('2026-12-25T12:00:00Z'), 1, office)).toBe('2026-12-30');
});

test('an office without days names no day', () => {
  expect(replyDay(Date.now(), 1, { ...OFFICE, officeDays: [] })).toBeNull();
});

test('the reply time in words matches the one in days', () => {
  expect(COMPANY.answersWithin).toBe('one working day');
  expect(COMPANY.answersInBusinessDays).toBe(1);
});
