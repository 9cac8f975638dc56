import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database, isClosed, onceOpen, withReopen } from '../../../src/core/store/database.ts';
import { liveRead, type LiveRead } from '../../../src/core/store/live-read.ts';
import { onReopened, reopenDelayMs } from '../../../src/core/store/reopening-database.ts';

afterEach(() => vi.restoreAllMocks());

const fact = { key: 'details', value: '{}' } as const;

/** A database that was open and whose connection is closed now. */
async function closedDatabase(): Promise<Database> {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  await db.facts.put(fact);
  db.backendDB().close();
  return db;
}

/** Makes every open fail until restored. */
const failOpens = (name = 'UnknownError') =>
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', name);
  });

/** The values of a live query, in order. */
function watch<T>(read: () => Promise<T>): LiveRead<T>[] {
  const told: LiveRead<T>[] = [];
  const subscription = liveRead(read).subscribe((next) => void told.push(next));
  onTestFinished(() => subscription.unsubscribe());
  return told;
}

test('a database whose open failed for a while is open again by itself, and says so once', async () => {
  const db = await closedDatabase();
  const reopened = vi.fn();
  onTestFinished(onReopened(reopened));
  const opens = failOpens();
  await expect(withReopen(() => db.facts.get('details'))).rejects.toSatisfy(isClosed);
  expect(db.availability).toBe('failing');
  const before = opens.mock.calls.length;
  await vi.waitFor(() => expect(opens.mock.calls.length).toBeGreaterThan(before));
  opens.mockRestore();

  await vi.waitFor(() => expect(db.isOpen()).toBe(true), 5_000);

  expect(db.availability).toBe('available');
  expect(reopened).toHaveBeenCalledTimes(1);
  expect(await db.facts.get('details')).toEqual(fact);
});

test('an operation opens the database without waiting for the backoff', async () => {
  const db = await closedDatabase();
  const opens = failOpens();
  await expect(db.facts.get('details')).rejects.toSatisfy(isClosed);
  opens.mockRestore();

  expect(await db.facts.get('details')).toEqual(fact);
});

test('a transaction and a table reject alike while the database can’t be opened', async () => {
  const db = await closedDatabase();
  failOpens();

  for (const operation of [
    () => db.facts.get('details'),
    () => db.transaction('rw', db.facts, () => db.facts.put(fact)),
    () => db.open(),
  ])
    await expect(operation()).rejects.toSatisfy(isClosed);
});

test('a live query reports a failed open, keeps its rows, and reads again when the database is open', async () => {
  const db = await closedDatabase();
  const opens = failOpens();
  const told = watch(() => db.facts.count());
  await vi.waitFor(() => expect(told.at(-1)?.error).toSatisfy(isClosed));
  opens.mockRestore();

  await vi.waitFor(() => expect(told.at(-1)).toEqual({ value: 1, error: null }), 5_000);

  db.backendDB().close();
  failOpens();
  await expect(db.facts.put({ ...fact, key: 'loss' })).rejects.toSatisfy(isClosed);
  expect(told.at(-1)?.value).toBe(1);
});

test('a live query in a browser without IndexedDB reports its failure', async () => {
  const { indexedDB } = globalThis;
  onTestFinished(() => void vi.stubGlobal('indexedDB', indexedDB));
  vi.stubGlobal('indexedDB', undefined);
  const told = watch(() => Promise.reject(new Error('none')));

  await vi.waitFor(() => expect(told).toEqual([{ value: undefined, error: new Error('none') }]));
});

test('an open that the browser denies counts as blocked, and ends a waiting write', async () => {
  const db = await closedDatabase();
  failOpens('SecurityError');

  await expect(onceOpen(db, 60_000, () => db.facts.put(fact))).rejects.toSatisfy(isClosed);

  expect(db.availability).toBe('blocked');
});

test('a write waits until the database is open again', async () => {
  const db = await closedDatabase();
  const opens = failOpens();
  const storing = onceOpen(db, 60_000, () => db.facts.put({ ...fact, value: '{"name":"Ann"}' }));
  await vi.waitFor(() => expect(db.availability).toBe('failing'));
  opens.mockRestore();

  await storing;

  expect(await db.facts.get('details')).toMatchObject({ value: '{"name":"Ann"}' });
});

test('a write whose connection closes several times, the last time as the database fails to open, waits until it is open again', async () => {
  const db = await closedDatabase();
  let closings = 0;
  const storing = onceOpen(db, 60_000, () => {
    closings += 1;
    if (closings < 3)
      return Promise.reject(new DOMException('The connection is closing', 'InvalidStateError'));
    if (closings === 3) failOpens();
    return db.facts.put({ ...fact, value: '{"name":"Ann"}' });
  });
  await vi.waitFor(() => expect(db.availability).toBe('failing'), 5_000);
  vi.restoreAllMocks();

  await storing;

  expect(await db.facts.get('details')).toMatchObject({ value: '{"name":"Ann"}' });
});

test('a write stops waiting for a database that stays closed once its patience ends', async () => {
  const db = await closedDatabase();
  failOpens();

  await expect(onceOpen(db, 400, () => db.facts.put(fact))).rejects.toSatisfy(isClosed);
});

test('a replica that was closed for good is not opened again', async () => {
  const replica = new ReplicaDatabase(`replica-${crypto.randomUUID()}`);
  const opens = failOpens();
  await expect(replica.readCursor()).rejects.toSatisfy(isClosed);
  replica.closeForGood();
  opens.mockClear();

  await expect(replica.open()).rejects.toSatisfy(isClosed);
  await new Promise((resolve) => setTimeout(resolve, 2 * reopenDelayMs(1)));

  expect(opens).not.toHaveBeenCalled();
});

test('opens are tried again after a quarter of a second, then less and less often, every 15 seconds at the least', () => {
  expect([1, 2, 3, 10, 100].map(reopenDelayMs)).toEqual([250, 500, 1_000, 15_000, 15_000]);
});
