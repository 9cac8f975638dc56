import { expect, test } from 'vitest';
import { isAllHere, progressOf } from '../../../src/core/replica/initial-sync.ts';
import { applyConfirmed } from '../../../src/core/store/replica-database.ts';
import { createReplica } from '../support/replica.ts';

const OFFLINE = { outcome: 'retry', reason: 'offline' } as const;
/** On the clock's day, and before it. */
const COMING = { preferred_date: '2026-06-01' };
const PAST = { preferred_date: '2026-05-31' };

/** A device whose connection breaks before the answer to the nth request for such a part. */
function breakAt({ server }: ReturnType<typeof createReplica>, part: string, nth: number): void {
  const question = `readFirstCopy ${part}`;
  const look = () => {
    if (server.calls.filter((call) => call === question).length >= nth)
      server.refusals.set(question, OFFLINE);
    server.meanwhile.set('readFirstCopy', look);
  };
  server.meanwhile.set('readFirstCopy', look);
}

function reconnect({ server }: ReturnType<typeof createReplica>): void {
  server.refusals.clear();
  server.meanwhile.clear();
  server.calls.length = 0;
}

test('bookings that are coming are here before anything else', async () => {
  const replica = createReplica();
  const coming = replica.server.add(1_200, 'bookings', COMING);
  replica.server.add(3, 'bookings', PAST);
  replica.server.refusals.set('readFirstCopy bookings', OFFLINE);
  expect(await replica.pull()).toEqual(OFFLINE);
  expect(await replica.storedIds()).toEqual(coming.sort());
  expect(replica.server.calls).toEqual([
    'readFirstCopy coming',
    'readFirstCopy coming',
    'readFirstCopy bookings',
  ]);
});

test('the others come newest first, and the newest of each list before the rest of any', async () => {
  const replica = createReplica();
  const bookings = replica.server.add(2_500, 'bookings', PAST);
  const messages = replica.server.add(2_500, 'contact_messages');
  breakAt(replica, 'bookings', 2);
  expect(await replica.pull()).toEqual(OFFLINE);
  expect(await replica.storedIds()).toEqual(bookings.slice(-1_000).sort());
  expect(await replica.storedIds('contact_messages')).toEqual(messages.slice(-1_000).sort());
});

test('the next page is asked for while one is kept', async () => {
  const { replica, server, pull } = createReplica();
  server.add(1_500, 'bookings', COMING);
  const asked: number[] = [];
  replica.keptRows.hook('creating', () => void asked.push(server.calls.length));
  await pull();
  expect(asked[0]).toBe(2);
  expect(await replica.keptRows.count()).toBe(1_500);
});

test('a row that is deleted here after the page with it was asked for does not come back', async () => {
  const { replica, server, pull, storedIds } = createReplica();
  const ids = server.add(1_500, 'bookings', PAST);
  const gone = ids[0] ?? '';
  const isKept = async () => (await replica.keptRows.count()) > 0;
  server.meanwhile.set('readFirstCopy', () =>
    // The first page of coming bookings, then of the rest, then the page with the row.
    server.meanwhile.set('readFirstCopy', () =>
      server.meanwhile.set('readFirstCopy', async () => {
        while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 5));
        server.remove(gone);
        await applyConfirmed(replica, { table: 'bookings', gone: [{ id: gone }], row: undefined });
      }),
    ),
  );
  await pull();
  expect(await storedIds()).toEqual(ids.slice(1).sort());
});

test('an interrupted initial sync continues where it stopped, after the new changes', async () => {
  const replica = createReplica();
  const { server, pull, storedIds } = replica;
  const ids = server.add(3_500, 'bookings', PAST);
  breakAt(replica, 'bookings', 3);
  await pull();
  reconnect(replica);
  const [changed = '', gone = '', goneLater = ''] = [ids.at(-1), ids.at(-2), ids[0]];
  server.change(changed, { status: 'confirmed' });
  server.remove(gone, goneLater);
  const added = server.add(2, 'bookings', COMING);
  expect(await pull()).toEqual({ outcome: 'pulled' });
  expect(server.calls.map((call) => call.split(' ')[0])).toEqual([
    'readChanges',
    'readFirstCopy',
    'readFirstCopy',
    'readChanges',
  ]);
  expect(await storedIds()).toEqual(
    [...ids.filter((id) => id !== gone && id !== goneLater), ...added].sort(),
  );
  expect((await replica.stored()).find(({ id }) => id === changed)).toMatchObject({
    status: 'confirmed',
  });
});

test('changes during an initial sync are in the replica when it is complete', async () => {
  const { server, pull, storedIds, cursor } = createReplica();
  const ids = server.add(2_500, 'bookings', PAST);
  const [gone = ''] = ids;
  const added: string[] = [];
  server.meanwhile.set('readFirstCopy', () => {
    server.remove(gone, ids.at(-1) ?? '');
    added.push(...server.add(1, 'bookings', COMING));
  });
  await pull();
  expect(await storedIds()).toEqual([...ids.slice(1, -1), ...added].sort());
  expect(await cursor()).toMatchObject({ initialSync: null, rev: 2_503 });
});

test('new changes do not wait for the end of a long initial sync', async () => {
  const { server, clock, pull } = createReplica();
  server.add(5_000, 'bookings', PAST);
  const slowly = () => {
    clock.now += 15_000;
    server.meanwhile.set('readFirstCopy', slowly);
  };
  server.meanwhile.set('readFirstCopy', slowly);
  await pull();
  expect(server.calls.lastIndexOf('readFirstCopy bookings')).toBeGreaterThan(
    server.calls.indexOf('readChanges 5000'),
  );
});

test('it reports its progress, and for each list whether it is complete', async () => {
  const replica = createReplica();
  replica.server.add(1_500, 'bookings', PAST);
  replica.server.add(2, 'careers');
  breakAt(replica, 'bookings', 2);
  await replica.pull();
  const cursor = await replica.cursor();
  if (!cursor?.initialSync) throw new Error('The copy is complete');
  expect(progressOf(cursor.initialSync)).toEqual({ rows: 1_002, of: 1_502 });
  expect([isAllHere(cursor, 'bookings'), isAllHere(cursor, 'careers')]).toEqual([false, true]);
});

test('of how many rows it is part is not known before each list was asked for', async () => {
  const replica = createReplica();
  replica.server.add(2, 'bookings', COMING);
  replica.server.refusals.set('readFirstCopy bookings', OFFLINE);
  await replica.pull();
  const cursor = await replica.cursor();
  expect(cursor?.initialSync && progressOf(cursor.initialSync)).toEqual({ rows: 2, of: null });
});
