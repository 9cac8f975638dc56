import { expect, test } from 'vitest';
import { FOREIGN, OFFLINE, RATE_LIMITED, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { createOutbox, HOUR } from '../support/outbox.ts';

test.each([
  ['a refusal', REFUSED],
  ['a server error', SERVER_ERROR],
  ['a rate limit', RATE_LIMITED],
])('%s of the alert leaves the booking sent and says that the alert is not', async (_, answer) => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [answer];
  await flush();
  expect(server.rows.has(id)).toBe(true);
  expect(await db.receipts.get(id)).toMatchObject({ alert: 'not-sent' });
});

test.each([
  ['no connection', OFFLINE],
  ['a captive portal', FOREIGN],
])('with %s the alert is tried three times, the booking once', async (_, answer) => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [answer, answer, answer];
  for (let i = 0; i < 5; i++) {
    await flush();
    clock.now += HOUR;
  }
  expect(server.calls).toEqual([`row ${id}`, `email ${id}`, `email ${id}`, `email ${id}`]);
  expect(await db.receipts.get(id)).toMatchObject({ alert: 'not-sent' });
});

test('an alert that gets through at the second try is sent', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [OFFLINE];
  await flush();
  clock.now += HOUR;
  await flush();
  expect(await db.receipts.get(id)).toMatchObject({ alert: 'sent' });
});
