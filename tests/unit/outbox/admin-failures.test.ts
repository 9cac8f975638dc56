import { expect, test } from 'vitest';
import { createAdminOutbox, jpeg, picture, posting, testimonial } from '../support/admin-outbox.ts';
import { NOT_OUR_SERVER, OFFLINE, RATE_LIMITED, SERVER_ERROR } from '../support/fake-backend.ts';
import { HOUR, MINUTE } from '../support/outbox.ts';

const DELETION_CALLS = ['isAdmin', 'removeFiles', 'deleteRows'] as const;
const ADDITION_CALLS = ['uploadPicture', 'insertRow'] as const;

test.each(DELETION_CALLS)(
  'a deletion whose %s finds a server in trouble twice is done at the third try',
  async (call) => {
    const { server, clock, seed, remove, seen, flush } = createAdminOutbox();
    await remove('gallery_images', await seed('gallery_images', 2));
    server.scripts[call] = [SERVER_ERROR, SERVER_ERROR];
    for (const rest of [2_000, 4_000]) {
      expect((await flush()).nextInMs).toBe(rest);
      expect(await seen('gallery_images')).toEqual([]);
      clock.now += rest;
    }
    await flush();
    expect([server.rows.size, server.files.size]).toEqual([0, 0]);
  },
);

test.each(ADDITION_CALLS)(
  'an addition whose %s finds a server in trouble twice is done at the third try',
  async (call) => {
    const { server, clock, add, flush } = createAdminOutbox();
    const { id } = await add(picture, jpeg());
    server.scripts[call] = [SERVER_ERROR, SERVER_ERROR];
    for (const rest of [2_000, 4_000]) {
      expect((await flush()).nextInMs).toBe(rest);
      clock.now += rest;
    }
    await flush();
    expect(server.rows.has(`gallery_images/${id}`)).toBe(true);
  },
);

test('each thousand of a deletion begins its rests anew', async () => {
  const { server, clock, seed, remove, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 1500));
  server.scripts.deleteRows = [SERVER_ERROR];
  expect((await flush()).nextInMs).toBe(2_000);
  clock.now += 2_000;
  server.scripts.deleteRows = [() => undefined, SERVER_ERROR];
  expect((await flush()).nextInMs).toBe(2_000);
});

test('each step of an addition begins its rests anew', async () => {
  const { server, clock, add, flush } = createAdminOutbox();
  await add(picture, jpeg());
  server.scripts.uploadPicture = [SERVER_ERROR];
  expect((await flush()).nextInMs).toBe(2_000);
  clock.now += 2_000;
  server.scripts.insertRow = [SERVER_ERROR];
  expect((await flush()).nextInMs).toBe(2_000);
});

test('a dead connection ends the run after the first try, and nothing is lost', async () => {
  const { db, server, seed, remove, add, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 1));
  await add(posting);
  await add(testimonial);
  server.scripts.isAdmin = [OFFLINE];
  const report = await flush();
  expect(server.calls).toEqual(['role']);
  expect(report.waiting).toHaveLength(3);
  expect(await db.entries.count()).toBe(3);
});

test.each([
  ['offline', OFFLINE],
  ['not-our-server', NOT_OUR_SERVER],
])('a connection that comes back skips the rest of a try that ended %s', async (_, answer) => {
  const { server, add, flush } = createAdminOutbox();
  await add(posting);
  server.scripts.insertRow = [answer];
  await flush();
  await flush();
  expect(server.rows.size).toBe(0);
  await flush(true);
  expect(server.rows.size).toBe(1);
});

test('a rate limit rests every change of its list, and only those', async () => {
  const { server, clock, seed, remove, add, flush } = createAdminOutbox();
  await remove('testimonials', await seed('testimonials', 1));
  await add(testimonial);
  const { id } = await add(posting);
  server.scripts.isAdmin = [RATE_LIMITED];
  const report = await flush();
  expect(report.nextInMs).toBe(10 * MINUTE);
  await flush(true);
  expect(server.calls).toEqual(['role', `insert careers/${id}`]);
  clock.now += 10 * MINUTE;
  await flush();
  expect(server.calls.filter((call) => call.startsWith('insert testimonials'))).toHaveLength(1);
  expect(server.rows.has('testimonials/testimonials-0')).toBe(false);
});

test('the server’s own wish for a rest is kept, up to an hour', async () => {
  const { server, add, flush } = createAdminOutbox();
  await add(posting);
  server.scripts.insertRow = [{ ...SERVER_ERROR, retryAfterMs: 30 * HOUR }];
  expect((await flush()).nextInMs).toBe(HOUR);
});

test.each([
  ['refused', { outcome: 'rejected', reason: 'invalid', message: 'no' }],
  ['in trouble', SERVER_ERROR],
  ['answered by something else than the server', NOT_OUR_SERVER],
] as const)('an entry that is %s does not hold back those behind it', async (_, answer) => {
  const { server, add, flush } = createAdminOutbox();
  await add(posting);
  const next = await add(testimonial);
  server.scripts.insertRow = [answer];
  await flush();
  expect([...server.rows.keys()]).toEqual([`testimonials/${next.id}`]);
});

test('a refused deletion does not hold back those behind it', async () => {
  const { server, seed, remove, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 1));
  await remove('contact_messages', await seed('contact_messages', 1));
  server.scripts.deleteRows = [{ outcome: 'rejected', reason: 'invalid', message: 'no' }];
  await flush();
  expect([...server.rows.keys()]).toEqual(['bookings/bookings-0']);
});

test('no change is dropped by age, however long it waited', async () => {
  const { server, clock, add, flush } = createAdminOutbox();
  await add(posting);
  clock.now += 3 * 365 * 24 * HOUR;
  await flush();
  expect(server.rows.size).toBe(1);
});
