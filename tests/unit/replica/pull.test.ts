import { expect, test } from 'vitest';
import { createReplica } from '../support/replica.ts';

test('a first pull keeps every row, however many', async () => {
  const { server, pull, storedIds, cursor } = createReplica();
  const ids = server.add(2_500);
  expect(await pull()).toEqual({ outcome: 'pulled' });
  expect(await storedIds()).toEqual(ids.sort());
  expect(await cursor()).toMatchObject({ rev: 2_500, epoch: 'first' });
});

test('exactly one full page of changes is kept, and the next pull finds nothing more', async () => {
  const { server, pull, stored } = createReplica();
  await pull();
  server.add(1_000);
  await pull();
  server.calls.length = 0;
  await pull();
  expect(await stored()).toHaveLength(1_000);
  expect(server.calls).toEqual(['readChanges 1000']);
});

test('a later pull asks for the changes since the last one only', async () => {
  const { server, pull, stored } = createReplica();
  server.add(3);
  await pull();
  server.calls.length = 0;
  server.add(1);
  await pull();
  expect(server.calls).toEqual(['readChanges 3']);
  expect(await stored()).toHaveLength(4);
});

test('a status that was changed in the database shows', async () => {
  const { server, pull, stored } = createReplica();
  const [id = ''] = server.add(1, 'bookings', { status: 'pending' });
  await pull();
  server.change(id, { status: 'confirmed' });
  await pull();
  expect(await stored()).toMatchObject([{ id, status: 'confirmed' }]);
});

test('a row deleted on the server leaves the replica', async () => {
  const { server, pull, storedIds } = createReplica();
  const [gone = '', left = ''] = server.add(2);
  await pull();
  server.remove(gone);
  await pull();
  expect(await storedIds()).toEqual([left]);
});

test('more deletions than one page holds leave the replica', async () => {
  const { server, pull, storedIds } = createReplica();
  const ids = server.add(2_300);
  await pull();
  server.remove(...ids.slice(0, 2_200));
  const added = server.add(1);
  await pull();
  expect(await storedIds()).toEqual([...ids.slice(2_200), ...added].sort());
});

test('a row deleted between two pages of changes is gone, and no other is skipped', async () => {
  const { server, pull, storedIds } = createReplica();
  await pull();
  const ids = server.add(1_500);
  server.meanwhile.set('readChanges', () => server.remove(ids[0] ?? '', ids[1_400] ?? ''));
  await pull();
  expect(await storedIds()).toEqual(ids.filter((_, n) => n !== 0 && n !== 1_400).sort());
});

test('a row changed between two pages of changes is as it became', async () => {
  const { server, pull, stored, storedIds } = createReplica();
  await pull();
  const ids = server.add(1_500);
  const [late = ''] = ids.slice(1_400);
  server.meanwhile.set('readChanges', () => server.change(late, { status: 'completed' }));
  await pull();
  expect(await storedIds()).toEqual(ids.sort());
  expect((await stored()).find(({ id }) => id === late)).toMatchObject({ status: 'completed' });
});

test('one question brings the changes of every list', async () => {
  const { server, pull, storedIds } = createReplica();
  await pull();
  server.calls.length = 0;
  const bookings = server.add(2, 'bookings');
  const messages = server.add(2, 'contact_messages');
  await pull();
  expect(server.calls).toEqual(['readChanges 0']);
  expect([await storedIds('bookings'), await storedIds('contact_messages')]).toEqual([
    bookings.sort(),
    messages.sort(),
  ]);
});

test('the time of the last agreement is renewed also when nothing changed', async () => {
  const { server, clock, pull, cursor } = createReplica();
  server.add(1);
  await pull();
  const first = (await cursor())?.pulledAt;
  clock.now += 9_000;
  await pull();
  expect((await cursor())?.pulledAt).toBe((first ?? 0) + 9_000);
});

test('an empty list is known to be empty', async () => {
  const { pull, clock, cursor } = createReplica();
  await pull();
  expect(await cursor()).toMatchObject({ rev: 0, pulledAt: clock.now, initialSync: null });
});

test('how the mails stand comes with the changes, and without one', async () => {
  const { server, pull, cursor } = createReplica();
  server.setMails({ per_day: 3, free_at: null });
  server.add(1);
  await pull();
  expect(await cursor()).toMatchObject({ mails: { per_day: 3, free_at: null } });
  server.setMails({ per_day: 0, free_at: null });
  await pull();
  expect(await cursor()).toMatchObject({ mails: { per_day: 0 } });
});

const HOUR = 3_600_000;

test('a pull stores how far the server’s clock is from the device’s, with changes and without', async () => {
  const { server, pull, cursor, clock } = createReplica();
  server.setClock(() => clock.now - 24 * HOUR);
  await pull();
  expect(await cursor()).toMatchObject({ serverAheadMs: -24 * HOUR });
  server.setClock(() => clock.now + 2 * HOUR);
  server.add(1);
  await pull();
  expect(await cursor()).toMatchObject({ serverAheadMs: 2 * HOUR });
});

test('the difference of the clocks is that of the middle of the request', async () => {
  const { server, pull, cursor, clock } = createReplica();
  await pull();
  const asked = clock.now;
  server.setClock(() => asked + 10_000);
  server.meanwhile.set('readChanges', () => (clock.now += 20_000));
  await pull();
  expect(await cursor()).toMatchObject({ serverAheadMs: 0 });
});

test('a server of a former release says nothing of its clock, and the known difference stays', async () => {
  const { server, pull, cursor, clock } = createReplica();
  await pull();
  expect(await cursor()).toMatchObject({ serverAheadMs: null });
  server.setClock(() => clock.now + 5 * HOUR);
  await pull();
  server.setClock(null);
  await pull();
  expect(await cursor()).toMatchObject({ serverAheadMs: 5 * HOUR });
});
