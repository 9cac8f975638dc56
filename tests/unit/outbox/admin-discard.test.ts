import { expect, test, vi } from 'vitest';
import {
  discardAll,
  discardCreation,
  readWaiting,
} from '../../../src/core/changes/manage-changes.ts';
import {
  ANN,
  createAdminOutbox,
  jpeg,
  picture,
  posting,
  testimonial,
} from '../support/admin-outbox.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { HOUR } from '../support/outbox.ts';

test('a creation that never left the device is discarded without a request', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  await discardCreation(db, id, clock.now);
  await flush(true);
  expect(server.calls).toEqual([]);
  expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
});

test.each([picture, testimonial])(
  'a $entity entry discarded after its picture went up leaves no file on the server',
  async (creation) => {
    const { db, server, clock, create, flush } = createAdminOutbox();
    const { id } = await create(creation, jpeg());
    server.scripts.insertRow = [SERVER_ERROR];
    await flush();
    expect(server.files.size).toBe(1);
    await discardCreation(db, id, clock.now);
    await flush();
    expect([server.files.size, server.rows.size, await db.entries.count()]).toEqual([0, 0, 0]);
  },
);

test('a discarded creation is withdrawn before its file is deleted, so that neither can arrive late', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  server.calls.length = 0;
  await discardCreation(db, id, clock.now);
  await flush();
  expect(server.calls).toEqual(['role', 'withdraw 1', 'files 1', 'files 1', 'find 1', 'role']);
});

test('a picture whose row was refused is discarded with the file that had gone up', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  server.scripts.insertRow = [REFUSED];
  await flush();
  await discardCreation(db, id, clock.now);
  await flush();
  expect([server.files.size, await db.entries.count()]).toEqual([0, 0]);
});

test('a row that arrived, though its answer was lost, is not published once it is discarded', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const { id } = await create(posting);
  server.kill = { call: 0, when: 'after' };
  await expect(flush()).rejects.toThrow('killed');
  expect(server.rows.size).toBe(1);
  await discardCreation(db, id, clock.now);
  await flush();
  expect([server.rows.size, await db.entries.count()]).toEqual([0, 0]);
});

test('a creation whose row was refused at its only try leaves nothing to remove', async () => {
  const { db, server, clock, create, waiting, flush } = createAdminOutbox();
  const { id } = await create(posting);
  server.scripts.insertRow = [REFUSED];
  await flush();
  expect(await waiting('careers')).toMatchObject([{ state: 'attention', mayHaveArrived: false }]);
  await discardCreation(db, id, clock.now);
  expect(await db.entries.count()).toBe(0);
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
  expect([server.rows.size, await db.entries.count()]).toEqual([0, 0]);
});

test('the withdrawal of a discarded creation waits for a connection, and no list shows it', async () => {
  const { db, server, clock, create, waiting, deletions, flush } = createAdminOutbox();
  const { id } = await create(picture, jpeg());
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  await discardCreation(db, id, clock.now);
  server.scripts.isAdmin = [OFFLINE];
  await flush();
  expect([...(await waiting('gallery_images')), ...(await deletions('gallery_images'))]).toEqual(
    [],
  );
  expect((await readWaiting(db, ANN)).count).toBe(1);
  await flush(true);
  expect([server.files.size, (await readWaiting(db, ANN)).count]).toEqual([0, 0]);
});

test('after discarding several creations, those that may be on the server are withdrawn at the next flush', async () => {
  const { db, server, clock, seed, create, remove, flush } = createAdminOutbox();
  const earlier = await create(posting);
  await create(picture, jpeg());
  server.scripts.insertRow = ['lost', 'lost'];
  await flush(true);
  await flush(true);
  await discardCreation(db, earlier.id, clock.now);
  await create(testimonial, jpeg());
  await remove('bookings', await seed('bookings', 2));
  expect([server.rows.size, server.files.size]).toEqual([4, 1]);

  await discardAll(db, ANN, clock.now);
  expect(await db.entries.toArray()).toMatchObject([{ ofDiscarded: true }, { ofDiscarded: true }]);
  expect(await db.files.count()).toBe(0);
  clock.now += HOUR;
  await flush(true);
  expect([...server.rows.keys()]).toEqual(['bookings/bookings-0', 'bookings/bookings-1']);
  expect([server.files.size, await db.entries.count()]).toEqual([0, 0]);
});

test('on a full device discarding several creations deletes all, except those discarded before', async () => {
  const { db, server, clock, create, flush } = createAdminOutbox();
  const earlier = await create(posting);
  await create(posting);
  server.scripts.insertRow = ['lost', 'lost'];
  await flush(true);
  await flush(true);
  expect(server.rows.size).toBe(2);
  await discardCreation(db, earlier.id, clock.now);
  const refuse = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  for (const call of ['put', 'add'] as const)
    vi.spyOn(IDBObjectStore.prototype, call).mockImplementation(refuse);

  await discardAll(db, ANN, clock.now);

  expect(await db.entries.toArray()).toMatchObject([{ ofDiscarded: true }]);
});
