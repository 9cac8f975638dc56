import { expect, test } from 'vitest';
import type { ReadResult } from '../../../src/core/server/admin-backend.ts';
import { createReplica } from '../support/replica.ts';

const failures: ReadResult<never>[] = [
  { outcome: 'retry', reason: 'offline' },
  { outcome: 'retry', reason: 'not-our-server' },
  { outcome: 'retry', reason: 'server' },
  { outcome: 'signed-out' },
  { outcome: 'rejected', message: 'Only administrators can read the changes of the lists.' },
];

test.each(failures)(
  'a server that answers $outcome $reason is handed on, and the copy stays',
  async (failure) => {
    const { server, pull, storedIds, cursor } = createReplica();
    const ids = server.add(2);
    await pull();
    const before = await cursor();
    server.refusals.set('readChanges', failure);
    expect(await pull()).toEqual(failure);
    expect(await storedIds()).toEqual(ids.sort());
    expect(await cursor()).toEqual(before);
  },
);

test('changes that are cut off go on where they stopped', async () => {
  const { server, pull, storedIds, cursor } = createReplica();
  await pull();
  const ids = server.add(2_500);
  server.refusals.set('readChanges 1000', { outcome: 'retry', reason: 'offline' });
  expect(await pull()).toEqual({ outcome: 'retry', reason: 'offline' });
  expect(await cursor()).toMatchObject({ rev: 1_000 });
  server.refusals.clear();
  server.calls.length = 0;
  await pull();
  expect(server.calls).toEqual(['readChanges 1000', 'readChanges 2000']);
  expect(await storedIds()).toEqual(ids.sort());
});
