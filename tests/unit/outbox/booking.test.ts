import { expect, test, vi } from 'vitest';
import { dayAfter } from '../../../src/core/domain/london-time.ts';
import { DATE_PASSED_CONFIRMED } from '../../../src/core/mutations/booking.ts';
import { retryEntry } from '../../../src/core/outbox/queue.ts';
import { BOOKING } from '../../support/values.ts';
import { createOutbox, HOUR } from '../support/outbox.ts';

/** In winter, London's clock is UTC; the booking is for the morning, until noon. */
const onTheDay = (time: string) => Date.parse(`${BOOKING.preferred_date}T${time}:00Z`);
const THE_DAY_AFTER = onTheDay('12:00') + 24 * HOUR;

test('a booking whose day passed while it waited asks its sender before it is sent', async () => {
  const { queue, server, clock, enqueue, flush, attention } = createOutbox();
  const entry = await enqueue();
  clock.now = THE_DAY_AFTER;
  await flush();
  expect(server.calls).toEqual([]);
  expect((await attention(entry))?.reason).toBe('date-passed');
  await retryEntry(queue, entry.id, DATE_PASSED_CONFIRMED);
  await flush();
  expect(server.rows.has(entry.id)).toBe(true);
});

test('on the day itself a booking is sent without asking', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  clock.now = onTheDay('11:59');
  await flush();
  expect(server.rows.has(id)).toBe(true);
});

test('a booking whose time passed while it waited asks its sender before it is sent', async () => {
  const { queue, server, clock, enqueue, flush, attention } = createOutbox();
  clock.now = onTheDay('11:59');
  const { id } = await enqueue();
  clock.now = onTheDay('12:00');
  await flush();
  expect(server.calls).toEqual([]);
  expect((await attention({ id }))?.reason).toBe('time-passed');
  await retryEntry(queue, id, DATE_PASSED_CONFIRMED);
  await flush();
  expect(server.rows.has(id)).toBe(true);
});

test('a booking made after its time is sent without asking on that day', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  clock.now = onTheDay('18:40');
  const { id } = await enqueue();
  await flush();
  expect(server.rows.has(id)).toBe(true);
});

test('a booking made after its time asks once its day has passed', async () => {
  const { clock, enqueue, flush, attention } = createOutbox();
  clock.now = onTheDay('18:40');
  const entry = await enqueue();
  clock.now = THE_DAY_AFTER;
  await flush();
  expect((await attention(entry))?.reason).toBe('date-passed');
});

test('the alert of a booking that was stored in time is not stopped', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [{ outcome: 'retry', reason: 'offline' }];
  await flush();
  clock.now = THE_DAY_AFTER;
  await flush();
  expect(await db.receipts.get(id)).toMatchObject({ alert: 'sent' });
});

test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
  'on a device in %s the time passes by London’s clock, and so does the day',
  async (timezone) => {
    vi.stubEnv('TZ', timezone);
    const { db, clock, enqueue, flush, attention } = createOutbox();
    const inTime = await enqueue();
    clock.now = onTheDay('12:00') - 1;
    await flush();
    expect(await db.receipts.get(inTime.id)).toBeDefined();
    for (const [passes, reason] of [
      [onTheDay('12:00'), 'time-passed'],
      [Date.parse(dayAfter(BOOKING.preferred_date, 1)), 'date-passed'],
    ] as const) {
      clock.now = passes - HOUR;
      const late = await enqueue();
      clock.now = passes;
      await flush();
      expect((await attention(late))?.reason).toBe(reason);
    }
    vi.unstubAllEnvs();
  },
);
