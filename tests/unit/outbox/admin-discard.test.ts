import { expect, test } from 'vitest';
import { countWaiting, discardCreation } from '../../../src/core/changes/manage-changes.ts';
import { pendingDeletions } from '../../../src/core/changes/pending.ts';
import { ANN, createAdminOutbox, jpeg, picture, posting, testimonial } from '../support/admin-outbox.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { HOUR, writtenBefore } from '../support/outbox.ts';

test('a creation that never left the device is discarded without a word to the server', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  await discardCreation(db, id, clock.now);
  await flush(true);
  expect(server.calls).toEqual([]);
  expect([await db.adminEntries.count(), await db.adminFiles.count()]).toEqual([0, 0]);
});

test.each([picture, testimonial])('a $entity entry discarded after its picture went up leaves no file on the server', async (creation) => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(creation, jpeg());
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  expect(server.files.size).toBe(1);
  await discardCreation(db, id, clock.now);
  await flush();
  expect([server.files.size, server.rows.size, await db.adminEntries.count()]).toEqual([0, 0, 0]);
});

test('what is discarded is withdrawn before its file goes, so that neither can come late', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  server.calls.length = 0;
  await discardCreation(db, id, clock.now);
  await flush();
  expect(server.calls).toEqual(['role', 'withdraw 1', 'files 1', 'find 1', 'role']);
});

test('a picture whose row was refused is discarded with the file that had gone up', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  server.scripts.insertRow = [REFUSED];
  await flush();
  await discardCreation(db, id, clock.now);
  await flush();
  expect([server.files.size, await db.adminEntries.count()]).toEqual([0, 0]);
});

test('a row that arrived, though its answer was lost, is not published once it is discarded', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(posting);
  server.kill = { call: 0, when: 'after' };
  await expect(flush()).rejects.toThrow('killed');
  expect(server.rows.size).toBe(1);
  await discardCreation(db, id, clock.now);
  await flush();
  expect([server.rows.size, await db.adminEntries.count()]).toEqual([0, 0]);
});

test('a creation whose row was refused at its only try leaves nothing to remove', async () => {
  const { db, server, clock, create, waiting, flush } = createAdminOutbox();
  const { id } = await create(posting);
  server.scripts.insertRow = [REFUSED];
  await flush();
  expect(await waiting('careers')).toMatchObject([{ state: 'attention', mayHaveArrived: false }]);
  await discardCreation(db, id, clock.now);
  expect(await db.adminEntries.count()).toBe(0);
});

test('a row that arrived unheard is not published once it is discarded, though a later try was refused', async () => {
  const { db, server, clock, create, waiting, flush } = createAdminOutbox();
  const { id } = await create(posting);
  server.scripts.insertRow = ['lost', REFUSED];
  await flush();
  clock.now += HOUR;
  await flush();
  expect(server.rows.size).toBe(1);
  expect(await waiting('careers')).toMatchObject([{ state: 'attention', mayHaveArrived: true }]);
  await discardCreation(db, id, clock.now);
  await flush();
  expect([server.rows.size, await db.adminEntries.count()]).toEqual([0, 0]);
});

test('what an older release tried and had refused may have arrived all the same, so its discard removes it from the server', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(posting);
  server.rows.set(`careers/${id}`, { id });
  await writtenBefore(db.adminEntries, id, { attempted: true, attention: { reason: 'refused', message: 'no' } });
  await discardCreation(db, id, clock.now);
  await flush();
  expect(server.rows.size).toBe(0);
});

test('what is left to remove of a discarded creation waits for a connection, and no list shows it', async () => {
  const { db, server, queue, clock, create, waiting, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  await discardCreation(db, id, clock.now);
  server.scripts.isAdmin = [OFFLINE];
  await flush();
  const entries = await queue.list();
  expect([...(await waiting('gallery_images')), ...pendingDeletions(entries, 'gallery_images')]).toEqual([]);
  expect(await countWaiting(db, ANN)).toBe(1);
  await flush(true);
  expect([server.files.size, await countWaiting(db, ANN)]).toEqual([0, 0]);
});
