import { expect, test } from 'vitest';
import { clockCorrection, clockDifference } from '../../../src/core/domain/clock-difference.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-06-01T12:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();

test.each([
  ['of the same time', NOON, 0],
  ['a day behind the device', NOON - DAY, -DAY],
  ['two hours ahead of the device', NOON + 2 * HOUR, 2 * HOUR],
])('a server’s clock %s is as far from the device’s', (_, server, difference) => {
  expect(clockDifference(at(server), NOON, NOON)).toBe(difference);
});

test('a slow request does not count as a difference: the server read its clock midway', () => {
  expect(clockDifference(at(NOON), NOON - 20_000, NOON + 20_000)).toBe(0);
});

test.each([
  ['a server that does not say it', undefined, NOON],
  ['a text that is no time', 'soon', NOON],
  [
    'a request of more than a minute, in which the device may have slept',
    at(NOON),
    NOON + 4 * HOUR,
  ],
  ['a request during which the clock was set back', at(NOON), NOON - 1],
])('the difference is unknown after %s', (_, server, answeredAt) => {
  expect(clockDifference(server, NOON, answeredAt)).toBeNull();
});

test.each([
  ['no difference is known', undefined, 0],
  ['none was measured', { pulledAt: NOON }, 0],
  ['the clocks differ by an hour', { pulledAt: NOON, serverAheadMs: -HOUR }, 0],
  ['the device is a day ahead', { pulledAt: NOON, serverAheadMs: -DAY }, -DAY],
  ['the device is two hours behind', { pulledAt: null, serverAheadMs: 2 * HOUR }, 2 * HOUR],
  ['the clock was set back since', { pulledAt: NOON + DAY, serverAheadMs: -DAY }, 0],
])('when %s, the device’s clock is corrected by that', (_, reading, correction) => {
  expect(clockCorrection(reading, NOON)).toBe(correction);
});
