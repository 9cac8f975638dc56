import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { newEntry } from '../../../src/core/outbox/entry.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database } from '../../../src/core/store/database.ts';

test.each([
  ['device’s database', new Database(`test-${crypto.randomUUID()}`)],
  ['copy of the lists', new ReplicaDatabase(`replica-${crypto.randomUUID()}`)],
])('the %s is at version 1', (_, { verno }) => {
  expect(verno).toBe(1);
});

test('a database that a newer release upgrades while this one has it open loses nothing, and both go on', async () => {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const waits = { ...newEntry(1, 'waits'), step: 'row', file: null } as never;
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
