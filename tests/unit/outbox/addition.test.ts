import { expect, test } from 'vitest';
import { retryEntry } from '../../../src/core/outbox/queue.ts';
import { SIGNED_OUT } from '../support/fake-admin-backend.ts';
import {
  ANN,
  call,
  createAdminOutbox,
  jpeg,
  picture,
  posting,
  testimonial,
} from '../support/admin-outbox.ts';

const CALLS = ['uploadPicture', 'insertRow'] as const;

test('a job posting is stored once under its minted id, and ends', async () => {
  const { db, server, decisions, add, flush } = createAdminOutbox();
  const { id } = await add(posting);
  await flush();
  await flush();
  expect(server.calls).toEqual([`insert careers/${id}`]);
  expect(server.rows.get(`careers/${id}`)).toEqual({ id, ...posting.values });
  expect(await db.entries.count()).toBe(0);
  expect(await decisions()).toEqual([[id, null]]);
});

test('a booking from a call is stored once, and lists show it as pending before a pull', async () => {
  const { server, seed, add, flush, kept } = createAdminOutbox();
  await seed('bookings', 0);
  const { id } = await add(call);
  await flush();
  await flush();
  expect(server.calls).toEqual([`insert bookings/${id}`]);
  expect(server.rows.get(`bookings/${id}`)).toEqual({ id, ...call.values });
  expect(await kept('bookings')).toMatchObject([{ id, status: 'pending', events: [] }]);
});

test('a booking from a call without an email address is stored with none', async () => {
  const { server, add, flush } = createAdminOutbox();
  const { id } = await add({ ...call, values: { ...call.values, email: ' ' } });
  await flush();
  expect(server.rows.get(`bookings/${id}`)).toMatchObject({ email: '' });
});

test('a picture goes up before its row, and its bytes are kept until the row is there', async () => {
  const { db, server, add, flush } = createAdminOutbox();
  const file = jpeg(1_000);
  const { id } = await add(picture, file);
  let kept = 0;
  server.scripts.insertRow = [async () => (kept = await db.files.count())];
  await flush();
  const path = `Before/After/${id}.jpg`;
  expect(server.calls).toEqual([`upload gallery/${path}`, `insert gallery_images/${id}`]);
  expect(new Uint8Array(server.files.get(`gallery/${path}`) ?? new ArrayBuffer())).toEqual(
    new Uint8Array(file.bytes),
  );
  expect(server.rows.get(`gallery_images/${id}`)).toEqual({
    id,
    ...picture.values,
    is_pair: false,
    file_path: path,
    url: `https://files.example/gallery/${path}`,
    created_by: ANN,
  });
  expect([kept, await db.files.count()]).toEqual([1, 0]);
});

test('a testimonial is stored with its avatar, or without one', async () => {
  const { server, add, flush } = createAdminOutbox();
  const plain = await add(testimonial);
  const pictured = await add(testimonial, jpeg());
  await flush();
  const path = `${pictured.id}.jpg`;
  const row = { ...testimonial.values, created_by: ANN };
  expect(server.rows.get(`testimonials/${plain.id}`)).toEqual({
    id: plain.id,
    ...row,
    avatar_path: null,
    avatar_url: null,
  });
  expect(server.rows.get(`testimonials/${pictured.id}`)).toEqual({
    id: pictured.id,
    ...row,
    avatar_path: path,
    avatar_url: `https://files.example/testimonials/${path}`,
  });
});

test('upload progress is reported', async () => {
  const { ports, add, flush } = createAdminOutbox();
  const { id } = await add(picture, jpeg(500));
  const heard: unknown[] = [];
  ports.onUpload = (...progress) => heard.push(progress);
  await flush();
  expect(heard).toEqual([[id, 500]]);
});

test('the new row is in the replica as soon as its entry is gone, and a pull under way sees that the replica changed', async () => {
  const { replica, seed, add, countChanges, flush } = createAdminOutbox();
  await seed('careers', 0);
  const { id } = await add(posting);
  const before = (await countChanges()) ?? 0;
  await flush();
  const createdAt = '2026-11-21T12:00:00.001+00:00';
  expect(await replica.keptRows.toArray()).toEqual([
    {
      table: 'careers',
      id,
      createdAt,
      row: { id, ...posting.values, created_at: createdAt, rev: 0 },
    },
  ]);
  expect(await countChanges()).toBe(before + 1);
});

test('a row that a pull has brought meanwhile stays as the server wrote it', async () => {
  const { server, seed, add, pulled, flush, kept } = createAdminOutbox();
  await seed('careers', 0);
  const { id } = await add(posting);
  const row = { id, created_at: '2026-11-21T11:59:58+00:00', rev: 10 };
  server.scripts.insertRow = [() => pulled('careers', id, row)];
  await flush();
  expect(await kept('careers')).toEqual([row]);
});

test('a replica deleted while the row was on its way is not created again', async () => {
  const { db, replica, server, seed, add, flush } = createAdminOutbox();
  await seed('careers', 1);
  await add(posting);
  server.scripts.insertRow = [() => replica.delete()];
  await flush();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(replica.name);
  expect(await db.entries.count()).toBe(0);
});

test.each(CALLS)(
  'an addition refused at %s stays with the reason, and is sent again only when asked',
  async (call) => {
    const { queue, server, clock, decisions, add, stored, flush } = createAdminOutbox();
    const entry = await add(picture, jpeg());
    server.scripts[call] = [{ outcome: 'rejected', reason: 'invalid', message: 'no' }];
    await flush();
    const attention = { reason: 'invalid', message: 'no' };
    expect(await decisions()).toEqual([[entry.id, attention]]);
    expect(await stored(entry)).toMatchObject({ state: { name: 'attention', ...attention } });
    const { length } = server.calls;
    clock.now += 48 * 60 * 60_000;
    expect(await flush(true)).toMatchObject({ waiting: [], nextInMs: null });
    expect(server.calls).toHaveLength(length);
    await retryEntry(queue, entry.id);
    await flush();
    expect(server.rows.has(`gallery_images/${entry.id}`)).toBe(true);
  },
);

test.each(CALLS)(
  'a session that ends at %s keeps the addition and its file until the next sign-in',
  async (call) => {
    const { db, server, add, stored, flush } = createAdminOutbox();
    const entry = await add(picture, jpeg());
    server.scripts[call] = [SIGNED_OUT];
    expect(await flush()).toEqual({ waiting: [entry.id], nextInMs: null });
    expect(await stored(entry)).toMatchObject({
      state: { name: 'waiting', tries: 0, retry: { reason: 'signed-out', delayMs: 0 } },
    });
    expect(await db.files.count()).toBe(1);
    expect(await flush()).toEqual({ waiting: [], nextInMs: null });
    expect(server.rows.has(`gallery_images/${entry.id}`)).toBe(true);
  },
);

test('a picture whose bytes are no longer on the device needs attention and sends nothing', async () => {
  const { db, server, add, attention, flush } = createAdminOutbox();
  const entry = await add(picture, jpeg());
  await db.files.clear();
  await flush();
  expect((await attention(entry))?.reason).toBe('file-lost');
  expect(server.calls).toEqual([]);
});

/**
 * A tab that created a row and sleeps before the replica gets it, until the lock's holder counts as
 * gone. Returns a function that wakes it.
 */
async function sleepInCreation({
  replica,
  clock,
  flushWith,
}: ReturnType<typeof createAdminOutbox>): Promise<() => Promise<unknown>> {
  let wake = () => {};
  const awake = new Promise<void>((resolve) => (wake = resolve));
  let sleeping: Promise<unknown> = Promise.resolve();
  await new Promise<void>((fallAsleep) => {
    const transaction = async (...args: Parameters<typeof replica.transaction>) => {
      fallAsleep();
      await awake;
      return replica.transaction(...args);
    };
    sleeping = flushWith(
      Object.create(replica, { transaction: { value: transaction } }) as typeof replica,
    );
  });
  clock.now += 5 * 60 * 1000;
  return () => {
    wake();
    return sleeping;
  };
}

test('a tab that wakes up after it added a row does not bring it back once it was deleted', async () => {
  const outbox = createAdminOutbox();
  const { seed, add, remove, flush, seen } = outbox;
  await seed('careers', 0);
  const { id } = await add(posting);
  const wake = await sleepInCreation(outbox);
  await flush(true);
  expect(await seen('careers')).toEqual([id]);
  await remove('careers', [{ id, path: null }]);
  await flush();
  expect(await seen('careers')).toEqual([]);

  await wake();

  expect(await seen('careers')).toEqual([]);
});

test('a tab that wakes up does not bring a row back that a pull has added and removed', async () => {
  const outbox = createAdminOutbox();
  const { seed, add, pulled, seen } = outbox;
  await seed('careers', 0);
  const { id } = await add(posting);
  const wake = await sleepInCreation(outbox);
  await pulled('careers', id, { id, created_at: '2026-11-21T11:59:58+00:00', rev: 10 });
  expect(await seen('careers')).toEqual([id]);
  await pulled('careers', id, null);

  await wake();

  expect(await seen('careers')).toEqual([]);
});
