import { expect, test } from 'vitest';
import { closedError } from '../support/broken-store.ts';
import { createOutbox, MINUTE, pdf, application } from '../support/outbox.ts';

test('a booking is stored once and leaves a receipt with its service and day, and no other content', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  await flush();
  expect([...server.rows.keys()]).toEqual([id]);
  expect(await db.entries.count()).toBe(0);
  expect(await db.receipts.toArray()).toEqual([
    {
      ...{
        id,
        kind: 'booking',
        userId: null,
        createdAt: expect.any(Number),
        settledAt: expect.any(Number),
        refusal: null,
        alert: 'sent',
      },
      summary: { service: 'deep', day: '2027-03-01' },
    },
  ]);
});

test('a response lost after the insert leads to one row and one alert', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.row = ['lost'];
  await flush();
  clock.now += MINUTE;
  await flush();
  expect(server.rows.size).toBe(1);
  expect(server.alerts.get(id)).toBe(1);
});

test('a response lost after the upload leads to one file and one row', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue(application, pdf());
  server.scripts.file = ['lost'];
  await flush();
  clock.now += MINUTE;
  await flush();
  expect([...server.files.keys()]).toEqual([`${id}.pdf`]);
  expect(server.rows.get(id)?.resume_path).toBe(`${id}.pdf`);
});

test('two flushes at once, without a lock, store each entry once', async () => {
  const { db, server, flush, enqueue } = createOutbox();
  for (let i = 0; i < 5; i++) await enqueue();
  await Promise.all([flush(true), flush(true)]);
  await flush(true);
  expect(server.rows.size).toBe(5);
  expect([...server.alerts.values()]).toEqual([1, 1, 1, 1, 1]);
  expect(await db.receipts.count()).toBe(5);
});

test('a context killed between the server’s response and the checkpoint repeats the insert without effect', async () => {
  const { server, queue, enqueue, flush, flushOver, stored } = createOutbox();
  const entry = await enqueue();
  const killed = closedError('killed');
  const dying: typeof queue = {
    ...queue,
    update: (current, changes) =>
      changes.step ? Promise.reject(killed) : queue.update(current, changes),
  };
  await expect(flushOver(dying, true)).rejects.toBe(killed);
  expect((await stored(entry)).step).toBe('row');
  await flush();
  expect(server.calls.filter((call) => call.startsWith('row'))).toHaveLength(2);
  expect(server.rows.size).toBe(1);
});
