import { expect, test } from 'vitest';
import {
  NOT_OUR_SERVER,
  OFFLINE,
  RATE_LIMITED,
  REFUSED,
  SERVER_ERROR,
  TOO_LARGE,
} from '../support/fake-backend.ts';
import {
  application,
  booking,
  contact,
  createOutbox,
  HOUR,
  MINUTE,
  pdf,
} from '../support/outbox.ts';

test('a refused entry needs attention and the good ones behind it are sent', async () => {
  const { server, enqueue, flush, attention } = createOutbox();
  const bad = await enqueue();
  const good = await enqueue(contact);
  server.scripts.row = [REFUSED];
  const report = await flush();
  expect(await attention(bad)).toEqual({ reason: 'invalid', message: 'no' });
  expect([...server.rows.keys()]).toEqual([good.id]);
  expect(report.waiting).toEqual([]);
});

test('an entry that needs attention is not sent again by itself', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [REFUSED];
  await flush();
  clock.now += 48 * HOUR;
  await flush(true);
  expect(server.calls).toHaveLength(1);
});

test('a server error on one entry does not hold the next one back', async () => {
  const { server, enqueue, flush } = createOutbox();
  await enqueue();
  const next = await enqueue(contact);
  server.scripts.row = [SERVER_ERROR];
  await flush();
  expect([...server.rows.keys()]).toEqual([next.id]);
});

test('a dead connection ends the run after the first try', async () => {
  const { server, enqueue, flush } = createOutbox();
  for (let i = 0; i < 3; i++) await enqueue();
  server.scripts.row = [OFFLINE, OFFLINE, OFFLINE];
  const report = await flush();
  expect(server.calls).toHaveLength(1);
  expect(report.waiting).toHaveLength(3);
});

test('an entry that always times out goes behind those with fewer failures', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const slow = await enqueue();
  server.scripts.row = [OFFLINE];
  await flush();
  clock.now += HOUR;
  const quick = await enqueue();
  server.scripts.row = [{ outcome: 'accepted' }, OFFLINE];
  await flush(true);
  expect(server.calls.slice(1)).toEqual([`row ${quick.id}`, `email ${quick.id}`, `row ${slow.id}`]);
});

test('small submissions go before large files', async () => {
  const { server, enqueue, flush } = createOutbox();
  const large = await enqueue(application, pdf(5_000));
  const small = await enqueue();
  await flush();
  expect(server.calls[0]).toBe(`row ${small.id}`);
  expect(server.rows.has(large.id)).toBe(true);
});

test('a captive portal’s response delivers nothing and loses nothing', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [NOT_OUR_SERVER];
  await flush();
  expect(await db.entries.count()).toBe(1);
  clock.now += MINUTE;
  await flush();
  expect(server.rows.size).toBe(1);
});

test('an upload that a network blocks rests, and needs its sender after the third time', async () => {
  const { server, clock, enqueue, flush, attention } = createOutbox();
  const entry = await enqueue(application, pdf(3_000));
  server.scripts.file = [OFFLINE, OFFLINE, TOO_LARGE, TOO_LARGE, TOO_LARGE];
  for (let i = 0; i < 4; i++) {
    await flush(true);
    expect(await attention(entry)).toBeNull();
    clock.now += 14 * MINUTE;
    if (i >= 2) await flush(true);
    clock.now += MINUTE;
  }
  expect(server.calls.filter((call) => call.startsWith('file '))).toHaveLength(4);

  await flush(true);

  expect(await attention(entry)).toEqual({
    reason: 'upload-blocked',
    message: 'This network blocks uploads of this size.',
  });
  clock.now += 48 * HOUR;
  await flush(true);
  expect(server.calls.filter((call) => call.startsWith('file '))).toHaveLength(5);
});

test('a blocked upload is sent on another network', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const entry = await enqueue(application, pdf(3_000));
  server.scripts.file = [TOO_LARGE, TOO_LARGE];
  for (let i = 0; i < 3; i++) {
    await flush();
    clock.now += 15 * MINUTE;
  }
  expect(server.rows.has(entry.id)).toBe(true);
});

test('500, 500, 201: the entry is delivered at the third try', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [SERVER_ERROR, SERVER_ERROR];
  for (let i = 0; i < 3; i++) {
    const { nextInMs } = await flush();
    clock.now += nextInMs ?? 0;
  }
  expect(server.rows.size).toBe(1);
  expect(await db.receipts.count()).toBe(1);
});

test('a rate limit rests every entry of its table, and only those', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  await enqueue(booking);
  await enqueue(booking);
  const message = await enqueue(contact);
  server.scripts.row = [RATE_LIMITED];
  const report = await flush();
  expect([...server.rows.keys()]).toEqual([message.id]);
  expect(report.nextInMs).toBe(10 * MINUTE);
  await flush(true);
  expect(server.rows.size).toBe(1);
  clock.now += 10 * MINUTE;
  await flush();
  expect(server.rows.size).toBe(3);
});

test.each([
  ['rate-limited', 90_000, 90_000],
  ['server', 90_000, 90_000],
  ['server', 30 * HOUR, HOUR],
] as const)(
  'a Retry-After with %s of %i ms rests the entry for %i ms',
  async (reason, retryAfterMs, rest) => {
    const { server, enqueue, flush } = createOutbox();
    await enqueue(contact);
    server.scripts.row = [{ outcome: 'retry', reason, retryAfterMs }];
    expect((await flush()).nextInMs).toBe(rest);
  },
);

test('no entry is dropped by age, however long it waited', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  await enqueue(contact);
  clock.now += 3 * 365 * 24 * HOUR;
  await flush();
  expect(server.rows.size).toBe(1);
});

test('an entry enqueued while a run is under way is taken by the same run', async () => {
  const { server, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [
    async () => {
      await enqueue(contact);
      return { outcome: 'accepted' };
    },
  ];
  await flush();
  expect(server.calls.filter((call) => call.startsWith('row'))).toHaveLength(2);
});
