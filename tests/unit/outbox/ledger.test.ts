import { expect, test } from 'vitest';
import { OFFLINE, SERVER_ERROR } from '../support/fake-backend.ts';
import type { ServerMayHave } from '../../../src/core/store/device-schema.ts';
import { application, createOutbox, MINUTE, pdf } from '../support/outbox.ts';

test('a flush goes on at the step where the last one stopped', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue(application, pdf());
  server.scripts.row = [SERVER_ERROR];
  await flush();
  clock.now += MINUTE;
  await flush();
  expect(server.calls).toEqual([`file ${id}.pdf`, `row ${id}`, `row ${id}`, `email ${id}`]);
});

test('the file is kept until the row is accepted, and then deleted', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue(application, pdf());
  server.scripts.row = [SERVER_ERROR];
  server.scripts.email = [OFFLINE];
  await flush();
  expect(await db.files.count()).toBe(1);
  clock.now += MINUTE;
  await flush();
  expect(await db.files.count()).toBe(0);
  expect(await db.entries.count()).toBe(1);
});

test('a row refused because its file is gone sends the file again', async () => {
  const { server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue(application, pdf());
  server.scripts.row = [{ outcome: 'rejected', reason: 'file-missing', message: '' }];
  await flush();
  clock.now += MINUTE;
  await flush();
  expect(server.calls).toEqual([
    `file ${id}.pdf`,
    `row ${id}`,
    `file ${id}.pdf`,
    `row ${id}`,
    `email ${id}`,
  ]);
});

test('an entry whose bytes are no longer on the device needs attention and sends nothing', async () => {
  const { db, server, enqueue, flush, attention } = createOutbox();
  const entry = await enqueue(application, pdf());
  await db.files.clear();
  await flush();
  expect((await attention(entry))?.reason).toBe('file-lost');
  expect(server.calls).toEqual([]);
});

test('a checkpoint is refused when somebody else changed the entry meanwhile', async () => {
  const { queue, enqueue } = createOutbox();
  const entry = await enqueue();
  expect(await queue.update(entry, { serverMayHave: 'file' })).toMatchObject({
    serverMayHave: 'file',
    revision: 1,
  });
  expect(await queue.update(entry, { step: 'email' })).toBeNull();
  expect(
    await queue.settle(entry, {
      id: entry.id,
      kind: 'booking',
      userId: null,
      settledAt: 0,
      refusal: null,
    }),
  ).toBe(false);
});

test('that the server may have the record is written down before its request leaves', async () => {
  const { server, enqueue, flush, stored } = createOutbox();
  const entry = await enqueue();
  const seen: ServerMayHave[] = [];
  server.scripts.row = [
    async () => {
      seen.push((await stored(entry)).serverMayHave);
      return SERVER_ERROR;
    },
  ];
  await flush();
  expect(seen).toEqual(['record']);
});
