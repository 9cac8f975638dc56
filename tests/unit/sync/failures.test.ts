import { expect, test } from 'vitest';
import type { Answered } from '../../../src/core/backend/admin-backend.ts';
import { createCopy } from '../support/copy.ts';

const failures: Answered<never>[] = [
  { outcome: 'retry', reason: 'offline' },
  { outcome: 'retry', reason: 'foreign' },
  { outcome: 'retry', reason: 'server' },
  { outcome: 'signed-out' },
  { outcome: 'rejected', message: 'Only administrators can read the state of the lists.' },
];

test.each(failures)('a server that answers $outcome $reason is handed on, and the copy stays', async (failure) => {
  const { server, pull, keptIds, cursor } = createCopy();
  const ids = server.add(2);
  await pull();
  const before = await cursor();
  server.refusals.set('readSyncState', failure);
  expect(await pull()).toEqual(failure);
  expect(await keptIds()).toEqual(ids.sort());
  expect(await cursor()).toEqual(before);
});

test.each(['readChanges', 'readDeletions'] as const)('a pull cut off in %s goes on where it stopped', async (call) => {
  const { server, pull, keptIds, cursor } = createCopy();
  const ids = server.add(2_500);
  server.refusals.set(`${call} bookings 1000`, { outcome: 'retry', reason: 'offline' });
  expect(await pull()).toEqual({ outcome: 'retry', reason: 'offline' });
  expect(await cursor()).toMatchObject({ rev: 1_000, pulledAt: null });
  server.refusals.clear();
  server.calls.length = 0;
  await pull();
  expect(server.calls).not.toContain('readChanges bookings 0');
  expect(await keptIds()).toEqual(ids.sort());
});

test('a list that fails does not hold the others back', async () => {
  const { server, pull, keptIds, cursor } = createCopy();
  server.add(1, 'careers');
  const bookings = server.add(1, 'bookings');
  server.refusals.set('readChanges careers', { outcome: 'retry', reason: 'server' });
  expect(await pull(['careers', 'bookings'])).toEqual({ outcome: 'retry', reason: 'server' });
  expect(await keptIds('bookings')).toEqual(bookings);
  expect(await cursor('careers')).toMatchObject({ pulledAt: null });
});
