import { expect, test } from 'vitest';
import {
  customersUnaware,
  cancelFirstTexts,
} from '../../../src/portal/bookings/cancel-first-texts.ts';

const NOW = { day: '2026-12-01', hour: 13 };

const aRow = (changes: object = {}) => ({
  id: 'a',
  status: 'confirmed',
  preferred_date: '2026-12-02',
  preferred_time: 'morning',
  created_at: '2026-11-20T12:00:00+00:00',
  rev: 5,
  ...changes,
});

test.each([
  ['a confirmed one of tomorrow', {}, true],
  [
    'one whose hours have not ended',
    { preferred_date: '2026-12-01', preferred_time: 'afternoon' },
    true,
  ],
  ['one whose hours are over', { preferred_date: '2026-12-01' }, false],
  ['one of yesterday', { preferred_date: '2026-11-30', preferred_time: 'evening' }, false],
  ['a request', { status: 'pending' }, false],
  ['a cancelled one', { status: 'cancelled' }, false],
  ['a completed one', { status: 'completed' }, false],
])('of the bookings to delete, %s is still to be cancelled: %2$s', (_, changes, isOne) => {
  const { toCancel, unsent } = customersUnaware([aRow(changes)], new Set(), NOW);
  expect([toCancel.length, unsent]).toEqual([isOne ? 1 : 0, 0]);
});

test('a booking whose answer waits to be sent is not cancelled again', () => {
  const rows = [aRow(), aRow({ id: 'b', status: 'cancelled' }), aRow({ id: 'c' })];
  const { toCancel, unsent } = customersUnaware(rows, new Set(['b', 'c']), NOW);
  expect([toCancel.map(({ id }) => id), unsent]).toEqual([['a'], 2]);
});

test.each([
  [1, 0, 1, 'This booking is confirmed and still to come'],
  [1, 0, 3, '1 of these bookings is confirmed and still to come'],
  [1234, 0, 2000, '1,234 of these bookings are confirmed and still to come'],
  [2, 1, 3, '2 of these bookings are confirmed and still to come'],
  [0, 1, 1, 'This booking has an answer that waits to be sent'],
  [0, 2, 2, '2 of these bookings have answers that wait to be sent'],
])('%i to come and %i unsent of %i: %s', (toCancel, unsent, count, title) => {
  const texts = cancelFirstTexts(toCancel, unsent, count);
  expect(texts.title).toBe(title);
  expect(texts.text).toMatch(/not told/);
  expect(texts.cancel === null).toBe(toCancel === 0);
});
