import { expect, test } from 'vitest';
import { readKeptDigests } from '../../../src/core/sync/read-copies.ts';
import { createCopy } from '../support/copy.ts';

const nameOf = ({ name }: { name: string }) => name;

test('every row has its digest, newest first, however many there are', async () => {
  const { copy, server, pull } = createCopy();
  const ids = [...server.add(2_100, 'bookings', { name: 'Ann' }), ...server.add(1, 'bookings', { name: 'Isla' })];
  server.add(1, 'careers');
  await pull();

  const digests = await readKeptDigests(copy, { table: 'bookings', digestOf: nameOf });

  expect([...digests.keys()]).toEqual(ids.toReversed());
  expect([...new Set(digests.values())]).toEqual(['Isla', 'Ann']);
});

test('a list of exactly one batch ends', async () => {
  const { copy, server, pull } = createCopy();
  server.add(1_000, 'bookings', { name: 'Ann' });
  await pull();
  expect((await readKeptDigests(copy, { table: 'bookings', digestOf: nameOf })).size).toBe(1_000);
});
