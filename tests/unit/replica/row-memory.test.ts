import { expect, test } from 'vitest';
import type { ReplicaTable } from '../../../src/core/domain/entities.ts';
import { createRowMemory } from '../../../src/core/replica/row-memory.ts';
import { randomOf } from '../../hammer/random.ts';
import { createReplica } from '../support/replica.ts';

/** A replica with its rows in memory; `readBy` counts the rows that an act reads. */
function createMemory() {
  const device = createReplica();
  const { replica, server, pull } = device;
  const memory = createRowMemory(replica);
  const ids = (table: ReplicaTable = 'bookings') => memory.tables()[table].rows.map(({ id }) => id);
  const bringUp = async (mayDiffer = false) => {
    const steps: { table: string; rows: number; isRead: boolean }[] = [];
    for await (const step of memory.bringUp(mayDiffer)) {
      void step;
      for (const [table, { rows, isRead }] of Object.entries(memory.tables()))
        if (rows.length > 0) steps.push({ table, rows: rows.length, isRead });
    }
    return steps;
  };
  let read = 0;
  replica.keptRows.hook('reading', (row) => {
    read += 1;
    return row;
  });
  const readBy = async (act: () => Promise<unknown>) => {
    read = 0;
    await act();
    return read;
  };
  const follow = async () => {
    await pull();
    return readBy(bringUp);
  };
  return { ...device, memory, ids, bringUp, readBy, follow, serverIds: server.ids };
}

test('all rows of every table are in memory, newest first', async () => {
  const { server, pull, memory, ids, bringUp, cursor } = createMemory();
  const bookings = server.add(1_200).reverse();
  const careers = server.add(3, 'careers').reverse();
  await pull();
  expect(memory.cursor()).toBeUndefined();
  await bringUp();
  expect([ids(), ids('careers'), ids('alerts')]).toEqual([bookings, careers, []]);
  expect(memory.tables().alerts.isRead).toBe(true);
  expect(memory.cursor()).toEqual(await cursor());
});

test('rows of a list that only a later release knows hold up no other list', async () => {
  const { server, pull, ids, bringUp } = createMemory();
  server.add(2);
  await pull();
  await bringUp();
  server.add(1, 'invoices' as ReplicaTable);
  const [added] = server.add(1);
  await pull();
  await bringUp();
  expect(ids()).toContain(added);
  expect(ids()).toHaveLength(3);
});

test('the newest fifty of a wanted table come before everything else', async () => {
  const { server, pull, memory, bringUp } = createMemory();
  server.add(1_200);
  const messages = server.add(60, 'contact_messages').reverse();
  await pull();
  memory.want('contact_messages');
  const steps = memory.bringUp(false);
  await steps.next();
  const { rows, isRead } = memory.tables().contact_messages;
  expect(rows.map(({ id }) => id)).toEqual(messages.slice(0, 50));
  expect([isRead, memory.tables().bookings.rows.length]).toEqual([false, 0]);
  await steps.next();
  expect(memory.tables().contact_messages).toMatchObject({ isRead: true, rows: { length: 60 } });
  await bringUp();
});

test('after a pull only what came, changed and went is read, at any place', async () => {
  const { server, ids, bringUp, follow, memory, pull, serverIds } = createMemory();
  const first = server.add(1_000);
  await pull();
  await bringUp();
  const before = memory.tables().bookings.rows;

  const between = server.add(1, 'bookings', {
    created_at: new Date(Date.UTC(2026, 0, 1) + 500 * 60_000 + 1).toISOString(),
  });
  server.change(first[7] ?? '', { name: 'Changed' });
  server.remove(first[1] ?? '', first[999] ?? '');
  expect(await follow()).toBe(2);

  const { rows } = memory.tables().bookings;
  expect(rows).toHaveLength(999);
  expect(ids().toSorted()).toEqual(serverIds().toSorted());
  expect(ids().indexOf(between[0] ?? '')).toBe(ids().indexOf(first[499] ?? '') - 1);
  expect(rows.find(({ id }) => id === first[7])).toMatchObject({ name: 'Changed' });
  // A row that did not change is the same object: no card is drawn again.
  expect(rows.at(-1)).toBe(before.at(-1));
});

test('a table that did not change stays the same object, and a replica that did not is not read', async () => {
  const { server, memory, bringUp, readBy, follow, pull } = createMemory();
  server.add(3);
  server.add(3, 'careers');
  await pull();
  await bringUp();
  const { careers } = memory.tables();
  server.add(1);
  await follow();
  expect(memory.tables().careers).toBe(careers);
  expect(memory.tables().bookings.rows).toHaveLength(4);
  expect(await follow()).toBe(0);
  expect(await readBy(bringUp)).toBe(0);
});

test('rows that a page of an initial sync brings are in memory, whatever their revision', async () => {
  const { server, ids, bringUp, pull, serverIds } = createMemory();
  server.add(10, 'bookings', { preferred_date: '2027-01-01' });
  server.add(20);
  server.refusals.set('readFirstCopy bookings', { outcome: 'retry', reason: 'offline' });
  await pull();
  await bringUp();
  expect(ids()).toHaveLength(10);
  server.refusals.clear();
  await pull();
  await bringUp();
  expect(ids().toSorted()).toEqual(serverIds().toSorted());
});

test('a replica that starts again from a restored server has its rows, although some have the same id and a lower revision', async () => {
  const { server, memory, ids, bringUp, pull, serverIds } = createMemory();
  const [first = ''] = server.add(2, 'bookings', { name: 'As backed up' });
  const restore = server.backUp();
  server.change(first, { name: 'Changed' });
  server.add(3);
  await pull();
  await bringUp();
  restore();
  server.add(1);
  await pull();
  await bringUp();
  expect(ids().toSorted()).toEqual(serverIds().toSorted());
  expect(memory.tables().bookings.rows.find(({ id }) => id === first)).toMatchObject({
    name: 'As backed up',
  });
});

test('a row added on this device gives way to the server’s', async () => {
  const { replica, server, memory, bringUp, pull } = createMemory();
  await pull();
  const id = crypto.randomUUID();
  const row = { id, created_at: '2026-01-01T00:00:00+00:00', rev: 0, title: 'Sent from here' };
  await replica.keptRows.put({ table: 'careers', id, createdAt: row.created_at, row });
  await bringUp(true);
  expect(memory.tables().careers.rows).toEqual([row]);
  server.add(1, 'careers', { id, title: 'As stored' });
  await pull();
  await bringUp();
  expect(memory.tables().careers.rows).toMatchObject([{ title: 'As stored' }]);
});

test('rows deleted without a trace in the cursor are found when the replica may differ', async () => {
  const { replica, server, ids, bringUp, pull } = createMemory();
  const [gone = '', left = ''] = server.add(2);
  await pull();
  await bringUp();
  await replica.keptRows.delete(['bookings', gone]);
  await bringUp();
  expect(ids()).toEqual([left, gone]);
  await bringUp(true);
  expect(ids()).toEqual([left]);
});

test.each([1, 2, 3])(
  'whatever happens to a replica, the rows in memory are those of a fresh read: %i',
  async (seed) => {
    const { replica, server, memory, bringUp, pull, serverIds, cursor } = createMemory();
    const random = randomOf(seed);
    const tables = ['bookings', 'careers', 'alerts'] as const;
    const pick = <T>(among: readonly T[]) => among[Math.floor(random() * among.length)];
    let restore = server.backUp();
    const acts = [
      () => server.add(Math.floor(random() * 8), pick(tables)),
      () => serverIds().length > 0 && server.change(pick(serverIds()) ?? '', { name: 'Other' }),
      () => server.remove(...serverIds().slice(0, Math.floor(random() * 5))),
      () => (restore = server.backUp()),
      () => random() < 0.2 && restore({ epoch: String(random()) }),
      () => random() < 0.2 && restore(),
      () =>
        server.refusals.set(pick(['readFirstCopy bookings', 'readFirstCopy careers']) ?? '', {
          outcome: 'retry',
          reason: 'offline',
        }),
      () => server.refusals.clear(),
      pull,
      pull,
      bringUp,
      () => server.meanwhile.set('readChanges', () => void server.add(2)),
    ];
    for (let step = 0; step < 40; step++) {
      await pick(acts)?.();
      if (step % 3) continue;
      await bringUp();
      const fresh = createRowMemory(replica);
      for await (const slice of fresh.bringUp(false)) void slice;
      expect(memory.tables()).toEqual(fresh.tables());
      expect(memory.cursor()).toEqual(await cursor());
    }
  },
);
