import { expect, test } from 'vitest';
import {
  NOT_OUR_SERVER,
  IN_PROGRESS,
  OFFLINE,
  RATE_LIMITED,
  REFUSED,
  SERVER_ERROR,
} from '../support/fake-backend.ts';
import { createOutbox, HOUR, MINUTE } from '../support/outbox.ts';

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
  ['a captive portal', NOT_OUR_SERVER],
  ['somebody else at it each time', IN_PROGRESS],
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

test('an alert that another caller has taken is asked for again after the two minutes it has, and not before', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [IN_PROGRESS];
  expect(await flush()).toEqual({ waiting: [id], nextInMs: 2 * MINUTE });
  expect(await db.receipts.count()).toBe(0);
  clock.now += 2 * MINUTE - 1;
  await flush(true);
  expect(server.alerts.size).toBe(0);
  clock.now += 1;
  await flush();
  expect(server.alerts.get(id)).toBe(1);
  expect(await db.receipts.get(id)).toMatchObject({ alert: 'sent' });
});

test('an alert whose first caller failed after the second was told to wait is not called sent', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [IN_PROGRESS, SERVER_ERROR];
  await flush();
  clock.now += 2 * MINUTE;
  await flush();
  expect(await db.receipts.get(id)).toMatchObject({ alert: 'not-sent' });
});

test('a booking whose alert another caller is sending counts as sent, and says that the alert is pending', async () => {
  const { server, enqueue, flush, requests } = createOutbox();
  await enqueue();
  server.scripts.email = [IN_PROGRESS];
  await flush();
  expect(await requests()).toMatchObject([{ state: 'sent', isAlertPending: true, canUndo: false }]);
});
