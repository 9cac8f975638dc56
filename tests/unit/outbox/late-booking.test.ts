import { expect, test } from 'vitest';
import { confirmLateEntry } from '../../../src/core/outbox/manage.ts';
import { createOutbox } from '../support/outbox.ts';

const after = (day: string) => new Date(`${day}T12:00:00`).getTime();

test('a booking whose day passed while it waited asks its sender before it goes out', async () => {
  const { db, server, clock, enqueue, flush, stored } = createOutbox();
  const entry = await enqueue();
  clock.now = after('2026-12-02');
  await flush();
  expect(server.calls).toEqual([]);
  expect((await stored(entry)).attention?.reason).toBe('date-passed');
  await confirmLateEntry(db, entry.id);
  await flush();
  expect(server.rows.has(entry.id)).toBe(true);
});

test('on the day itself it goes out without asking', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  clock.now = after('2026-12-01');
  await flush();
  expect(server.rows.has(id)).toBe(true);
});

test('the alert of a booking that was stored in time is not held back', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [{ outcome: 'retry', reason: 'offline' }];
  await flush();
  clock.now = after('2026-12-02');
  await flush();
  expect(await db.receipts.get(id)).toMatchObject({ alert: 'sent' });
});
