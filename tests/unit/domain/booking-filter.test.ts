import { expect, test } from 'vitest';
import { bookingMatcher } from '../../../src/core/domain/booking-filter.ts';

const NONE = { status: '', service: '', only: '', who: '', from: '', to: '' };
const BOOKING = {
  status: 'pending',
  service: 'deep',
  groups: ['made', 'asked'],
  crew: ['ann'],
  day: '2026-11-22',
} as const;

test('a filter that asks for nothing is none', () => {
  expect(bookingMatcher(NONE)).toBeNull();
});

test.each([
  [{ status: 'pending' }, true],
  [{ status: 'confirmed' }, false],
  [{ service: 'deep' }, true],
  [{ service: 'move' }, false],
  [{ only: 'made' }, true],
  [{ only: 'asked' }, true],
  [{ only: 'visits' }, false],
  [{ who: 'ann' }, true],
  [{ who: 'ben' }, false],
  [{ who: 'nobody' }, false],
  [{ from: '2026-11-22' }, true],
  [{ from: '2026-11-23' }, false],
  [{ to: '2026-11-22' }, true],
  [{ to: '2026-11-21' }, false],
  [{ from: '2026-11-01', to: '2026-11-30', status: 'pending', service: 'deep' }, true],
  [{ from: '2026-11-01', to: '2026-11-30', status: 'pending', service: 'move' }, false],
])('a booking has to be all that a filter asks for: %j', (asked, expected) => {
  expect(bookingMatcher({ ...NONE, ...asked })?.(BOOKING)).toBe(expected);
});

test('a booking that nobody goes to is found by nobody alone', () => {
  const found = (who: string) => bookingMatcher({ ...NONE, who })?.({ ...BOOKING, crew: [] });
  expect([found('nobody'), found('ann')]).toEqual([true, false]);
});
