import { beforeAll, afterAll, expect, test } from 'vitest';
import { pull } from '../../../src/core/sync/pull.ts';
import { readKeptRows } from '../../../src/core/sync/read-replica.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { createFakeLists } from '../support/fake-lists.ts';

const replica = new ReplicaDatabase('many-rows');
const server = createFakeLists();
/** The bookings' ids, newest first. */
let newest: string[];
let read = 0;

beforeAll(async () => {
  newest = server.add(10_000, 'bookings', { name: 'Ann' }).reverse();
  server.add(3, 'careers');
  await pull({ replica, backend: server.backend, now: () => 1 });
  replica.keptRows.hook('reading', (row) => {
    read += 1;
    return row;
  });
}, 60_000);
afterAll(() => replica.delete());

const rowsOf = async (wish: Partial<Parameters<typeof readKeptRows<'bookings'>>[1]>) => {
  read = 0;
  const { rows, hasMore } = await readKeptRows(replica, {
    table: 'bookings',
    limit: 50,
    hidden: new Set<string>(),
    ...wish,
  });
  return { ids: rows.map(({ id }) => id), hasMore, read };
};

test('fifty of ten thousand rows come newest first, and fifty-one are read', async () => {
  expect(await rowsOf({})).toEqual({ ids: newest.slice(0, 50), hasMore: true, read: 51 });
});

test('a list grows in the same order', async () => {
  expect((await rowsOf({ limit: 150 })).ids).toEqual(newest.slice(0, 150));
});

test('hidden rows are left out and made up for, without reading all', async () => {
  const { ids, hasMore, read: count } = await rowsOf({ hidden: new Set(newest.slice(10, 100)) });
  expect(ids).toEqual([...newest.slice(0, 10), ...newest.slice(100, 140)]);
  expect(hasMore).toBe(true);
  expect(count).toBeLessThan(200);
});

test('named rows come from anywhere in the table, and no other one is read', async () => {
  const named = [3, 5_000, 9_999].map((place) => newest[place] ?? '');
  expect(await rowsOf({ among: named })).toEqual({ ids: named, hasMore: false, read: 3 });
});

test('of many named rows as many come as are asked for, without those that are hidden', async () => {
  const wish = await rowsOf({ among: newest, hidden: new Set(newest.slice(0, 5)) });
  expect(wish).toEqual({ ids: newest.slice(5, 55), hasMore: true, read: 50 });
});

test('a named row that is gone by now is left out', async () => {
  expect((await rowsOf({ among: ['gone', newest[0] ?? ''] })).ids).toEqual([newest[0]]);
});

test('the last row is known to be the last', async () => {
  const { rows, hasMore } = await readKeptRows(replica, {
    table: 'careers',
    limit: 3,
    hidden: new Set(),
  });
  expect(rows).toHaveLength(3);
  expect(hasMore).toBe(false);
});

test('rows of the same moment are all there, each once', async () => {
  const sameMoment = { created_at: '2027-01-01T12:00:00+00:00' };
  const ids = server.add(120, 'contact_messages', sameMoment);
  await pull({ replica, backend: server.backend, now: () => 1 });
  const { rows, hasMore } = await readKeptRows(replica, {
    table: 'contact_messages',
    limit: 100,
    hidden: new Set(ids.slice(0, 20)),
  });
  expect(rows.map(({ id }) => id).sort()).toEqual(ids.slice(20).sort());
  expect(hasMore).toBe(false);
});
