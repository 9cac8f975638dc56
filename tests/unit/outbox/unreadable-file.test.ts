import { expect, test, vi } from 'vitest';
import { beginEdit, replaceEntry, returnToForm } from '../../../src/core/mutations/edit-entry.ts';
import { retryEntry } from '../../../src/core/outbox/queue.ts';
import { breakRow, UNREADABLE } from '../support/broken-store.ts';
import { OFFLINE, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, createOutbox, fresh, HOUR, MINUTE, pdf } from '../support/outbox.ts';

/** The number of attempts at a file that cannot be read. */
const TRIES = 5;

/** A waiting application whose file is on this device and cannot be read. */
async function createBroken(error?: Error) {
  const outbox = createOutbox();
  const { db, clock, enqueue } = outbox;
  const { id } = await enqueue(application, pdf());
  const mend = breakRow(db.files, id, error);
  /** Makes that many attempts, an hour apart. */
  const fail = async (tries: number) => {
    for (let i = 0; i < tries; i++) {
      await outbox.flush();
      clock.now += HOUR;
    }
  };
  return { ...outbox, id, mend, fail };
}

test.each([
  UNREADABLE,
  new DOMException('Data lost due to missing file', 'NotReadableError'),
  new DOMException('The operation failed', 'UnknownError'),
])(
  'a file that can’t be read ($name) rests and is tried again later, and nothing that waits is held back by it',
  async (error) => {
    const { id, server, clock, enqueue, flush, stored } = await createBroken(error);
    const failedBefore = await enqueue();
    server.scripts.row = [SERVER_ERROR];

    expect(await flush()).toEqual({
      waiting: expect.arrayContaining([id, failedBefore.id]),
      nextInMs: 2_000,
    });
    expect(await stored({ id })).toMatchObject({
      step: 'file',
      state: { name: 'waiting', tries: 1, retry: { reason: 'device', delayMs: 2_000 } },
    });
    expect(console.warn).toHaveBeenCalledWith(expect.any(String), error);

    clock.now += MINUTE;
    expect(await flush()).toEqual({ waiting: [id], nextInMs: 4_000 });
    expect([...server.rows.keys()]).toEqual([failedBefore.id]);
  },
);

test('a file that can be read again is sent', async () => {
  const { id, mend, fail, server, flush } = await createBroken();
  await fail(TRIES - 1);
  mend();
  await flush();
  expect([[...server.files.keys()], [...server.rows.keys()]]).toEqual([[`${id}.pdf`], [id]]);
});

test('a file that can’t be read at five tries counts as lost: its sender is asked, and nothing of it was sent', async () => {
  const { id, fail, server, attention, requests } = await createBroken();
  await fail(TRIES - 1);
  expect(await requests()).toMatchObject([{ id, state: 'waiting' }]);
  await fail(1);
  expect(await attention({ id })).toEqual({ reason: 'file-lost', message: '' });
  expect(await requests()).toMatchObject([
    { id, state: 'attention', canEdit: true, mayHaveArrived: false },
  ]);
  expect(server.calls).toEqual([]);
});

test('failed reads are counted separately: attempts without a connection lose no file that fails to be read once', async () => {
  const { id, db, mend, fail, server, clock, flush, stored, attention } = await createBroken();
  mend();
  server.scripts.file = Array(TRIES).fill(OFFLINE);
  await fail(TRIES);
  const again = breakRow(db.files, id);
  await flush();
  expect(await attention({ id })).toBeNull();
  expect(await stored({ id })).toMatchObject({ state: { tries: 1, retry: { reason: 'device' } } });
  again();
  clock.now += HOUR;
  await flush();
  expect([...server.rows.keys()]).toEqual([id]);
});

test('a file that can’t be read counts as lost at five tries, also when its sender asks for them', async () => {
  const { id, queue, flush, attention } = await createBroken();
  for (let i = 0; i < TRIES; i++) {
    expect(await attention({ id })).toBeNull();
    await retryEntry(queue, id);
    await flush();
  }
  expect(await attention({ id })).toMatchObject({ reason: 'file-lost' });
});

test('a file that can’t be read on a device too full to write that down waits its backoff and delays no other', async () => {
  const { id, db, server, enqueue, flush } = await createBroken();
  const other = await enqueue();
  vi.spyOn(db.entries, 'put').mockImplementation(
    () => Promise.reject(new DOMException('full', 'QuotaExceededError')) as never,
  );
  expect(await flush()).toEqual({ waiting: [id], nextInMs: 2_000 });
  expect([...server.rows.keys()]).toEqual([other.id]);
});

test('a request whose sender begins to edit while its file is read stays reserved for them', async () => {
  const { db, queue, clock, enqueue, flush, requests } = createOutbox();
  const { id } = await enqueue(application, pdf());
  const mend = breakRow(db.files, id);
  const get = db.files.get.bind(db.files);
  vi.spyOn(db.files, 'get').mockImplementationOnce((async () => {
    mend();
    await beginEdit({ db, queue }, id, clock.now);
    return get('none').then(() => Promise.reject(UNREADABLE));
  }) as unknown as typeof db.files.get);
  await flush();
  expect(await requests()).toMatchObject([
    { id, state: 'waiting', editedUntil: clock.now + 30 * MINUTE },
  ]);
});

test('a request whose file can’t be read is edited without it, in place of an older draft’s', async () => {
  const { id, db, queue, clock } = await createBroken();
  await db.formFiles.put({ key: 'job_application', ...pdf(9), savedAt: clock.now });
  expect(await beginEdit({ db, queue }, id, clock.now)).toBe(true);
  expect(await db.forms.get('job_application')).toMatchObject({
    values: application.values,
    replaces: { id, keepsFile: false },
  });
  expect(await db.formFiles.count()).toBe(0);
});

test('a request whose file can’t be read goes back to its open form without it', async () => {
  const { id, db, queue, clock, fail } = await createBroken();
  await fail(TRIES);
  expect(await returnToForm({ db, queue }, id, false, clock.now)).toBeNull();
  expect([await db.forms.count(), await db.formFiles.count(), await db.entries.count()]).toEqual([
    1, 0, 0,
  ]);
});

test('another file takes the place of one that can’t be read', async () => {
  const { id, mend, db, queue, clock, fail, server, flush } = await createBroken();
  await fail(TRIES);
  await beginEdit({ db, queue }, id, clock.now);
  const changed = fresh(application, pdf(99), clock.now);
  const { id: sentId } = await replaceEntry({ db, queue }, id, 'job_application', changed, changed);
  mend();
  await flush();
  expect([...server.rows.keys()]).toEqual([sentId]);
  expect(server.files.get(`${sentId}.pdf`)?.bytes.byteLength).toBe(99);
  expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
});
