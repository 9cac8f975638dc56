import { expect, test } from 'vitest';
import { SIGNED_OUT } from '../support/fake-admin-backend.ts';
import { createAdminOutbox } from '../support/admin-outbox.ts';

const CALLS = ['isAdmin', 'removeFiles', 'deleteRows', 'findRows'] as const;

test('a deletion takes the rows and their files off the server once, and ends', async () => {
  const { db, server, decisions, seed, remove, flush } = createAdminOutbox();
  const [kept, ...rows] = await seed('job_applications', 3);
  const { id } = await remove('job_applications', rows);
  const report = await flush();
  await flush();
  expect([...server.rows.keys()]).toEqual([`job_applications/${kept?.id}`]);
  expect([...server.files.keys()]).toEqual([`resumes/${kept?.path}`]);
  expect(server.calls.filter((call) => call.startsWith('rows'))).toHaveLength(1);
  expect(await db.adminEntries.count()).toBe(0);
  expect(await decisions()).toEqual([[id, null]]);
  expect(report).toEqual({ waiting: [], nextInMs: null });
});

test('files go before their rows, and the role is asked for before the first file and after the rows', async () => {
  const { server, seed, remove, flush } = createAdminOutbox();
  await remove('gallery_images', await seed('gallery_images', 2));
  await flush();
  expect(server.calls).toEqual(['role', 'files 2', 'rows 2', 'find 2', 'role']);
});

test('rows without files leave storage alone', async () => {
  const { server, seed, remove, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  const [first, second] = await seed('testimonials', 2);
  await remove('testimonials', [first, second].map((row) => ({ id: row?.id ?? '', path: null })));
  await flush();
  expect(server.calls.filter((call) => call.startsWith('files'))).toEqual([]);
  expect(server.rows.size).toBe(0);
  expect(server.files.size).toBe(2);
});

test('more than a hundred rows go a hundred at a time, with a checkpoint after each', async () => {
  const { server, stored, seed, remove, flush } = createAdminOutbox();
  const entry = await remove('job_applications', await seed('job_applications', 250));
  const done: unknown[] = [];
  const note = async () => done.push(await stored(entry));
  server.scripts.removeFiles = [note, note, note];
  await flush();
  expect(server.calls).toEqual([
    'role',
    ...['files 100', 'rows 100', 'find 100', 'role'],
    ...['files 100', 'rows 100', 'find 100', 'role'],
    ...['files 50', 'rows 50', 'find 50', 'role'],
  ]);
  expect(done).toMatchObject([{ step: 0 }, { step: 100 }, { step: 200 }]);
  expect([server.rows.size, server.files.size]).toEqual([0, 0]);
});

test('rows are hidden from the moment their deletion is stored, and never show again', async () => {
  const { copy, seen, seed, remove, flush } = createAdminOutbox();
  const [first, second] = await seed('bookings', 2);
  if (!first || !second) throw new Error('not seeded');
  await remove('bookings', [first]);
  expect(await seen('bookings')).toEqual([second.id]);
  await copy.keptRows.put({ table: 'bookings', id: first.id, createdAt: '', row: {} });
  expect(await seen('bookings')).toEqual([second.id]);
  await flush();
  expect(await seen('bookings')).toEqual([second.id]);
});

test('a deletion that is done leaves the copy with its rows, and a pull under way learns that the copy changed', async () => {
  const { db, copy, seed, remove, countChanges, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  await flush();
  expect([await db.adminEntries.count(), await copy.keptRows.count(), await countChanges()]).toEqual([0, 0, 1]);
});

test('a deletion does not end without its rows leaving the copy', async () => {
  const { db, copy, seed, remove, countChanges, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  copy.keptRows.hook('deleting', () => {
    throw new Error('disk');
  });
  await expect(flush()).rejects.toThrow('disk');
  expect([await db.adminEntries.count(), await copy.keptRows.count(), await countChanges()]).toEqual([1, 2, 0]);
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
  expect(await db.adminEntries.count()).toBe(0);
  expect(await decisions()).toMatchObject([[id, { reason: 'forbidden' }]]);
});

test('a role revoked between two hundreds loses no further file', async () => {
  const { server, decisions, seed, remove, flush } = createAdminOutbox();
  await remove('job_applications', await seed('job_applications', 150));
  server.scripts.isAdmin = [() => undefined, () => void (server.isAdmin = false)];
  await flush();
  expect(server.calls.filter((call) => call.startsWith('files'))).toEqual(['files 100']);
  expect([server.rows.size, server.files.size]).toEqual([50, 50]);
  expect(await decisions()).toMatchObject([[expect.anything(), { reason: 'forbidden' }]]);
});

test('after a refusal half-way the rows that are gone stay away and the others are back', async () => {
  const { server, decisions, seen, seed, remove, countChanges, flush } = createAdminOutbox();
  const rows = await seed('job_applications', 150);
  await remove('job_applications', rows);
  server.scripts.removeFiles = [() => undefined, () => void (server.isAdmin = false)];
  await flush();
  expect([server.rows.size, server.files.size]).toEqual([50, 50]);
  expect(await seen('job_applications')).toEqual(rows.slice(100).map((row) => row.id).sort());
  expect(await countChanges()).toBe(1);
  expect(await decisions()).toMatchObject([[expect.anything(), { reason: 'forbidden' }]]);
});

test('a role revoked just after the first check is found out, although nothing seems to be left', async () => {
  const { server, decisions, seen, seed, remove, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  server.scripts.deleteRows = [() => void (server.isAdmin = false)];
  await flush();
  expect(server.rows.size).toBe(2);
  expect(await seen('bookings')).toHaveLength(2);
  expect(await decisions()).toMatchObject([[expect.anything(), expect.anything()]]);
});

test('rows that survive a deletion without a word are asked to go again, and after three tries are a refusal, and back', async () => {
  const { server, clock, decisions, seen, seed, remove, flush } = createAdminOutbox();
  await remove('careers', await seed('careers', 2));
  server.keepsRows = true;
  for (let tries = 1; tries < 3; tries++) {
    await flush();
    expect([await decisions(), await seen('careers')]).toEqual([[], []]);
    clock.now += 60_000;
  }
  await flush();
  expect(await seen('careers')).toHaveLength(2);
  expect(await decisions()).toMatchObject([[expect.anything(), { reason: 'forbidden' }]]);
});

test('an answer in the server’s place is no refusal: the rows go at the next try', async () => {
  const { server, clock, decisions, seed, remove, flush } = createAdminOutbox();
  const { id } = await remove('careers', await seed('careers', 2));
  server.keepsRows = true;
  await flush();
  server.keepsRows = false;
  clock.now += 60_000;
  await flush();
  expect([server.rows.size, await decisions()]).toEqual([0, [[id, null]]]);
});

test.each(CALLS)('a definite no to %s brings the rows back with the server’s words', async (call) => {
  const { db, server, decisions, seen, seed, remove, flush } = createAdminOutbox();
  const { id } = await remove('gallery_images', await seed('gallery_images', 2));
  server.scripts[call] = [{ outcome: 'rejected', reason: 'invalid', message: 'no' }];
  await flush();
  expect(await seen('gallery_images')).toHaveLength(2);
  expect(await db.adminEntries.count()).toBe(0);
  expect(await decisions()).toMatchObject([[id, { message: 'no' }]]);
});

test.each(CALLS)('a session that ends at %s parks the deletion until the next sign-in', async (call) => {
  const { db, server, clock, decisions, seed, remove, stored, flush } = createAdminOutbox();
  const entry = await remove('gallery_images', await seed('gallery_images', 2));
  await remove('bookings', await seed('bookings', 1));
  server.scripts[call] = [SIGNED_OUT, SIGNED_OUT];
  expect(await flush()).toEqual({ waiting: expect.arrayContaining([entry.id]), nextInMs: null });
  expect(await stored(entry)).toMatchObject({ state: { name: 'waiting', tries: 0, retry: null } });
  expect(await db.adminEntries.count()).toBe(2);
  expect(await decisions()).toEqual([]);
  server.scripts[call] = [];
  clock.now += 1;
  await flush();
  expect([server.rows.size, server.files.size]).toEqual([0, 0]);
});
