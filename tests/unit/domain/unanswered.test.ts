import { expect, test } from 'vitest';
import type { Answer } from '../../../src/core/domain/answers.ts';
import type { BookingEvent } from '../../../src/core/domain/booking-events.ts';
import { ageText, unanswered } from '../../../src/core/domain/unanswered.ts';

const request = (day: number, status = 'pending', last?: Answer) => ({
  status,
  created_at: `2026-11-0${day}T10:00:00Z`,
  events: last
    ? [{ kind: last, created_at: '2026-11-05T10:00:00Z' } as BookingEvent]
    : ([] as BookingEvent[]),
});

test('requests wait for the office, the longest wait first, and after an offer for their customer', () => {
  const rows = [
    request(9),
    request(1, 'pending', 'refused'),
    request(2, 'pending', 'offered'),
    request(3, 'confirmed', 'confirmed'),
    request(4),
    request(6, 'cancelled'),
  ];
  expect(unanswered(rows).map(({ row, since }) => [rows.indexOf(row), since.slice(8, 10)])).toEqual(
    [
      [4, '04'],
      [1, '05'],
      [0, '09'],
    ],
  );
});

test.each([
  ['2026-11-20T09:30:00Z', 'less than an hour'],
  ['2026-11-20T09:00:00Z', '1 hour'],
  ['2026-11-18T11:00:00Z', '47 hours'],
  ['2026-11-17T10:00:00Z', '3 days'],
  ['2026-11-21T10:00:00Z', 'less than an hour'],
])('since %s: %s', (since, text) => {
  expect(ageText(since, Date.parse('2026-11-20T10:00:00Z'))).toBe(text);
});
