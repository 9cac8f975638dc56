import { expect, test } from 'vitest';
import { bookingMatcher } from '../../../src/core/domain/booking-filter.ts';

const NONE = { status: '', service: '', from: '', to: '' };
const BOOKING = { status: 'pending', service: 'deep', day: '2026-11-22' };

test('a filter that asks for nothing is none', () => {
  expect(bookingMatcher(NONE)).toBeNull();
});

test.each([
  [{ status: 'pending' }, true],
  [{ status: 'confirmed' }, false],
  [{ service: 'deep' }, true],
  [{ service: 'move' }, false],
  [{ from: '2026-11-22' }, true],
  [{ from: '2026-11-23' }, false],
  [{ to: '2026-11-22' }, true],
  [{ to: '2026-11-21' }, false],
  [{ from: '2026-11-01', to: '2026-11-30', status: 'pending', service: 'deep' }, true],
  [{ from: '2026-11-01', to: '2026-11-30', status: 'pending', service: 'move' }, false],
])('a booking has to be all that a filter asks for: %j', (asked, expected) => {
  expect(bookingMatcher({ ...NONE, ...asked })?.(BOOKING)).toBe(expected);
});
