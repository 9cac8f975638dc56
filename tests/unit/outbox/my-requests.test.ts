import { expect, test, vi } from 'vitest';
import { referenceOf } from '../../../src/core/domain/reference.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, createOutbox, HOUR, pdf } from '../support/outbox.ts';

test('a waiting entry can be retried, edited and discarded', async () => {
  const { clock, enqueue, requests } = createOutbox();
  const { id } = await enqueue();
  expect(await requests()).toEqual([
    {
      id,
      reference: referenceOf(id),
      kind: 'booking',
      summary: { service: 'deep', day: '2027-03-01' },
      createdAt: clock.now,
      sentAt: null,
      state: 'waiting',
      attention: null,
      cause: null,
      editedUntil: null,
      file: null,
      canRetry: true,
      canEdit: true,
      canUndo: true,
      mayHaveArrived: false,
      hasOnlyFormer: false,
      isAlertPending: false,
      answers: null,
      isFromLink: false,
      isNotified: false,
    },
  ]);
});

test('an entry shows as sending while its request is out, and not once its tab was killed', async () => {
  const { server, clock, enqueue, requests, flush } = createOutbox();
  await enqueue();
  const seen: unknown[] = [];
  const note = async (...at: Parameters<typeof requests>) =>
    seen.push(
      ...(await requests(...at)).map(({ state, canRetry, canEdit, canUndo }) => [
        state,
        canRetry && canEdit && canUndo,
        canRetry || canEdit || canUndo,
      ]),
    );
  server.scripts.row = [
    async () => {
      await note();
      await note(clock.now, false);
      await note(clock.now + HOUR);
      return SERVER_ERROR;
    },
  ];
  await flush();
  expect(seen).toEqual([
    ['sending', false, false],
    ['waiting', true, true],
    ['waiting', true, true],
  ]);
});

test('a waiting application shows its file, and whether it is uploaded', async () => {
  const { server, enqueue, flush, requests } = createOutbox();
  await enqueue(application, pdf(2_000));
  const file = { name: 'cv.pdf', size: 2_000 };
  expect(await requests()).toMatchObject([{ file: { ...file, isUploaded: false } }]);
  server.scripts.row = [SERVER_ERROR];
  await flush();
  expect(await requests()).toMatchObject([{ file: { ...file, isUploaded: true } }]);
});

test('an entry that was tried without an answer may have arrived, and can be edited', async () => {
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [OFFLINE];
  await flush();
  expect(await requests()).toMatchObject([
    { state: 'waiting', canEdit: true, mayHaveArrived: true },
  ]);
});

test('an entry may have arrived from the moment its record is sent, though the browser calls itself offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue();
  const seen: boolean[] = [];
  server.scripts.row = [
    async () => {
      seen.push(...(await requests()).map(({ mayHaveArrived }) => mayHaveArrived));
      return OFFLINE;
    },
  ];
  await flush();
  seen.push(...(await requests()).map(({ mayHaveArrived }) => mayHaveArrived));
  expect(seen).toEqual([true, true]);
});

test('an application whose file is not uploaded yet cannot have arrived', async () => {
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue(application, pdf());
  server.scripts.file = [OFFLINE];
  await flush();
  expect(await requests()).toMatchObject([{ state: 'waiting', mayHaveArrived: false }]);
});

test('an entry refused at its only try needs attention and cannot have arrived', async () => {
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [REFUSED];
  await flush();
  expect(await requests()).toMatchObject([
    { state: 'attention', canEdit: true, mayHaveArrived: false },
  ]);
});

test('a stored booking counts as sent while its alert is under way, and nothing can be done to it', async () => {
  const { server, enqueue, flush, requests } = createOutbox();
  await enqueue();
  server.scripts.email = [OFFLINE];
  await flush();
  expect(await requests()).toMatchObject([
    { state: 'sent', canRetry: false, canEdit: false, canUndo: false },
  ]);
});

test('receipts and entries stand together, newest first', async () => {
  const { server, clock, enqueue, flush, requests } = createOutbox();
  await enqueue();
  server.scripts.email = [REFUSED];
  await flush();
  clock.now += HOUR;
  await enqueue();
  const states = (await requests()).map((request) => request.state);
  expect(states).toEqual(['waiting', 'alert-not-sent']);
});
