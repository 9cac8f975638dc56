import { expect, test } from 'vitest';
import { referenceOf } from '../../../src/core/domain/reference.ts';
import { listRequests } from '../../../src/core/outbox/requests.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, createOutbox, HOUR, pdf } from '../support/outbox.ts';

test('a waiting entry can be retried, edited and discarded', async () => {
  const { db, clock, enqueue } = createOutbox();
  const { id } = await enqueue();
  expect(await listRequests(db, clock.now)).toEqual([
    {
      id,
      reference: referenceOf(id),
      kind: 'booking',
      createdAt: clock.now,
      state: 'waiting',
      attention: null,
      file: null,
      canRetry: true,
      canEdit: true,
      canDiscard: true,
      mayHaveArrived: false,
    },
  ]);
});

test('an entry shows as sending while its request is out, and not after the browser died meanwhile', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  const states: string[] = [];
  const note = async (time: number) => states.push(...(await listRequests(db, time)).map((request) => request.state));
  server.scripts.row = [
    async () => {
      await note(clock.now);
      await note(clock.now + HOUR);
      return SERVER_ERROR;
    },
  ];
  await flush();
  expect(states).toEqual(['sending', 'waiting']);
});

test('the file of a waiting application is told, and whether it is uploaded', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue(application, pdf(2_000));
  const file = { name: 'cv.pdf', size: 2_000 };
  expect(await listRequests(db, clock.now)).toMatchObject([{ file: { ...file, isUploaded: false } }]);
  server.scripts.row = [SERVER_ERROR];
  await flush();
  expect(await listRequests(db, clock.now)).toMatchObject([{ file: { ...file, isUploaded: true } }]);
});

test('an entry that was tried without an answer may have arrived, so it cannot be edited', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [OFFLINE];
  await flush();
  expect(await listRequests(db, clock.now)).toMatchObject([{ state: 'waiting', canEdit: false, mayHaveArrived: true }]);
});

test('an entry tried while the device had no network cannot have arrived, so it can be edited', async () => {
  const { db, server, device, clock, enqueue, flush } = createOutbox();
  await enqueue();
  device.offline = true;
  server.scripts.row = [OFFLINE];
  await flush();
  expect(await listRequests(db, clock.now)).toMatchObject([{ state: 'waiting', canEdit: true, mayHaveArrived: false }]);
});

test('an entry whose try began without a network and ended with one may have arrived', async () => {
  const { db, server, device, clock, enqueue, flush } = createOutbox();
  await enqueue();
  device.offline = true;
  server.scripts.row = [
    async () => {
      device.offline = false;
      return OFFLINE;
    },
  ];
  await flush();
  expect(await listRequests(db, clock.now)).toMatchObject([{ canEdit: false, mayHaveArrived: true }]);
});

test('a refused entry needs attention and can be edited', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [REFUSED];
  await flush();
  expect(await listRequests(db, clock.now)).toMatchObject([{ state: 'attention', canEdit: true, mayHaveArrived: false }]);
});

test('a stored booking counts as sent while its alert is under way, and nothing can be done to it', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.email = [OFFLINE];
  await flush();
  expect(await listRequests(db, clock.now)).toMatchObject([{ state: 'sent', canRetry: false, canEdit: false, canDiscard: false }]);
});

test('receipts and entries stand together, newest first', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  await enqueue();
  server.scripts.email = [REFUSED];
  await flush();
  clock.now += HOUR;
  await enqueue();
  const states = (await listRequests(db, clock.now)).map((request) => request.state);
  expect(states).toEqual(['waiting', 'alert-not-sent']);
});
