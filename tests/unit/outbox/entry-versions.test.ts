import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../../src/core/store/database.ts';
import { createAdminOutbox } from '../support/admin-outbox.ts';
import { booking, createOutbox, MINUTE, writtenBefore } from '../support/outbox.ts';

const waits = {
  id: 'w',
  version: 1,
  revision: 3,
  createdAt: 7,
  attempts: 2,
  attempted: true,
  sendingSince: null,
  retry: null,
  attention: null,
};
const rests = { reason: 'foreign', at: 5, delayMs: 10 };

/** A database as the release before made it, with these rows. */
async function databaseOfBefore(entries: object[], adminEntries: object[]): Promise<Database> {
  const name = `before-${crypto.randomUUID()}`;
  const before = new Dexie(name);
  before.version(3).stores({ entries: 'id', adminEntries: 'id' });
  await before.table('entries').bulkAdd(entries);
  await before.table('adminEntries').bulkAdd(adminEntries);
  before.close();
  const db = new Database(name);
  onTestFinished(() => db.delete());
  return db;
}

test('what waited under the release before waits in today’s form, where it stood', async () => {
  const db = await databaseOfBefore(
    [
      {
        ...waits,
        id: 'rests',
        retry: rests,
        step: 'row',
        mayHaveArrived: false,
        lateConfirmed: true,
      },
      {
        ...waits,
        id: 'sends',
        sendingSince: 9,
        step: 'email',
        mayHaveArrived: true,
        lateConfirmed: false,
      },
      {
        ...waits,
        id: 'asks',
        attention: { reason: 'invalid', message: 'no' },
        step: 'row',
        lateConfirmed: false,
      },
    ],
    [
      {
        ...waits,
        id: 'deletes',
        kind: 'delete',
        userId: 'ann',
        entity: 'bookings',
        rows: [{ id: 'b', path: null }],
        done: 0,
      },
    ],
  );
  const known = { version: 2, revision: 3, attempted: true };
  expect(await db.entries.toArray()).toMatchObject([
    {
      ...known,
      id: 'asks',
      state: { name: 'attention', reason: 'invalid', message: 'no' },
      mayHaveArrived: true,
    },
    {
      ...known,
      id: 'rests',
      state: { name: 'waiting', tries: 2, retry: { ...rests, reason: 'not-our-server' } },
      mayHaveArrived: false,
      datePassedConfirmed: true,
    },
    {
      ...known,
      id: 'sends',
      state: { name: 'sending', tries: 2, since: 9 },
      mayHaveArrived: true,
      datePassedConfirmed: false,
    },
  ]);
  expect(await db.adminEntries.toArray()).toMatchObject([
    { ...known, id: 'deletes', step: 0, file: null, state: { name: 'waiting', tries: 2 } },
  ]);
});

test('what a release before this one set aside because it was being edited is sent', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue(booking);
  await db.entries.update(id, {
    state: { name: 'attention', reason: 'being-edited' as 'refused', message: '' },
  });
  await flush();
  expect(server.calls).toEqual([`row ${id}`, `email ${id}`]);
});

test('a booking that a tab of the release before stores beside this one is sent once', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue(booking);
  await writtenBefore(db.entries, id, {
    attempts: 1,
    retry: { reason: 'server', at: clock.now, delayMs: MINUTE },
  });
  await flush();
  expect(server.calls).toEqual([]);
  clock.now += MINUTE;
  await flush();
  await flush();
  expect(server.calls).toEqual([`row ${id}`, `email ${id}`]);
});

test('a deletion that the release before left half-way goes on at the row where it stopped', async () => {
  const { db, server, seed, remove, flush } = createAdminOutbox();
  const rows = await seed('bookings', 250);
  const { id } = await remove('bookings', rows);
  await writtenBefore(db.adminEntries, id, { step: undefined, done: 100 });
  await flush();
  expect(server.calls).toEqual(['role', 'rows 150']);
});

test('a deletion that the release before finished and did not settle is settled, and nothing is deleted again', async () => {
  const { db, server, decisions, seed, remove, flush } = createAdminOutbox();
  const { id } = await remove('bookings', await seed('bookings', 2));
  await writtenBefore(db.adminEntries, id, { step: undefined, done: 2 });
  await flush();
  expect(await decisions()).toEqual([[id, null]]);
  expect(server.calls).toEqual(['role']);
});
