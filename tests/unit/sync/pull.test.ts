import { expect, test } from 'vitest';
import { KEPT_TABLES } from '../../../src/core/domain/entities.ts';
import { createCopy } from '../support/copy.ts';

test('a first pull keeps every row, however many', async () => {
  const { server, pull, keptIds, cursor } = createCopy();
  const ids = server.add(2_500);
  expect(await pull()).toEqual({ outcome: 'pulled' });
  expect(await keptIds()).toEqual(ids.sort());
  expect(await cursor()).toMatchObject({ rev: 2_500, epoch: 'first' });
});

test('exactly one full page is kept, and the next pull finds nothing more', async () => {
  const { server, pull, kept } = createCopy();
  server.add(1_000);
  await pull();
  server.calls.length = 0;
  await pull();
  expect(await kept()).toHaveLength(1_000);
  expect(server.calls).toEqual(['readSyncState']);
});

test('a later pull asks for the changes since the last one only', async () => {
  const { server, pull, kept } = createCopy();
  server.add(3);
  await pull();
  server.calls.length = 0;
  server.add(1);
  await pull();
  expect(server.calls).toEqual(['readSyncState', 'readChanges bookings 3', 'readDeletions bookings 3']);
  expect(await kept()).toHaveLength(4);
});

test('a status that was changed in the database shows', async () => {
  const { server, pull, kept } = createCopy();
  const [id = ''] = server.add(1, 'bookings', { status: 'pending' });
  await pull();
  server.change(id, { status: 'confirmed' });
  await pull();
  expect(await kept()).toMatchObject([{ id, status: 'confirmed' }]);
});

test('a row deleted on the server leaves the copy', async () => {
  const { server, pull, keptIds } = createCopy();
  const [gone = '', left = ''] = server.add(2);
  await pull();
  server.remove(gone);
  await pull();
  expect(await keptIds()).toEqual([left]);
});

test('more deletions than one page holds leave the copy', async () => {
  const { server, pull, keptIds } = createCopy();
  const ids = server.add(2_300);
  await pull();
  server.remove(...ids.slice(0, 2_200));
  const added = server.add(1);
  await pull();
  expect(await keptIds()).toEqual([...ids.slice(2_200), ...added].sort());
});

test('a row deleted between two pages is gone after the next pull, and no other is skipped', async () => {
  const { server, pull, keptIds } = createCopy();
  const ids = server.add(1_500);
  server.meanwhile.set('readChanges', () => server.remove(ids[0] ?? '', ids[1_400] ?? ''));
  await pull();
  await pull();
  expect(await keptIds()).toEqual(ids.filter((_, n) => n !== 0 && n !== 1_400).sort());
});

test('a row changed between two pages is there after the next pull', async () => {
  const { server, pull, kept, keptIds } = createCopy();
  const ids = server.add(1_500);
  const [late = ''] = ids.slice(1_400);
  server.meanwhile.set('readChanges', () => server.change(late, { status: 'completed' }));
  await pull();
  await pull();
  expect(await keptIds()).toEqual(ids.sort());
  expect((await kept()).find(({ id }) => id === late)).toMatchObject({ status: 'completed' });
});

test('each list is brought up to date by itself', async () => {
  const { server, pull, keptIds } = createCopy();
  const bookings = server.add(2, 'bookings');
  const alerts = server.add(2, 'alerts');
  await pull(['bookings']);
  expect([await keptIds('bookings'), await keptIds('alerts')]).toEqual([bookings.sort(), []]);
  await pull([...KEPT_TABLES]);
  expect(await keptIds('alerts')).toEqual(alerts.sort());
});

test('the time of the last agreement is renewed also when nothing changed', async () => {
  const { server, clock, pull, cursor } = createCopy();
  server.add(1);
  await pull();
  expect(await cursor()).toMatchObject({ pulledAt: 1_000 });
  clock.now = 9_000;
  await pull();
  expect(await cursor()).toMatchObject({ pulledAt: 9_000 });
});

test('an empty list is known to be empty', async () => {
  const { pull, cursor } = createCopy();
  await pull();
  expect(await cursor()).toMatchObject({ rev: 0, pulledAt: 1_000 });
});
