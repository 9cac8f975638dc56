import { expect, test } from 'vitest';
import { discardAll, readWaiting } from '../../../src/core/waiting/pending.ts';
import { ANN, BOB, createAdminOutbox, jpeg, picture, posting } from '../support/admin-outbox.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';

test('a deletion that waits can be undone once, and its rows show again', async () => {
  const { server, seen, seed, remove, flush, undo } = createAdminOutbox();
  const { id } = await remove('bookings', await seed('bookings', 2));
  expect(await undo(id)).toBe(true);
  expect(await undo(id)).toBe(false);
  expect(await seen('bookings')).toHaveLength(2);
  await flush();
  expect(server.calls).toEqual([]);
});

test('a deletion that found no connection can still be undone', async () => {
  const { server, seed, remove, deletions, flush, undo } = createAdminOutbox();
  const { id } = await remove('bookings', await seed('bookings', 2));
  server.scripts.isAdmin = [OFFLINE];
  await flush();
  expect(await deletions('bookings')).toEqual([
    { id, count: 2, gone: 0, isLong: false, canUndo: true, cause: 'offline' },
  ]);
  expect(await undo(id)).toBe(true);
});

test('a deletion undone while the role is being asked for deletes nothing', async () => {
  const { server, decisions, seed, remove, flush, undo } = createAdminOutbox();
  const { id } = await remove('gallery_images', await seed('gallery_images', 2));
  server.scripts.isAdmin = [() => undo(id)];
  await flush();
  expect(server.calls).toEqual(['role']);
  expect([server.rows.size, server.files.size]).toEqual([2, 2]);
  expect(await decisions()).toEqual([]);
});

test.each(['removeFiles', 'deleteRows'] as const)(
  'a deletion cannot be undone while %s is under way',
  async (call) => {
    const { server, seed, remove, flush, undo } = createAdminOutbox();
    const { id } = await remove('gallery_images', await seed('gallery_images', 2));
    const answers: boolean[] = [];
    server.scripts[call] = [async () => answers.push(await undo(id))];
    await flush();
    expect(answers).toEqual([false]);
    expect(server.rows.size).toBe(0);
  },
);

test('a long deletion says how far it is, and one that is undone leaves nothing on the device', async () => {
  const { db, server, clock, deletions, seed, remove, flush, undo } = createAdminOutbox();
  const rows = await seed('bookings', 4000);
  const taken = await remove('bookings', rows.slice(0, 1500));
  expect(await undo(taken.id)).toBe(true);
  expect(await db.files.count()).toBe(0);
  const { id } = await remove('bookings', rows);
  server.scripts.deleteRows = [() => undefined, () => undefined, SERVER_ERROR];
  await flush();
  expect(await deletions('bookings')).toEqual([
    { id, count: 4000, gone: 2000, isLong: true, canUndo: false, cause: 'server' },
  ]);
  clock.now += 60_000;
  await flush();
  expect([server.rows.size, await db.entries.count(), await db.files.count()]).toEqual([0, 0, 0]);
});

test('a deletion that rests half-way cannot be undone', async () => {
  const { server, deletions, seed, remove, flush, undo } = createAdminOutbox();
  const { id } = await remove('gallery_images', await seed('gallery_images', 2));
  server.scripts.deleteRows = [SERVER_ERROR];
  await flush();
  expect(await deletions('gallery_images')).toEqual([
    { id, count: 2, gone: 0, isLong: false, canUndo: false, cause: 'server' },
  ]);
  expect(await undo(id)).toBe(false);
});

test('a flush that read an undone deletion earlier leaves it alone', async () => {
  const { server, queue, seed, remove, flush, undo } = createAdminOutbox();
  const { id } = await remove('bookings', await seed('bookings', 2));
  const list = queue.list.bind(queue);
  queue.list = async () => {
    const entries = await list();
    await undo(id);
    return entries;
  };
  await flush();
  expect([server.calls, server.rows.size]).toEqual([['role'], 2]);
});

test('waiting changes of a list are shown newest first, and only there', async () => {
  const { seed, remove, add, additions, deletions } = createAdminOutbox();
  const [one, two] = [await add(posting), await add(posting)];
  const rows = await seed('careers', 2);
  const [three, four] = [
    await remove('careers', rows.slice(0, 1)),
    await remove('careers', rows.slice(1)),
  ];
  expect((await additions('careers')).map(({ id }) => id)).toEqual([two.id, one.id]);
  expect((await deletions('careers')).map(({ id }) => id)).toEqual([four.id, three.id]);
  expect([...(await additions('testimonials')), ...(await deletions('testimonials'))]).toEqual([]);
});

test('a waiting addition is shown as waiting, then sending, then with the server’s answer', async () => {
  const { server, add, additions, flush } = createAdminOutbox();
  const { id, creation } = await add(picture, jpeg());
  const show = () => additions('gallery_images');
  expect(await show()).toEqual([
    {
      id,
      creation,
      file: { name: 'kitchen.jpeg', type: 'image/jpeg', size: 64 },
      isPrepared: false,
      state: 'waiting',
      attention: null,
      cause: null,
      mayHaveArrived: false,
    },
  ]);
  const sending: unknown[] = [];
  server.scripts.uploadPicture = [async () => sending.push(...(await show()))];
  server.scripts.insertRow = [{ outcome: 'rejected', reason: 'invalid', message: 'no' }];
  await flush();
  expect(sending).toMatchObject([{ id, state: 'sending' }]);
  expect(await show()).toMatchObject([
    { id, state: 'attention', attention: { reason: 'invalid', message: 'no' } },
  ]);
});

test('an upload whose tab was killed waits and can be discarded at once', async () => {
  const { server, add, additions, flush } = createAdminOutbox();
  await add(picture, jpeg());
  server.kill = { call: 0, when: 'before' };
  await expect(flush()).rejects.toThrow('killed');
  expect(await additions('gallery_images')).toMatchObject([{ state: 'sending' }]);
  expect(await additions('gallery_images', false)).toMatchObject([
    { state: 'waiting', mayHaveArrived: true },
  ]);
});

test('an addition that is discarded while it is sent leaves with its file, here and on the server', async () => {
  const { db, server, add, flush, undo } = createAdminOutbox();
  const { id } = await add(picture, jpeg());
  server.scripts.uploadPicture = [() => undo(id)];
  await flush();
  expect([await db.entries.count(), await db.files.count(), server.rows.size]).toEqual([0, 0, 0]);
  expect(server.files.size).toBe(0);
});

test('an administrator’s flush neither sends nor changes another one’s entries on the device', async () => {
  const { db, server, seed, remove, add, queueOf, flush } = createAdminOutbox();
  const rows = await seed('bookings', 2);
  await remove('bookings', rows, BOB);
  await add(picture, jpeg(), BOB);
  const before = await db.entries.toArray();
  expect(await flush(true)).toEqual({ waiting: [], nextInMs: null });
  expect(server.calls).toEqual([]);
  expect(await db.entries.toArray()).toEqual(before);
  expect(await queueOf(BOB).list()).toHaveLength(2);
});

test('waiting changes are counted and discarded for one administrator only', async () => {
  const { db, clock, seed, remove, add } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  await add(picture, jpeg());
  const bobs = await add(picture, jpeg(), BOB);
  expect([(await readWaiting(db, ANN)).count, (await readWaiting(db, BOB)).count]).toEqual([2, 1]);
  await discardAll(db, ANN, clock.now);
  expect([(await readWaiting(db, ANN)).count, (await readWaiting(db, BOB)).count]).toEqual([0, 1]);
  expect((await db.files.toArray()).map(({ id }) => id)).toEqual([bobs.id]);
});

test('the summary of waiting changes has refusals, the cause of a wait and possible arrivals', async () => {
  const { db, server, add, flush } = createAdminOutbox();
  const read = () => readWaiting(db, ANN);
  const nothing = { refused: 0, resolvedAt: null, cause: null, mayHaveArrived: false };
  expect(await read()).toEqual({ ...nothing, count: 0 });
  await add(posting);
  server.scripts.insertRow = [REFUSED];
  await flush();
  const resolvedAt = { screen: 'list', entity: 'careers' };
  expect(await read()).toEqual({ ...nothing, count: 1, refused: 1, resolvedAt });
  await add(posting);
  expect(await read()).toMatchObject({ count: 2, refused: 1, cause: null });
  server.scripts.insertRow = [SERVER_ERROR];
  await flush();
  expect(await read()).toEqual({
    ...{ count: 2, refused: 1, resolvedAt },
    ...{ cause: 'server', mayHaveArrived: true },
  });
});

test('several refused changes are resolved in the list of the first', async () => {
  const { db, server, clock, seedBooking, answer, add, flush } = createAdminOutbox();
  const booking = await seedBooking();
  await answer(booking, 'confirmed');
  server.bookings.clear();
  await flush();
  expect(await readWaiting(db, ANN)).toMatchObject({
    resolvedAt: { screen: 'answer', bookingId: booking.id },
  });
  clock.now += 1000;
  await add(posting);
  server.scripts.insertRow = [REFUSED];
  await flush();
  expect(await readWaiting(db, ANN)).toMatchObject({
    refused: 2,
    resolvedAt: { screen: 'list', entity: 'bookings' },
  });
});
