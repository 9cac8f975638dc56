import { expect, test } from 'vitest';
import { discardEntry, retryEntry, returnEntryToDraft } from '../../../src/core/outbox/manage.ts';
import { clearReceipts, pruneReceipts } from '../../../src/core/outbox/receipts.ts';
import { REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, booking, createOutbox, HOUR, pdf } from '../support/outbox.ts';

test('an entry never sent goes back to its form as a draft, once', async () => {
  const { db, clock, enqueue } = createOutbox();
  const { id } = await enqueue();
  expect(await returnEntryToDraft(db, id, clock.now)).toBe(true);
  expect(await db.drafts.get('booking')).toEqual({ form: 'booking', values: booking.values, savedAt: clock.now });
  expect(await db.entries.count()).toBe(0);
  expect(await returnEntryToDraft(db, id, clock.now)).toBe(false);
});

test('an entry that may have arrived cannot be taken out', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.row = ['lost'];
  await flush();
  expect(await returnEntryToDraft(db, id, clock.now)).toBe(false);
  expect(await db.entries.count()).toBe(1);
});

test('an entry the server refused can be taken out, and its file goes into the draft', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue(application, pdf());
  server.scripts.row = [REFUSED];
  await flush();
  expect(await returnEntryToDraft(db, id, clock.now)).toBe(true);
  expect(await db.files.count()).toBe(0);
  const { name, bytes } = pdf();
  expect(await db.draftFiles.toArray()).toEqual([{ form: 'job_application', name, bytes, savedAt: clock.now }]);
});

test('a draft does not keep the file of an older one', async () => {
  const { db, clock, enqueue } = createOutbox();
  await db.draftFiles.put({ form: 'job_application', ...pdf(), savedAt: clock.now });
  const { id } = await enqueue(application);
  await returnEntryToDraft(db, id, clock.now);
  expect(await db.draftFiles.count()).toBe(0);
});

test('an entry taken out while a flush holds an older copy is not sent', async () => {
  const { db, server, clock, deps, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  const list = deps.queue.list.bind(deps.queue);
  deps.queue.list = async () => {
    const entries = await list();
    await returnEntryToDraft(db, id, clock.now);
    return entries;
  };
  await flush();
  expect(server.calls).toEqual([]);
});

test('retry makes an entry due at once and lifts its need for attention', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.row = [REFUSED];
  await flush();
  await retryEntry(db, id);
  await flush();
  expect(server.rows.has(id)).toBe(true);
});

test('discard forgets the entry and its file', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue(application, pdf());
  await discardEntry(db, id);
  await flush();
  expect(server.calls).toEqual([]);
  expect(await db.files.count()).toBe(0);
});

test('an entry discarded while it is being sent stays discarded', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  server.scripts.row = [
    async () => {
      await discardEntry(db, id);
      return SERVER_ERROR;
    },
  ];
  await flush();
  expect(await db.entries.count()).toBe(0);
});

test('receipts are forgotten after 30 days, or when asked', async () => {
  const { db, clock, enqueue, flush } = createOutbox();
  await enqueue();
  await flush();
  await pruneReceipts(db, clock.now + 30 * 24 * HOUR);
  expect(await db.receipts.count()).toBe(1);
  await pruneReceipts(db, clock.now + 30 * 24 * HOUR + 1);
  expect(await db.receipts.count()).toBe(0);
  await enqueue();
  await flush();
  await clearReceipts(db);
  expect(await db.receipts.count()).toBe(0);
});
