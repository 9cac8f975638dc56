import { beforeEach, expect, test, vi } from 'vitest';
import { createOutbox, MINUTE } from '../support/outbox.ts';
import { closedError } from '../support/broken-store.ts';

const BROKEN = new DOMException('The disk failed', 'UnknownError');

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** Two bookings; this device cannot write the first one in its state `step`. */
async function createTwo(
  isBroken: (
    entry: { id: string; step: string | number; state: { name: string } },
    id: string,
  ) => boolean,
  error: Error = BROKEN,
) {
  const outbox = createOutbox();
  const { db, enqueue } = outbox;
  const [first, second] = [await enqueue(), await enqueue()];
  const put = db.entries.put.bind(db.entries);
  const spy = vi
    .spyOn(db.entries, 'put')
    .mockImplementation(((entry) =>
      isBroken(entry, first.id) ? Promise.reject(error) : put(entry)) as typeof db.entries.put);
  return { ...outbox, first, second, mend: () => spy.mockRestore() };
}

test('an entry that can’t be marked as sending does not leave the device, and does not hold back those behind it', async () => {
  const { first, second, clock, server, flush, stored, mend } = await createTwo(
    ({ id, state }, broken) => id === broken && state.name === 'sending',
  );
  expect(await flush()).toEqual({ waiting: [first.id], nextInMs: 2_000 });
  expect(await stored(first)).toMatchObject({
    state: { name: 'waiting', tries: 1, retry: { reason: 'device' } },
    serverMayHave: 'nothing',
  });
  expect(console.warn).toHaveBeenCalledWith(
    expect.any(String),
    expect.objectContaining({ name: 'UnknownError' }),
  );
  expect([...server.rows.keys()]).toEqual([second.id]);
  mend();
  clock.now += MINUTE;
  await flush();
  expect([...server.rows.keys()]).toEqual([second.id, first.id]);
});

test('an entry of which nothing can be written rests a minute, and does not hold back those behind it', async () => {
  const { first, second, server, flush } = await createTwo(({ id }, broken) => id === broken);
  expect(await flush()).toEqual({ waiting: [first.id], nextInMs: MINUTE });
  expect([...server.rows.keys()]).toEqual([second.id]);
});

test('an entry whose checkpoint fails repeats its step after a rest, without effect', async () => {
  const { first, second, clock, server, flush, stored, mend } = await createTwo(
    ({ id, step }, broken) => id === broken && step === 'email',
  );
  await flush();
  expect(await stored(first)).toMatchObject({
    step: 'row',
    state: { name: 'waiting', tries: 1 },
    serverMayHave: 'record',
  });
  mend();
  clock.now += MINUTE;
  await flush();
  expect([...server.rows.keys()]).toEqual([first.id, second.id]);
  expect([...server.alerts.values()]).toEqual([1, 1]);
});

test('an entry whose receipt can’t be written is sent once all the same, and settled later', async () => {
  const { db, server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  vi.spyOn(db.receipts, 'put').mockImplementationOnce(() => Promise.reject(BROKEN) as never);
  expect(await flush()).toEqual({ waiting: [id], nextInMs: 2_000 });
  clock.now += MINUTE;
  await flush();
  expect([server.rows.size, await db.entries.count(), await db.receipts.count()]).toEqual([
    1, 0, 1,
  ]);
});

test('an adapter that throws is an error of its entry alone', async () => {
  const { server, enqueue, flush, stored } = createOutbox();
  const first = await enqueue();
  const second = await enqueue();
  server.scripts.row = [() => Promise.reject(new TypeError('x is undefined'))];
  await flush();
  expect(await stored(first)).toMatchObject({
    state: { name: 'waiting', tries: 1 },
    serverMayHave: 'record',
  });
  expect([...server.rows.keys()]).toEqual([second.id]);
});

test.each([
  closedError('closed'),
  new DOMException('The database connection is closing', 'InvalidStateError'),
  new DOMException('The page was left', 'AbortError'),
])('a database that is closed under a run ($name) ends it', async (error) => {
  const { first, server, flush, stored } = await createTwo(({ step }) => step === 'email', error);
  await expect(flush()).rejects.toThrow(error.message);
  expect(server.calls).toEqual([`row ${first.id}`]);
  expect(await stored(first)).toMatchObject({ step: 'row', state: { name: 'sending' } });
});

test('a transaction that an error of its own has aborted is that entry’s trouble', async () => {
  const aborted = Object.assign(new Error('aborted'), { name: 'AbortError', inner: BROKEN });
  const { first, second, server, flush } = await createTwo(
    ({ id, step }, broken) => id === broken && step === 'email',
    aborted,
  );
  expect(await flush()).toEqual({ waiting: [first.id], nextInMs: 2_000 });
  expect([...server.rows.keys()]).toEqual([first.id, second.id]);
});

test('a queue that can’t be read any more ends the run', async () => {
  const { queue, server, enqueue, flushOver } = createOutbox();
  const { id } = await enqueue();
  await enqueue();
  server.scripts.row = [() => Promise.reject(BROKEN)];
  let reads = 0;
  const list = () => (reads++ === 0 ? queue.list() : Promise.reject(BROKEN));
  await expect(flushOver({ ...queue, list })).rejects.toBe(BROKEN);
  expect(server.calls).toEqual([`row ${id}`]);
});
