import { expect, test, vi } from 'vitest';
import { discardAll, readWaiting } from '../../../src/core/waiting/pending.ts';
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

test('an addition that never left the device is discarded without a request', async () => {
  const { db, server, add, flush, undo } = createAdminOutbox();
  const { id } = await add(picture, jpeg());
  await undo(id);
  await flush(true);
  expect(server.calls).toEqual([]);
  expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
});

test.each([picture, testimonial])(
  'a $entity entry discarded after its picture went up leaves no file on the server',
  async (addition) => {
    const { db, server, add, flush, undo } = createAdminOutbox();
    const { id } = await add(addition, jpeg());
    server.scripts.insertRow = [SERVER_ERROR];
    await flush();
    expect(server.files.size).toBe(1);
    await undo(id);
    await flush();
    expect([server.files.size, server.rows.size, await db.entries.count()]).toEqual([0, 0, 0]);
  },
);

test('a discarded addition is withdrawn before its file is deleted, so that neither can arrive late', async () => {
  const { server, add, flush, undo } = createAdminOutbox();
  const { id } = await add(picture, jpeg());
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  server.calls.length = 0;
  await undo(id);
  await flush();
  expect(server.calls).toEqual(['role', 'withdraw 1', 'files 1', 'files 1', 'find 1', 'role']);
});

test('a picture whose row was refused is discarded with the file that had gone up', async () => {
  const { db, server, add, flush, undo } = createAdminOutbox();
  const { id } = await add(picture, jpeg());
  server.scripts.insertRow = [REFUSED];
  await flush();
  await undo(id);
  await flush();
  expect([server.files.size, await db.entries.count()]).toEqual([0, 0]);
});

test('a row that arrived before the browser was killed is not published once it is discarded', async () => {
  const { db, server, add, flush, undo } = createAdminOutbox();
  const { id } = await add(posting);
  server.kill = { call: 0, when: 'after' };
  await expect(flush()).rejects.toThrow('killed');
  expect(server.rows.size).toBe(1);
  await undo(id);
  await flush();
  expect([server.rows.size, await db.entries.count()]).toEqual([0, 0]);
});

test('an addition whose row was refused at its only try leaves nothing to remove', async () => {
  const { db, server, add, additions, flush, undo } = createAdminOutbox();
  const { id } = await add(posting);
  server.scripts.insertRow = [REFUSED];
  await flush();
  expect(await additions('careers')).toMatchObject([{ state: 'attention', mayHaveArrived: false }]);
  await undo(id);
  expect(await db.entries.count()).toBe(0);
});

test('a row whose response was lost is not published once it is discarded, though a later attempt was refused', async () => {
  const { db, server, clock, add, additions, flush, undo } = createAdminOutbox();
  const { id } = await add(posting);
  server.scripts.insertRow = ['lost', REFUSED];
  await flush();
  clock.now += HOUR;
  await flush();
  expect(server.rows.size).toBe(1);
  expect(await additions('careers')).toMatchObject([{ state: 'attention', mayHaveArrived: true }]);
  await undo(id);
  await flush();
  expect([server.rows.size, await db.entries.count()]).toEqual([0, 0]);
});

test('the withdrawal of a discarded addition waits for a connection, and no list shows it', async () => {
  const { db, server, add, additions, deletions, flush, undo } = createAdminOutbox();
  const { id } = await add(picture, jpeg());
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  await undo(id);
  server.scripts.isAdmin = [OFFLINE];
  await flush();
  expect([...(await additions('gallery_images')), ...(await deletions('gallery_images'))]).toEqual(
    [],
  );
  expect((await readWaiting(db, ANN)).count).toBe(1);
  await flush(true);
  expect([server.files.size, (await readWaiting(db, ANN)).count]).toEqual([0, 0]);
});

test('after discarding several additions, those that may be on the server are withdrawn at the next flush', async () => {
  const { db, server, clock, seed, add, remove, flush, undo } = createAdminOutbox();
  const earlier = await add(posting);
  await add(picture, jpeg());
  server.scripts.insertRow = ['lost', 'lost'];
  await flush(true);
  await flush(true);
  await undo(earlier.id);
  await add(testimonial, jpeg());
  await remove('bookings', await seed('bookings', 2));
  expect([server.rows.size, server.files.size]).toEqual([4, 1]);

  await discardAll(db, ANN, clock.now);
  expect(await db.entries.toArray()).toMatchObject([
    { kind: 'withdrawal' },
    { kind: 'withdrawal' },
  ]);
  expect(await db.files.count()).toBe(0);
  clock.now += HOUR;
  await flush(true);
  expect([...server.rows.keys()]).toEqual(['bookings/bookings-0', 'bookings/bookings-1']);
  expect([server.files.size, await db.entries.count()]).toEqual([0, 0]);
});

test('on a full device discarding several additions deletes all, except those discarded before', async () => {
  const { db, server, clock, add, flush, undo } = createAdminOutbox();
  const earlier = await add(posting);
  await add(posting);
  server.scripts.insertRow = ['lost', 'lost'];
  await flush(true);
  await flush(true);
  expect(server.rows.size).toBe(2);
  await undo(earlier.id);
  const refuse = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  for (const call of ['put', 'add'] as const)
    vi.spyOn(IDBObjectStore.prototype, call).mockImplementation(refuse);

  await discardAll(db, ANN, clock.now);

  expect(await db.entries.toArray()).toMatchObject([{ kind: 'withdrawal' }]);
});
