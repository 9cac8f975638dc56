import { expect, test } from 'vitest';
import { clearSentRequests } from '../../../src/core/waiting/booking-receipts.ts';
import { retryEntry } from '../../../src/core/outbox/queue.ts';
import { pruneReceipts } from '../../../src/core/outbox/receipts.ts';
import { IN_PROGRESS, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, createOutbox, HOUR, pdf } from '../support/outbox.ts';

const never = () => false;

test('a retry makes an entry due at once, also one that needs attention', async () => {
  const { queue, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.row = [REFUSED];
  await flush();
  await retryEntry(queue, id);
  await flush();
  expect(server.rows.has(id)).toBe(true);
});

test('an entry that is undone leaves with its file', async () => {
  const { db, server, enqueue, flush, undo } = createOutbox();
  const { id } = await enqueue(application, pdf());
  expect(await undo(id, false)).toBe(true);
  await flush();
  expect(server.calls).toEqual([]);
  expect(await db.files.count()).toBe(0);
});

test('an entry discarded while it is being sent stays discarded', async () => {
  const { db, server, enqueue, flush, undo } = createOutbox();
  const { id } = await enqueue();
  server.scripts.row = [
    async () => {
      await undo(id, true);
      return SERVER_ERROR;
    },
  ];
  await flush();
  expect(await db.entries.count()).toBe(0);
});

test('an entry whose try began after its sender read that it was not sent is not discarded', async () => {
  const { db, server, enqueue, requests, flush, undo } = createOutbox();
  const { id } = await enqueue(application, pdf());
  const discarded: boolean[] = [];
  server.scripts.row = [
    async () => {
      discarded.push(await undo(id, false));
      return SERVER_ERROR;
    },
  ];
  await flush();
  expect(discarded).toEqual([false]);
  expect(await requests()).toMatchObject([{ id, state: 'waiting', mayHaveArrived: true }]);
  expect(await db.files.count()).toBe(1);
});

test('a request sent before its sender confirmed is not discarded, nor is its alert', async () => {
  const { server, enqueue, requests, flush, undo } = createOutbox();
  const { id } = await enqueue();
  server.scripts.email = [IN_PROGRESS];
  await flush();
  expect(await undo(id, true)).toBe(false);
  expect(await requests()).toMatchObject([{ id, state: 'sent', isAlertPending: true }]);
});

test('an entry that is gone is not discarded again', async () => {
  const { enqueue, undo } = createOutbox();
  const { id } = await enqueue();
  await undo(id, false);
  expect(await undo(id, false)).toBe(false);
});

test('receipts are forgotten after 30 days, or when asked', async () => {
  const { db, clock, enqueue, flush } = createOutbox();
  await enqueue();
  await flush();
  await pruneReceipts(db, clock.now + 30 * 24 * HOUR, never);
  expect(await db.receipts.count()).toBe(1);
  await pruneReceipts(db, clock.now + 30 * 24 * HOUR + 1, never);
  expect(await db.receipts.count()).toBe(0);
  await enqueue();
  await flush();
  await clearSentRequests(db);
  expect(await db.receipts.count()).toBe(0);
});

test('an administrator’s receipts are forgotten after a day, and stay when a visitor clears theirs', async () => {
  const { db, clock, enqueue, flush } = createOutbox();
  await enqueue();
  await flush();
  const receipt = { id: 'r', kind: 'addition', userId: 'ann', settledAt: clock.now, refusal: null };
  await db.receipts.put(receipt);
  await clearSentRequests(db);
  expect(await db.receipts.toArray()).toEqual([receipt]);
  await enqueue();
  await flush();
  await pruneReceipts(db, clock.now + 24 * HOUR + 1, never);
  expect(await db.receipts.toArray()).toMatchObject([{ kind: 'booking' }]);
});
