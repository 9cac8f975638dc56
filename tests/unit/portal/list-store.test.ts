import { expect, onTestFinished, test, vi } from 'vitest';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { createListStore, NO_LISTS } from '../../../src/portal/sync/list-store.ts';
import { ANN, BOB, createAdminOutbox } from '../support/admin-outbox.ts';

/** So many that a deletion stores them separately. */
const MANY = 1005;

/** Ann's outbox with bookings, and the rows that a tab of hers shows. */
async function openList(count: number, table: 'bookings' | 'careers' = 'bookings') {
  const outbox = createAdminOutbox();
  const { db, replica, seed } = outbox;
  const rows = await seed(table, count);
  // A tab's own connection: the outbox writes by another.
  const itsReplica = new ReplicaDatabase(replica.name);
  onTestFinished(() => itsReplica.closeForGood());
  const store = createListStore(db, itsReplica, ANN);
  await store.bringUp();
  const shown = () => store.lists().tables[table].rows.map(({ id }) => id);
  /** Every number of rows that was shown, in order. */
  const counts = [shown().length];
  store.subscribe(() => {
    if (shown().length !== counts.at(-1)) counts.push(shown().length);
  });
  return { ...outbox, itsReplica, rows, store, shown, counts };
}

test('a list shows its rows once the pending deletions are known, and never one of these', async () => {
  const { db, replica, seed, remove } = createAdminOutbox();
  const rows = await seed('bookings', 3);
  await remove('bookings', rows.slice(0, 1));
  const store = createListStore(db, replica, ANN);
  onTestFinished(() => replica.closeForGood());
  const seen = new Set<string>();
  store.subscribe(() => {
    for (const { id } of store.lists().tables.bookings.rows) seen.add(id);
  });
  await store.bringUp();
  expect([...seen].sort()).toEqual(['bookings-1', 'bookings-2']);
  expect(store.lists().tables.bookings).toMatchObject({ count: 3, isComplete: true });
});

test('a deletion hides its rows at once, and they stay hidden when the server has confirmed it', async () => {
  const { rows, remove, flush, shown, counts, store } = await openList(MANY);
  await remove('bookings', rows.slice(1));
  await vi.waitFor(() => expect(shown()).toEqual(['bookings-0']));
  await flush();
  await vi.waitFor(() => expect(store.lists().tables.bookings.count).toBe(1));
  expect(counts).toEqual([MANY, 1]);
});

test('rows of a confirmed deletion stay hidden while the replica is read slowly', async () => {
  const { db, replica, rows, remove, flush, shown, counts, store, itsReplica } = await openList(3);
  await remove('bookings', rows.slice(0, 2));
  await vi.waitFor(() => expect(shown()).toEqual(['bookings-2']));
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const read = itsReplica.readCursor.bind(itsReplica);
  vi.spyOn(itsReplica, 'readCursor').mockImplementation(() => held.then(read));
  await flush();
  expect([await db.entries.count(), await replica.keptRows.count()]).toEqual([0, 1]);
  // Long enough for the tab to see that the deletion has ended.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(store.lists().tables.bookings.count).toBe(3);
  release();
  await vi.waitFor(() => expect(store.lists().tables.bookings.count).toBe(1));
  expect(counts).toEqual([3, 1]);
});

test('a deletion made while rows are read for an undone one stays hidden', async () => {
  const { rows, remove, undo, shown, counts, itsReplica } = await openList(3);
  const undone = await remove('bookings', rows.slice(0, 1));
  await vi.waitFor(() => expect(shown()).toHaveLength(2));
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const read = itsReplica.readCursor.bind(itsReplica);
  const reading = vi.spyOn(itsReplica, 'readCursor').mockImplementation(() => held.then(read));
  await undo(undone.id);
  await vi.waitFor(() => expect(reading).toHaveBeenCalled());
  await remove('bookings', rows.slice(1, 2));
  await vi.waitFor(() => expect(shown()).toEqual(['bookings-2']));
  release();
  await vi.waitFor(() => expect(shown()).toHaveLength(2));
  expect(shown()).not.toContain('bookings-1');
  expect(counts).toEqual([3, 2, 1, 2]);
});

test('rows of a deletion that is undone or refused show again', async () => {
  const { server, rows, remove, undo, flush, shown } = await openList(2);
  const undone = await remove('bookings', rows.slice(0, 1));
  await vi.waitFor(() => expect(shown()).toHaveLength(1));
  await undo(undone.id);
  await vi.waitFor(() => expect(shown()).toHaveLength(2));

  server.scripts.deleteRows = [{ outcome: 'rejected', reason: 'invalid', message: 'No.' }];
  await remove('bookings', rows);
  await vi.waitFor(() => expect(shown()).toHaveLength(0));
  await flush();
  await vi.waitFor(() => expect(shown()).toHaveLength(2));
});

test('an answer shows at once, stays when it is sent, and never flashes back', async () => {
  const { db, replica, seedBooking, answer, flush, clock, undo } = createAdminOutbox();
  const booking = await seedBooking();
  const itsReplica = new ReplicaDatabase(replica.name);
  onTestFinished(() => itsReplica.closeForGood());
  const store = createListStore(db, itsReplica, ANN);
  await store.bringUp();
  const status = () => store.lists().tables.bookings.rows[0]?.status;
  const seen = [status()];
  store.subscribe(() => {
    if (status() !== seen.at(-1)) seen.push(status());
  });
  await answer(booking, 'confirmed');
  await vi.waitFor(() => expect(store.lists().answers.get(booking.id)).toBeDefined());
  expect(status()).toBe('confirmed');
  clock.now += 1000;
  await flush();
  await vi.waitFor(() => expect(store.lists().answers.size).toBe(0));
  await vi.waitFor(() => expect(store.lists().tables.bookings.rows[0]?.rev).toBe(10));
  const undone = await answer({ ...booking, rev: 10 }, 'completed');
  await vi.waitFor(() => expect(status()).toBe('completed'));
  await undo(undone.id);
  await vi.waitFor(() => expect(status()).toBe('confirmed'));
  expect(seen).toEqual(['pending', 'confirmed', 'completed', 'confirmed']);
});

test('another user’s deletions hide nothing', async () => {
  const { rows, remove, shown, store } = await openList(2);
  await remove('bookings', rows, BOB);
  await store.bringUp();
  expect(shown()).toHaveLength(2);
});

test('a change that another tab makes to the replica or the outbox is shown', async () => {
  const { replica, pulled, shown } = await openList(2);
  await replica.keptRows.delete(['bookings', 'bookings-0']);
  await pulled('bookings', 'bookings-9', {
    id: 'bookings-9',
    created_at: '2026-11-21T12:00:00+00:00',
    rev: 10,
  });
  await vi.waitFor(() => expect(shown()).toEqual(['bookings-9', 'bookings-1']));
});

test('a request in any instant around the end of a run is answered by another run', async () => {
  const { store, itsReplica } = await openList(1);
  const read = vi.spyOn(itsReplica, 'readCursor');
  for (let instant = 0; instant < 12; instant++) {
    let again: Promise<void> | undefined;
    let readBefore = 0;
    const stop = store.subscribe(() => {
      stop();
      // Microtasks after the run has published its rows.
      let later = Promise.resolve();
      for (let i = 0; i < instant; i++) later = later.then();
      void later.then(() => {
        readBefore = read.mock.calls.length;
        again = store.bringUp();
      });
    });
    await store.bringUp();
    await vi.waitFor(() => expect(again).toBeDefined());
    await again;
    expect(read.mock.calls.length, `instant ${instant}`).toBeGreaterThan(readBefore);
  }
});

test('a list that did not change stays the same object', async () => {
  const { store, pulled, shown } = await openList(2);
  const { bookings, careers } = store.lists().tables;
  await pulled('bookings', 'bookings-9', {
    id: 'bookings-9',
    created_at: '2026-11-21T12:00:00+00:00',
    rev: 10,
  });
  await vi.waitFor(() => expect(shown()).toHaveLength(3));
  expect(store.lists().tables.careers).toBe(careers);
  expect(store.lists().tables.bookings).not.toBe(bookings);
});

test('when the replica is closed for good, no row is left in memory, and nothing comes back', async () => {
  const { itsReplica, store } = await openList(5);
  const told = vi.fn();
  store.subscribe(told);
  itsReplica.closeForGood();
  expect(told).toHaveBeenCalledOnce();
  expect(store.lists()).toBe(NO_LISTS);
  await store.bringUp();
  expect(store.lists()).toBe(NO_LISTS);
});

test('a visit of a series is no newest row', async () => {
  const { pulled, rows, store } = await openList(1);
  const { newest } = store.lists().tables.bookings;
  const [row] = rows;
  await pulled('bookings', 'visit', {
    ...row,
    id: 'visit',
    series: 'bookings-0',
    created_at: '2027-01-01T12:00:00+00:00',
    rev: 99,
  } as never);
  await vi.waitFor(() => expect(store.lists().tables.bookings.rows.length).toBe(2));
  expect(store.lists().tables.bookings.newest).toBe(newest);
});
