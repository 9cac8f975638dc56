import { expect, test, vi } from 'vitest';
import { dayAfter } from '../../../src/core/domain/london-time.ts';
import { DATE_PASSED_CONFIRMED } from '../../../src/core/mutations/booking.ts';
import { retryEntry } from '../../../src/core/outbox/queue.ts';
import { BOOKING } from '../../support/values.ts';
import { createOutbox, HOUR } from '../support/outbox.ts';

const ON_THE_DAY = new Date(`${BOOKING.preferred_date}T12:00:00`).getTime();
const THE_DAY_AFTER = ON_THE_DAY + 24 * HOUR;

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
  clock.now = ON_THE_DAY;
  await flush();
  expect(server.rows.has(id)).toBe(true);
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
  'on a device in %s the day passes at midnight in London',
  async (timezone) => {
    vi.stubEnv('TZ', timezone);
    const { db, clock, enqueue, flush, attention } = createOutbox();
    // In winter London's clock is UTC.
    const midnight = Date.parse(dayAfter(BOOKING.preferred_date, 1));
    const inTime = await enqueue();
    clock.now = midnight - 1;
    await flush();
    expect(await db.receipts.get(inTime.id)).toBeDefined();
    clock.now = midnight - HOUR;
    const late = await enqueue();
    clock.now = midnight;
    await flush();
    expect((await attention(late))?.reason).toBe('date-passed');
    vi.unstubAllEnvs();
  },
);
