import { expect, test } from 'vitest';
import type { PushMessage } from '../../../src/core/domain/push-message.ts';
import { forgetPushes, takePush } from '../../../src/core/waiting/pushes.ts';
import { createOutbox } from '../support/outbox.ts';

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse('2026-11-28T12:00:00Z');

const message = (sequence: number | null, changes: Partial<PushMessage> = {}): PushMessage => ({
  title: `Event ${sequence}`,
  body: 'Fri 4 Dec, morning',
  tag: 'answer-K7QF-2M9D',
  sequence,
  path: '/requests',
  ...changes,
});

test('another event of a request is new, and the same one again is not', async () => {
  const { db } = createOutbox();
  expect(await takePush(db, message(1), NOW)).toEqual({ message: message(1), isNew: true });
  expect(await takePush(db, message(2), NOW)).toEqual({ message: message(2), isNew: true });
  expect(await takePush(db, message(2), NOW)).toEqual({ message: message(2), isNew: false });
});

test('an older event that comes late leaves the newer one in its place', async () => {
  const { db } = createOutbox();
  await takePush(db, message(3), NOW);
  expect(await takePush(db, message(2), NOW + HOUR)).toEqual({
    message: message(3),
    isNew: false,
  });
});

test('the events of one request say nothing about another’s', async () => {
  const { db } = createOutbox();
  await takePush(db, message(3), NOW);
  const other = message(1, { tag: 'office-K7QF-2M9D' });
  expect(await takePush(db, other, NOW)).toEqual({ message: other, isNew: true });
});

test('a message without a number is always new, and orders nothing', async () => {
  const { db } = createOutbox();
  for (let n = 0; n < 2; n++)
    expect(await takePush(db, message(null), NOW)).toMatchObject({ isNew: true });
  expect(await takePush(db, message(1), NOW)).toMatchObject({ isNew: true });
});

test('a message is forgotten two days later, whichever way the clock was set, and with all others', async () => {
  const { db } = createOutbox();
  const stored = () => db.facts.count();
  await takePush(db, message(3), NOW);
  for (const then of [NOW + 47 * HOUR, NOW - 47 * HOUR]) {
    await takePush(db, message(null), then);
    expect(await stored()).toBe(1);
  }
  await takePush(db, message(null), NOW + 49 * HOUR);
  expect(await stored()).toBe(0);
  await takePush(db, message(3), NOW);
  await takePush(db, message(null), NOW - 49 * HOUR);
  expect(await stored()).toBe(0);
  await takePush(db, message(3), NOW);
  await forgetPushes(db);
  expect(await stored()).toBe(0);
});
