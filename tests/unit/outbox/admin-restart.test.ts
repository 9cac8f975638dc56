import { expect, test } from 'vitest';
import { createAdminOutbox, jpeg, picture, posting } from '../support/admin-outbox.ts';
import { closedError } from '../support/broken-store.ts';

const MOMENTS = ['before', 'after'] as const;

/** Every call of a deletion of 1,500 rows, by number: the role, then files and rows twice. */
const DELETION = Array.from({ length: 5 }, (_, call) =>
  MOMENTS.map((when) => ({ when, call })),
).flat();

test.each(DELETION)('a deletion cut off $when call $call goes on after a restart', async (kill) => {
  const { db, replica, server, decisions, seed, remove, seen, countChanges, flush } =
    createAdminOutbox();
  const { id } = await remove('job_applications', await seed('job_applications', 1500));
  server.kill = kill;
  await expect(flush()).rejects.toThrow('killed');
  expect(await seen('job_applications')).toEqual([]);
  await flush();
  expect([server.rows.size, server.files.size]).toEqual([0, 0]);
  expect([
    await db.entries.count(),
    await db.files.count(),
    await replica.keptRows.count(),
    await countChanges(),
  ]).toEqual([0, 0, 0, 1]);
  expect(await decisions()).toEqual([[id, null]]);
});

test('a thousand that was confirmed is not asked for again after a restart', async () => {
  const { server, seed, remove, flush } = createAdminOutbox();
  await remove('job_applications', await seed('job_applications', 1500));
  server.kill = { call: 3, when: 'before' };
  await expect(flush()).rejects.toThrow('killed');
  const before = server.calls.length;
  await flush();
  expect(server.calls.slice(before)).toEqual(['role', 'files 500', 'rows 500']);
});

const ADDITION = [0, 1].flatMap((call) => MOMENTS.map((when) => ({ when, call })));

test.each(ADDITION)(
  'an addition cut off $when call $call leads to one file and one row',
  async (kill) => {
    const { db, server, decisions, add, flush } = createAdminOutbox();
    const { id } = await add(picture, jpeg());
    server.kill = kill;
    await expect(flush()).rejects.toThrow('killed');
    await flush();
    expect([...server.files.keys()]).toEqual([`gallery/Before/After/${id}.jpg`]);
    expect([...server.rows.keys()]).toEqual([`gallery_images/${id}`]);
    expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
    expect(await decisions()).toEqual([[id, null]]);
  },
);

test('a checkpoint and an end are refused when somebody else changed the entry meanwhile', async () => {
  const { server, queue, seed, remove, add, stored, countChanges, flush } = createAdminOutbox();
  const deletion = await remove('bookings', await seed('bookings', 1));
  const addition = await add(posting);
  const before = await countChanges();
  const change = (entry: { id: string }) => async () =>
    void (await queue.update(await stored(entry), { serverMayHave: 'file' }));
  server.scripts.deleteRows = [change(deletion)];
  server.scripts.insertRow = [change(addition)];
  await flush();
  expect(await queue.update(deletion, { step: 100 })).toBeNull();
  expect([await stored(deletion), await stored(addition)]).toMatchObject([
    { step: 0, revision: 2, serverMayHave: 'file' },
    { step: 'row', revision: 2, serverMayHave: 'file' },
  ]);
  const { id, kind, userId } = deletion;
  const receipt = { id, kind, userId, settledAt: 0, refusal: null };
  expect(await queue.settle(deletion, receipt)).toBe(false);
  expect(await countChanges()).toBe(before);
});

test('two flushes at once, without a lock, do each entry once', async () => {
  const { db, server, decisions, seed, remove, add, flush } = createAdminOutbox();
  await remove('gallery_images', await seed('gallery_images', 3));
  const { id } = await add(picture, jpeg());
  await Promise.all([flush(true), flush(true)]);
  await flush(true);
  expect([...server.rows.keys()]).toEqual([`gallery_images/${id}`]);
  expect([...server.files.keys()]).toEqual([`gallery/Before/After/${id}.jpg`]);
  expect(await db.entries.count()).toBe(0);
  expect(await decisions()).toHaveLength(2);
});

test('a deletion that reached the replica but not its receipt is settled after a restart, and shows no row meanwhile', async () => {
  const { db, replica, decisions, seed, remove, seen, flush } = createAdminOutbox();
  const { id } = await remove('bookings', await seed('bookings', 2));
  let isCrashing = true;
  db.receipts.hook('creating', () => {
    if (isCrashing) throw closedError('killed');
  });
  await expect(flush()).rejects.toThrow('killed');
  expect([
    await replica.keptRows.count(),
    await seen('bookings'),
    await db.entries.count(),
  ]).toEqual([0, [], 1]);
  isCrashing = false;
  await flush();
  expect([await db.entries.count(), await decisions()]).toEqual([0, [[id, null]]]);
});

test('an addition that reached the replica but not its receipt is in the replica once after a restart', async () => {
  const { db, replica, server, add, seed, flush } = createAdminOutbox();
  await seed('careers', 0);
  const { id } = await add(posting);
  let isCrashing = true;
  db.receipts.hook('creating', () => {
    if (isCrashing) throw closedError('killed');
  });
  await expect(flush()).rejects.toThrow('killed');
  isCrashing = false;
  await flush();
  expect((await replica.keptRows.toArray()).map((row) => row.id)).toEqual([id]);
  expect([...server.rows.keys()]).toEqual([`careers/${id}`]);
  expect(await db.entries.count()).toBe(0);
});
