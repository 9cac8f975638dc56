import { expect, test, vi } from 'vitest';
import { createDeletion } from '../../../src/core/mutations/deletion.ts';
import { outcomeOf } from '../../../src/core/outbox/entry.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { createMemoryQueue } from '../../../src/core/outbox/memory-queue.ts';
import { SIGNED_OUT } from '../support/fake-admin-backend.ts';
import { ANN, createAdminOutbox, posting } from '../support/admin-outbox.ts';

const CALLS = ['isAdmin', 'removeFiles', 'deleteRows'] as const;

test('a deletion takes the rows and their files off the server once, and ends', async () => {
  const { db, server, decisions, seed, remove, flush } = createAdminOutbox();
  const [kept, ...rows] = await seed('job_applications', 3);
  const { id } = await remove('job_applications', rows);
  const report = await flush();
  await flush();
  expect([...server.rows.keys()]).toEqual([`job_applications/${kept?.id}`]);
  expect([...server.files.keys()]).toEqual([`resumes/${kept?.path}`]);
  expect(server.calls.filter((call) => call.startsWith('rows'))).toHaveLength(1);
  expect(await db.entries.count()).toBe(0);
  expect(await decisions()).toEqual([[id, null]]);
  expect(report).toEqual({ waiting: [], nextInMs: null });
});

test('files go before their rows, and the role is asked for before the first file', async () => {
  const { server, seed, remove, flush } = createAdminOutbox();
  await remove('gallery_images', await seed('gallery_images', 2));
  await flush();
  expect(server.calls).toEqual(['role', 'files 2', 'files 2', 'rows 2']);
});

test('rows without files leave storage alone', async () => {
  const { server, seed, remove, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  const [first, second] = await seed('testimonials', 2);
  await remove(
    'testimonials',
    [first, second].map((row) => ({ id: row?.id ?? '', path: null })),
  );
  await flush();
  expect(server.calls.filter((call) => call.startsWith('files'))).toEqual([]);
  expect(server.rows.size).toBe(0);
  expect(server.files.size).toBe(2);
});

test('more than a thousand rows go a thousand at a time, with a checkpoint after each that does not write them again', async () => {
  const { server, stored, seed, remove, flush } = createAdminOutbox();
  const entry = await remove('job_applications', await seed('job_applications', 2500));
  const done: unknown[] = [];
  const note = async () => done.push(await stored(entry));
  server.scripts.removeFiles = [note, note, note];
  await flush();
  expect(server.calls).toEqual([
    'role',
    ...['files 1000', 'rows 1000'],
    ...['files 1000', 'rows 1000'],
    ...['files 500', 'rows 500'],
  ]);
  expect(done).toMatchObject([0, 1000, 2000].map((step) => ({ step, rows: { apart: 2500 } })));
  expect([server.rows.size, server.files.size]).toEqual([0, 0]);
});

test('rows are hidden from the moment their deletion is stored, and never show again', async () => {
  const { replica, seen, seed, remove, flush } = createAdminOutbox();
  const [first, second] = await seed('bookings', 2);
  if (!first || !second) throw new Error('not seeded');
  await remove('bookings', [first]);
  expect(await seen('bookings')).toEqual([second.id]);
  await replica.keptRows.put({ table: 'bookings', id: first.id, createdAt: '', row: {} });
  expect(await seen('bookings')).toEqual([second.id]);
  await flush();
  expect(await seen('bookings')).toEqual([second.id]);
});

test('a finished deletion leaves the replica with its rows, and a pull under way sees that the replica changed', async () => {
  const { db, replica, seed, remove, countChanges, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  await flush();
  expect([await db.entries.count(), await replica.keptRows.count(), await countChanges()]).toEqual([
    0, 0, 1,
  ]);
});

test('a deletion does not end before its rows leave the replica', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { db, replica, seed, remove, countChanges, flush } = createAdminOutbox();
  const { id } = await remove('bookings', await seed('bookings', 2));
  replica.keptRows.hook('deleting', () => {
    throw new Error('disk');
  });
  expect(await flush()).toEqual({ waiting: [id], nextInMs: 2_000 });
  expect([await db.entries.count(), await replica.keptRows.count(), await countChanges()]).toEqual([
    1, 2, 0,
  ]);
});

test('a role revoked before the deletion loses no file, and the rows are back', async () => {
  const { db, server, decisions, seen, seed, remove, flush } = createAdminOutbox();
  const rows = await seed('job_applications', 2);
  const { id } = await remove('job_applications', rows);
  server.isAdmin = false;
  await flush();
  expect(server.calls).toEqual(['role']);
  expect([server.rows.size, server.files.size]).toEqual([2, 2]);
  expect(await seen('job_applications')).toEqual(rows.map((row) => row.id));
  expect(await db.entries.count()).toBe(0);
  expect(await decisions()).toMatchObject([[id, { reason: 'forbidden' }]]);
});

test('a role revoked between two thousands loses no further file', async () => {
  const { server, decisions, seed, remove, flush } = createAdminOutbox();
  await remove('job_applications', await seed('job_applications', 1500));
  server.scripts.removeFiles = [() => undefined, () => void (server.isAdmin = false)];
  await flush();
  expect([server.rows.size, server.files.size]).toEqual([500, 500]);
  expect(await decisions()).toMatchObject([[expect.anything(), { reason: 'forbidden' }]]);
});

test('after a refusal half-way the rows that are gone stay away and the others are back', async () => {
  const { server, decisions, seen, seed, remove, countChanges, flush } = createAdminOutbox();
  const rows = await seed('job_applications', 1500);
  await remove('job_applications', rows);
  server.scripts.removeFiles = [() => undefined, () => void (server.isAdmin = false)];
  await flush();
  expect([server.rows.size, server.files.size]).toEqual([500, 500]);
  expect(await seen('job_applications')).toEqual(
    rows
      .slice(1000)
      .map((row) => row.id)
      .sort(),
  );
  expect(await countChanges()).toBe(1);
  expect(await decisions()).toMatchObject([[expect.anything(), { reason: 'forbidden' }]]);
});

test('a role revoked just after the check deletes nothing', async () => {
  const { server, decisions, seen, seed, remove, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  server.scripts.deleteRows = [() => void (server.isAdmin = false)];
  await flush();
  expect(server.rows.size).toBe(2);
  expect(await seen('bookings')).toHaveLength(2);
  expect(await decisions()).toMatchObject([[expect.anything(), expect.anything()]]);
});

/** An addition that arrived and was then discarded; its withdrawal waits on the device. */
async function discardArrived({
  server,
  clock,
  add,
  flush,
  undo,
}: ReturnType<typeof createAdminOutbox>) {
  const { id } = await add(posting);
  server.scripts.insertRow = ['lost'];
  await flush();
  await undo(id);
  clock.now += 60_000;
}

test('rows that survive a withdrawal without an error are withdrawn again, and after three attempts that is a refusal', async () => {
  const outbox = createAdminOutbox();
  const { server, clock, decisions, flush } = outbox;
  await discardArrived(outbox);
  server.keepsRows = true;
  for (let tries = 1; tries < 3; tries++) {
    await flush();
    expect(await decisions()).toEqual([]);
    clock.now += 60_000;
  }
  await flush();
  expect(await decisions()).toMatchObject([[expect.anything(), { reason: 'forbidden' }]]);
});

test('a response in the server’s place is no refusal: the rows are withdrawn at the next attempt', async () => {
  const outbox = createAdminOutbox();
  const { server, clock, decisions, flush } = outbox;
  await discardArrived(outbox);
  server.keepsRows = true;
  await flush();
  server.keepsRows = false;
  clock.now += 60_000;
  await flush();
  expect([server.rows.size, await decisions()]).toEqual([0, [[expect.anything(), null]]]);
});

test('a deletion whose rows the device has lost ends, and says so', async () => {
  const { db, server, decisions, seed, remove, flush } = createAdminOutbox();
  const { id } = await remove('bookings', await seed('bookings', 1001));
  await db.files.clear();
  await flush();
  expect([server.rows.size, await db.entries.count()]).toEqual([1001, 0]);
  expect(await decisions()).toMatchObject([[id, { reason: 'file-lost' }]]);
});

test('a deletion that the device cannot store is done all the same while there is a connection', async () => {
  const { replica, clock, server, outbox, seed } = createAdminOutbox();
  const fresh = createDeletion('bookings', await seed('bookings', 1500), ANN, clock.now);
  const memory = createMemoryQueue();
  memory.add(fresh);
  await flush({ ...outbox, queue: memory }, { eager: true });
  expect([server.rows.size, await replica.keptRows.count()]).toEqual([0, 0]);
  expect(outcomeOf(await memory.find(fresh.entry.id))).toMatchObject({ outcome: 'done' });
});

test.each(CALLS)(
  'a refusal of %s shows the rows again, with the server’s message',
  async (call) => {
    const { db, server, decisions, seen, seed, remove, flush } = createAdminOutbox();
    const { id } = await remove('gallery_images', await seed('gallery_images', 2));
    server.scripts[call] = [{ outcome: 'rejected', reason: 'invalid', message: 'no' }];
    await flush();
    expect(await seen('gallery_images')).toHaveLength(2);
    expect(await db.entries.count()).toBe(0);
    expect(await decisions()).toMatchObject([[id, { message: 'no' }]]);
  },
);

test.each(CALLS)(
  'a session that ends at %s keeps the deletion until the next sign-in',
  async (call) => {
    const { db, server, clock, decisions, seed, remove, stored, flush } = createAdminOutbox();
    const entry = await remove('gallery_images', await seed('gallery_images', 2));
    await remove('bookings', await seed('bookings', 1));
    server.scripts[call] = [SIGNED_OUT, SIGNED_OUT];
    expect(await flush()).toEqual({ waiting: expect.arrayContaining([entry.id]), nextInMs: null });
    expect(await stored(entry)).toMatchObject({
      state: { name: 'waiting', tries: 0, retry: { reason: 'signed-out', delayMs: 0 } },
    });
    expect(await db.entries.count()).toBe(2);
    expect(await decisions()).toEqual([]);
    server.scripts[call] = [];
    clock.now += 1;
    await flush();
    expect([server.rows.size, server.files.size]).toEqual([0, 0]);
  },
);
