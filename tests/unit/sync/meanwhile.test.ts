import { expect, test } from 'vitest';
import type { ChangeDeps } from '../../../src/core/changes/change-deps.ts';
import { createDeletion } from '../../../src/core/changes/prepare-change.ts';
import { storeChange } from '../../../src/core/changes/change-store.ts';
import { deletionKind } from '../../../src/core/changes/deletion-kind.ts';
import { createQueue } from '../../../src/core/outbox/queue.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database } from '../../../src/core/store/database.ts';
import { createReplica } from '../support/replica.ts';

type Copy = ReturnType<typeof createReplica>;

/** A deletion that the server confirms, and then this device. */
async function deleteAndSettle({ replica, server }: Copy, id: string): Promise<void> {
  const db = new Database(`test-${crypto.randomUUID()}`);
  const entry = createDeletion('bookings', [{ id, path: null }], 'ann', 1);
  await storeChange(db, null, entry, null);
  server.remove(id);
  const kind = deletionKind({ replicaOf: () => replica } as unknown as ChangeDeps);
  await kind.follow?.(entry, null, 2, { queue: createQueue(db) });
  await db.delete();
}

test('a page read before a deletion was confirmed does not bring the row back', async () => {
  const replica = createReplica();
  const [gone = '', left = ''] = replica.server.add(2);
  replica.server.meanwhile.set('readFirstCopy', () => deleteAndSettle(replica, gone));
  const seen: string[][] = [];
  replica.replica.keptRows.hook('creating', (_, { id }) => void seen.push([id]));
  await replica.pull();
  expect(seen.flat()).toEqual([left]);
  expect(await replica.storedIds()).toEqual([left]);
});

test('a change read before a deletion was confirmed does not bring the row back either', async () => {
  const replica = createReplica();
  await replica.pull();
  const [gone = '', left = ''] = replica.server.add(2);
  replica.server.meanwhile.set('readChanges', () => deleteAndSettle(replica, gone));
  const seen: string[] = [];
  replica.replica.keptRows.hook('creating', (_, { id }) => void seen.push(id));
  await replica.pull();
  expect(seen).toEqual([left]);
  expect(await replica.storedIds()).toEqual([left]);
});

test('a page read before another tab’s pull is not written over it', async () => {
  const { server, pull, stored, cursor } = createReplica();
  const [changed = '', gone = ''] = server.add(2, 'bookings', { status: 'pending' });
  await pull();
  server.change(changed, { status: 'cancelled' });
  server.meanwhile.set('readChanges', async () => {
    server.change(changed, { status: 'confirmed' });
    server.remove(gone);
    await pull();
  });
  expect(await pull()).toEqual({ outcome: 'pulled' });
  expect(await stored()).toMatchObject([{ id: changed, status: 'confirmed' }]);
  expect(await cursor()).toMatchObject({ rev: 5 });
});

test('two pulls at once end with the same rows as one', async () => {
  const { server, pull, storedIds } = createReplica();
  const ids = server.add(1_500);
  expect(await Promise.all([pull(), pull()])).toEqual([
    { outcome: 'pulled' },
    { outcome: 'pulled' },
  ]);
  expect(await storedIds()).toEqual(ids.sort());
});

test('two tabs that are both behind end with the same rows as one', async () => {
  const { server, pull, storedIds } = createReplica();
  await pull();
  const ids = server.add(1_500);
  expect(await Promise.all([pull(), pull()])).toEqual([
    { outcome: 'pulled' },
    { outcome: 'pulled' },
  ]);
  expect(await storedIds()).toEqual(ids.sort());
});

test.each(['readFirstCopy', 'readChanges'] as const)(
  'a sign-out while %s is on its way ends the pull, and no copy is made again',
  async (call) => {
    const { replica, server, pull } = createReplica();
    server.add(1_500);
    const another = new ReplicaDatabase(replica.name);
    server.meanwhile.set(call, () => another.delete());
    expect(await pull()).toEqual({ outcome: 'signed-out' });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(replica.name);
  },
);
