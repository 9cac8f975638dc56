import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { newEntry } from '../../../src/core/outbox/entry.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database } from '../../../src/core/store/database.ts';

test.each([
  ['device’s database', new Database(`test-${crypto.randomUUID()}`), 1],
  ['replica of the lists', new ReplicaDatabase(`replica-${crypto.randomUUID()}`), 2],
])('the %s is at its version', (_, { verno }, version) => {
  expect(verno).toBe(version);
});

test('a replica of the release before keeps its rows and its cursor, and loses the tables that were derived from them', async () => {
  const name = `replica-${crypto.randomUUID()}`;
  const before = new Dexie(name);
  before.version(1).stores({
    keptRows:
      '[table+id], [table+createdAt+id], [table+row.preferred_date], [table+row.status+row.preferred_date]',
    cursor: '',
    searchTexts: '++seq, [table+newest], *ids',
    stale: '[table+id]',
    notes: '',
    packedOrders: 'table',
  });
  const row = { table: 'careers', id: 'a', createdAt: '2026-11-20', row: { id: 'a', rev: 7 } };
  await before.table('keptRows').put(row);
  await before.table('cursor').put({ epoch: 'e', rev: 9 }, 'lists');
  await before.table('searchTexts').put({ table: 'careers', newest: '', ids: ['a'] });
  before.close();

  const replica = new ReplicaDatabase(name);
  onTestFinished(() => replica.delete());
  expect(await replica.keptRows.where('row.rev').above(6).toArray()).toEqual([row]);
  expect(await replica.readCursor()).toEqual({ epoch: 'e', rev: 9 });
  expect([...replica.backendDB().objectStoreNames]).toEqual(['cursor', 'keptRows']);
});

test('a database that a newer release upgrades while this one has it open loses nothing, and both go on', async () => {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const waits = { ...newEntry('submission', null, 1, 'waits'), step: 'row', file: null } as never;
  await db.entries.add(waits);

  const next = new Dexie(db.name);
  onTestFinished(() => next.close());
  next
    .version(1)
    .stores(Object.fromEntries(db.tables.map(({ name, schema }) => [name, schema.primKey.src])));
  next.version(2).stores({ added: 'id' });
  await next.table('added').put({ id: 'new' });

  expect(await db.entries.toArray()).toEqual([waits]);
  await db.facts.put({ key: 'details', value: '{}' });
  expect(await next.table('facts').count()).toBe(1);
});
