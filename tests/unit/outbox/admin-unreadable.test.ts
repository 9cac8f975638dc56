import { expect, test } from 'vitest';
import { breakRow } from '../support/broken-store.ts';
import { createAdminOutbox, jpeg, picture, posting } from '../support/admin-outbox.ts';
import { HOUR } from '../support/outbox.ts';

/** The number of attempts at a file that cannot be read. */
const TRIES = 5;

const createDevice = () => {
  const outbox = createAdminOutbox();
  /** Makes that many attempts, an hour apart. */
  const fail = async (tries: number) => {
    for (let i = 0; i < tries; i++) {
      await outbox.flush();
      outbox.clock.now += HOUR;
    }
  };
  return { ...outbox, fail };
};

test('a picture that can’t be read rests, holds no other change back, and goes up when it can be read again', async () => {
  const { db, server, clock, add, stored, flush } = createDevice();
  const entry = await add(picture, jpeg());
  const other = await add(posting);
  const mend = breakRow(db.files, entry.id);
  expect(await flush()).toEqual({ waiting: [entry.id], nextInMs: 2_000 });
  expect(await stored(entry)).toMatchObject({
    step: 'prepare',
    state: { name: 'waiting', tries: 1, retry: { reason: 'device' } },
  });
  expect([...server.rows.keys()]).toEqual([`careers/${other.id}`]);
  mend();
  clock.now += HOUR;
  await flush();
  expect(server.rows.has(`gallery_images/${entry.id}`)).toBe(true);
});

test('a picture that can’t be read at five tries counts as lost, and its administrator is asked', async () => {
  const { db, server, add, attention, fail } = createDevice();
  const entry = await add(picture, jpeg());
  breakRow(db.files, entry.id);
  await fail(TRIES - 1);
  expect(await attention(entry)).toBeNull();
  await fail(1);
  expect(await attention(entry)).toMatchObject({
    reason: 'file-lost',
    message: expect.stringContaining('add it again'),
  });
  expect(server.calls).toEqual([]);
});

test('a long deletion whose rows can’t be read at five tries ends and says so, and holds no other change back', async () => {
  const { db, server, decisions, seed, remove, add, seen, fail } = createDevice();
  const { id } = await remove('bookings', await seed('bookings', 1001));
  breakRow(db.files, id);
  const other = await add(posting);
  await fail(TRIES - 1);
  expect(server.rows.has(`careers/${other.id}`)).toBe(true);
  expect(await db.entries.count()).toBe(1);
  await fail(1);
  expect([server.rows.size, await db.entries.count(), await db.files.count()]).toEqual([
    1002, 0, 0,
  ]);
  expect(await decisions()).toContainEqual([
    id,
    { reason: 'file-lost', message: expect.stringContaining('Select it again') },
  ]);
  expect(await seen('bookings')).toHaveLength(1001);
});

test('a long deletion whose rows cannot be read after they are deleted still ends', async () => {
  const { db, server, decisions, seed, remove, flush } = createDevice();
  const { id } = await remove('bookings', await seed('bookings', 1001));
  server.scripts.deleteRows = [() => undefined, () => void breakRow(db.files, id)];
  await flush();
  expect([server.rows.size, await db.entries.count()]).toEqual([0, 0]);
  expect(await decisions()).toEqual([[id, null]]);
});

test('a list is shown while the rows of a long deletion can’t be read', async () => {
  const { db, seed, remove, seen } = createDevice();
  const rows = await seed('bookings', 1002);
  const { id } = await remove('bookings', rows.slice(1));
  expect(await seen('bookings')).toHaveLength(1);
  breakRow(db.files, id);
  expect(await seen('bookings')).toHaveLength(1002);
});
