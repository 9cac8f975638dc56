import { expect, test } from 'vitest';
import { createReplica } from '../support/replica.ts';

test('another epoch makes the replica start again, although its revision is higher', async () => {
  const { server, pull, storedIds, cursor } = createReplica();
  const restore = server.backUp();
  server.add(3);
  await pull();
  restore({ epoch: 'second' });
  const ids = server.add(5);
  await pull();
  expect(await storedIds()).toEqual(ids.sort());
  expect(await cursor()).toMatchObject({ epoch: 'second', rev: 5 });
});

test('a server behind the replica makes it start again, although its epoch is the same', async () => {
  const { server, pull, storedIds, cursor } = createReplica();
  const ids = server.add(2);
  const restore = server.backUp();
  server.add(3);
  await pull();
  restore();
  await pull();
  expect(await storedIds()).toEqual(ids.sort());
  expect(await cursor()).toMatchObject({ rev: 2 });
});

test('a replica that starts again is complete only when all rows are here', async () => {
  const { server, clock, pull, cursor } = createReplica();
  server.add(1);
  await pull();
  server.backUp()({ epoch: 'second' });
  server.refusals.set('readFirstCopy', { outcome: 'retry', reason: 'offline' });
  expect(await pull()).toEqual({ outcome: 'retry', reason: 'offline' });
  expect(await cursor()).toMatchObject({ rev: 0, pulledAt: null });
  server.refusals.clear();
  await pull();
  expect(await cursor()).toMatchObject({
    epoch: 'second',
    rev: 1,
    pulledAt: clock.now,
    initialSync: null,
  });
});

test('a replica that another tab advanced meanwhile is not taken for one of a restored database', async () => {
  const { server, pull, storedIds, cursor } = createReplica();
  const ids = server.add(2);
  await pull();
  server.meanwhile.set('readChanges', async () => {
    ids.push(...server.add(2));
    await pull();
  });
  expect(await pull()).toEqual({ outcome: 'pulled' });
  expect(await storedIds()).toEqual(ids.sort());
  expect(await cursor()).toMatchObject({ rev: 4 });
});
