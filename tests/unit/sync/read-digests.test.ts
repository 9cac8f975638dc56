import { expect, test } from 'vitest';
import { createDigestReader } from '../../../src/core/sync/kept-digests.ts';
import { createCopy } from '../support/copy.ts';

const STAYS = new AbortController().signal;
const nameOf = ({ name }: { name: string }) => name;

test('every row has its digest, newest first, however many there are', async () => {
  const { copy, server, pull } = createCopy();
  const ids = [...server.add(2_100, 'bookings', { name: 'Ann' }), ...server.add(1, 'bookings', { name: 'Isla' })];
  server.add(1, 'careers');
  await pull();

  const digests = await createDigestReader(copy, { table: 'bookings', digestOf: nameOf })(STAYS);

  expect(digests?.order).toEqual(ids.toReversed());
  expect([...new Set(digests?.order.map((id) => digests.byId.get(id)))]).toEqual(['Isla', 'Ann']);
});

test('a list of exactly one batch ends', async () => {
  const { copy, server, pull } = createCopy();
  server.add(1_000, 'bookings', { name: 'Ann' });
  await pull();
  expect((await createDigestReader(copy, { table: 'bookings', digestOf: nameOf })(STAYS))?.byId.size).toBe(1_000);
});
