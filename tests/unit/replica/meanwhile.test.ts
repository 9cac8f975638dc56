import { expect, test } from 'vitest';
import type { AdminPorts } from '../../../src/core/mutations/admin-mutation.ts';
import { createDeletion, deletion } from '../../../src/core/mutations/deletion.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { createReplica } from '../support/replica.ts';

type Copy = ReturnType<typeof createReplica>;

/** A deletion that the server confirms, and then this device. */
async function deleteAndSettle({ replica, server }: Copy, id: string): Promise<void> {
  const { entry } = createDeletion('bookings', [{ id, path: null }], 'ann', 1);
  server.remove(id);
  const ports = { replicaOf: () => replica } as Partial<AdminPorts> as AdminPorts;
  await deletion.applyLocally(entry, null, 2, { readFile: async () => null }, ports);
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
