import { expect, test, vi } from 'vitest';
import { createQueue, enqueue, retryEntry } from '../../../src/core/outbox/queue.ts';
import { beginEdit } from '../../../src/core/mutations/edit-entry.ts';
import { isFull } from '../../../src/core/store/database.ts';
import { fillDisk, QUOTA } from '../support/broken-store.ts';
import { createAdminOutbox, posting } from '../support/admin-outbox.ts';
import { REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, booking, createOutbox, fresh, MINUTE, pdf } from '../support/outbox.ts';

/** Dexie's error for a transaction aborted by a full disk. */
const ABORTED = Object.assign(new Error('aborted'), { name: 'AbortError', inner: QUOTA });

/** Chromium's error for a full disk where it still grants quota. */
const NO_SPACE = new DOMException(
  'Connection is closing because of: IO error: .../000003.log: FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)',
  'UnknownError',
);

type Device = ReturnType<typeof createFullDevice>;

/** A device that becomes full on the test's command: it still reads and deletes. */
function createFullDevice() {
  const outbox = createOutbox();
  const { db } = outbox;
  return { ...outbox, fill: (error?: Error) => fillDisk(db, error) };
}

test.each([
  ['as the browser says it', QUOTA],
  ['as the database library says it', ABORTED],
  ['as the disk says it', NO_SPACE],
])(
  'what waits on a device that became full, %s, is sent once and leaves the device',
  async (_, error) => {
    const { db, server, enqueue, flush, fill } = createFullDevice();
    const { id } = await enqueue(application, pdf());
    fill(error);

    expect(await flush()).toEqual({ waiting: [], nextInMs: null });

    expect(server.calls).toEqual([`file ${id}.pdf`, `row ${id}`, `email ${id}`]);
    expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
  },
);

test('an entry is refused when the browser tells only its transaction that there is no room', async () => {
  const { db } = createOutbox();
  vi.spyOn(db.entries, 'add').mockReturnValue(new Promise(() => undefined) as never);
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    vi.spyOn(this, 'error', 'get').mockReturnValue(QUOTA);
    this.abort();
  });
  const stored = await enqueue(db, fresh(booking)).catch((error: unknown) => error);
  expect(isFull(stored)).toBe(true);
});

test('an entry sent from a full device gets its receipt once there is room', async () => {
  const { db, enqueue, flush, fill, requests } = createFullDevice();
  const { id } = await enqueue(booking);
  fill();
  vi.spyOn(db.receipts, 'put')
    .mockImplementationOnce(() => Promise.reject(QUOTA) as never)
    .mockImplementation((receipt) => db.receipts.add(receipt));

  await flush();

  expect(await requests()).toMatchObject([{ id, state: 'sent' }]);
});

test('an entry that fails on a full device waits its backoff, keeps no other from being sent, and is sent', async () => {
  const { server, clock, enqueue, flush, fill, stored, requests } = createFullDevice();
  const { id } = await enqueue();
  const other = await enqueue();
  fill();
  server.scripts.row = [SERVER_ERROR];

  expect(await flush()).toEqual({ waiting: [id], nextInMs: 2_000 });
  expect(await stored({ id })).toMatchObject({ state: { name: 'waiting', tries: 0 } });
  expect((await requests()).find((request) => request.id === id)).toMatchObject({
    state: 'waiting',
    cause: 'server',
    mayHaveArrived: true,
  });
  expect([...server.rows.keys()]).toEqual([other.id]);

  clock.now += MINUTE;
  await flush();
  expect([...server.rows.keys()]).toEqual([other.id, id]);
});

test('an entry that is refused on a full device needs its sender there, keeps no other from being sent, and is sent when they ask', async () => {
  const { server, queue, enqueue, flush, fill, requests } = createFullDevice();
  const { id } = await enqueue();
  const other = await enqueue();
  fill();
  server.scripts.row = [REFUSED];

  expect(await flush()).toEqual({ waiting: [], nextInMs: null });
  expect((await requests()).find((request) => request.id === id)).toMatchObject({
    state: 'attention',
    attention: { reason: 'invalid' },
  });
  expect([...server.rows.keys()]).toEqual([other.id]);

  await retryEntry(queue, id);
  await flush();
  expect([...server.rows.keys()]).toEqual([other.id, id]);
});

test.each([
  ['discards', ({ undo }: Device, id: string) => undo(id, true)],
  [
    'edits',
    ({ db, clock }: Device, id: string) => beginEdit({ db, queue: createQueue(db) }, id, clock.now),
  ],
])(
  'an attempt that a full device could not write down ends when another tab %s the entry',
  async (_, change) => {
    const device = createFullDevice();
    const { db, server, queue, clock, enqueue, flush, fill } = device;
    const { id } = await enqueue();
    fill();
    server.scripts.row = [SERVER_ERROR];
    await flush();
    vi.restoreAllMocks();

    await change(device, id);
    const stored = await db.entries.toArray();
    expect(await queue.list()).toEqual(stored);
    clock.now += MINUTE;
    await flush();
    expect(server.rows.size).toBe(0);
  },
);

test('a change that waits on a device that became full is made once and ends there, and the lists follow as far as there is room', async () => {
  const { db, replica, server, seed, remove, add, seen, flush } = createAdminOutbox();
  const { id } = await remove('bookings', (await seed('bookings', 2)).slice(1));
  const added = await add(posting);
  for (const table of [db.entries, db.receipts, replica.cursor, replica.keptRows]) {
    vi.spyOn(table as typeof db.entries, 'put').mockImplementation(
      () => Promise.reject(QUOTA) as never,
    );
  }

  expect(await flush()).toEqual({ waiting: [], nextInMs: null });

  expect([...server.rows.keys()]).toEqual(['bookings/bookings-0', `careers/${added.id}`]);
  expect(await db.entries.bulkGet([id, added.id])).toEqual([undefined, undefined]);
  expect(await seen('bookings')).toEqual(['bookings-0']);
});
