import { expect, onTestFinished, test, vi } from 'vitest';
import {
  openSearchTexts,
  prepareSearchTexts,
  type StoredSearchTexts,
} from '../../../src/core/sync/stored-search-texts.ts';
import { SEARCH_TEXT_FORM } from '../../../src/core/domain/search-text.ts';
import { NO_IDS } from '../../../src/core/domain/ids.ts';
import { keepRows } from '../../../src/core/sync/replica-store.ts';
import { readOrder } from '../../../src/core/sync/read-order.ts';
import {
  ReplicaDatabase,
  inReplica,
  keepConfirmed,
} from '../../../src/core/store/replica-database.ts';

const STAYS = new AbortController().signal;

interface Named {
  id: string;
  name: string;
}

function openReplica() {
  const replica = new ReplicaDatabase(`test-${crypto.randomUUID()}`);
  onTestFinished(async () => void (await replica.delete()));
  const made: string[] = [];
  const searchTextOf = (row: unknown) => {
    const { name } = row as Named;
    made.push(name);
    return name.toLowerCase();
  };
  const wish = { table: 'bookings', searchTextOf: searchTextOf } as const;
  const put = (...rows: Named[]) =>
    replica.keptRows.bulkPut(
      rows.map((row) => ({
        table: 'bookings',
        id: row.id,
        createdAt: `2026-11-20T12:00:0${row.id}+00:00`,
        row,
      })),
    );
  const change = async (row: Named) => {
    await put(row);
    await replica.stale.put({ table: 'bookings', id: row.id });
  };
  /** The search texts that a freshly opened page reads, by row id. */
  const read = async (searchTexts: StoredSearchTexts<string> = openSearchTexts(replica, wish)) => {
    const order = (await readOrder(replica, 'bookings')) ?? NO_IDS;
    const batches = searchTexts.load(order, STAYS);
    while (!(await batches.next()).done);
    return order.slice().map((id) => [id, searchTexts.byId.get(id)]);
  };
  return { replica, made, wish, put, change, read };
}

test('search texts are made once, stored, and read by the next search, newest first', async () => {
  const { made, put, read } = openReplica();
  await put({ id: '1', name: 'Ann' }, { id: '2', name: 'Bob' });
  expect(await read()).toEqual([
    ['2', 'bob'],
    ['1', 'ann'],
  ]);
  expect(await read()).toEqual([
    ['2', 'bob'],
    ['1', 'ann'],
  ]);
  expect(made.sort()).toEqual(['Ann', 'Bob']);
});

test('a row that is new, changed or gone is read anew, and no other', async () => {
  const { replica, made, wish, put, change, read } = openReplica();
  await put({ id: '1', name: 'Ann' }, { id: '2', name: 'Bob' }, { id: '3', name: 'Cara' });
  const reader = openSearchTexts(replica, wish);
  await read(reader);
  made.length = 0;
  await change({ id: '1', name: 'Anna' });
  await put({ id: '4', name: 'Dan' });
  await replica.keptRows.delete(['bookings', '2']);
  const expected = [
    ['4', 'dan'],
    ['3', 'cara'],
    ['1', 'anna'],
  ];
  expect(await read(reader)).toEqual(expected);
  expect(await read()).toEqual(expected);
  expect(made.sort()).toEqual(['Anna', 'Dan']);
});

test('no search text keeps a deleted row or a row’s earlier text', async () => {
  const { replica, put, change, read } = openReplica();
  await put({ id: '1', name: 'Ann' }, { id: '2', name: 'Bob' }, { id: '3', name: 'Cara' });
  await read();
  await change({ id: '1', name: 'Anna' });
  await read();
  const texts = async () =>
    (await replica.searchTexts.toArray()).flatMap(({ searchTexts }) => searchTexts).sort();
  expect(await texts()).toEqual(['anna', 'bob', 'cara']);
  await replica.writeCursor({
    epoch: 'e',
    rev: 9,
    changes: 0,
    expected: [],
    pulledAt: 0,
    initialSync: null,
  });

  await keepConfirmed(replica, { table: 'bookings', gone: [{ id: '2' }], row: undefined });
  expect(await texts()).not.toContain('bob');
  expect(await read()).toEqual([
    ['3', 'cara'],
    ['1', 'anna'],
  ]);
  await change({ id: '1', name: 'Anne' });
  await inReplica(replica, () => keepRows(replica, [{ table: 'bookings', id: '1', row: null }]));

  expect(await replica.stale.count()).toBe(0);
  expect(await read()).toEqual([['3', 'cara']]);
  expect(await texts()).toEqual(['cara']);
});

test('two pages keep each other’s search texts up to date', async () => {
  const { replica, wish, put, change, read } = openReplica();
  await put({ id: '1', name: 'Ann' });
  const [one, other] = [openSearchTexts(replica, wish), openSearchTexts(replica, wish)];
  await read(one);
  await read(other);
  await change({ id: '1', name: 'Anna' });
  expect(await read(one)).toEqual([['1', 'anna']]);
  expect(await read(other)).toEqual([['1', 'anna']]);
});

test('search texts of another form are made again', async () => {
  const { replica, put, read } = openReplica();
  await put({ id: '1', name: 'Ann' });
  await replica.searchTexts.add({
    table: 'bookings',
    form: 0,
    newest: '2026-11-20T12:00:01+00:00',
    ids: ['1'],
    searchTexts: ['in another way'],
  });
  expect(await read()).toEqual([['1', 'ann']]);
  expect((await replica.searchTexts.toArray()).map(({ form }) => form)).toEqual([SEARCH_TEXT_FORM]);
});

test('many small chunks are made one, of the newest of each row', async () => {
  const { replica, put, change, read } = openReplica();
  await put({ id: '1', name: 'Ann' }, { id: '2', name: 'Bob' });
  for (let n = 0; n < 70; n++) {
    await change({ id: '1', name: `Ann ${n}` });
    await read();
  }
  expect(await replica.searchTexts.count()).toBeLessThan(66);
  expect(await read()).toEqual([
    ['2', 'bob'],
    ['1', 'ann 69'],
  ]);
});

test('a device that is too full to keep them has them all the same', async () => {
  const { replica, put, read } = openReplica();
  await put({ id: '1', name: 'Ann' });
  replica.searchTexts.hook('creating', () => {
    throw new Error('full');
  });
  expect(await read()).toEqual([['1', 'ann']]);
});

test('a device that has become too full to join small chunks reads them all the same', async () => {
  const { replica, wish, read } = openReplica();
  const ids = Array.from({ length: 70 }, (_, n) => String(n).padStart(2, '0'));
  const reader = openSearchTexts(replica, wish);
  for (const id of ids) {
    await replica.keptRows.put({
      table: 'bookings',
      id,
      createdAt: `2026-11-20T12:00:00.${id}+00:00`,
      row: { id, name: `N${id}` },
    });
    await read(reader);
  }
  const full = () => {
    throw new Error('full');
  };
  replica.searchTexts.hook('creating', full);
  const expected = [...ids].reverse().map((id) => [id, `n${id}`]);
  expect(await read()).toEqual(expected);

  replica.searchTexts.hook('creating').unsubscribe(full);
  expect(await read()).toEqual(expected);
  expect(await replica.searchTexts.count()).toBe(1);
});

test('search texts that failed to be stored do not hide those that another page stores', async () => {
  const { replica, wish, put, change, read } = openReplica();
  await put({ id: '1', name: 'Ann' });
  const one = openSearchTexts(replica, wish);
  await read(one);
  await change({ id: '1', name: 'Anna' });
  // A full device may fail only at the transaction's end.
  const transaction = replica.transaction.bind(replica) as (
    mode: string,
    ...rest: unknown[]
  ) => Promise<unknown>;
  const failing = vi.spyOn(replica, 'transaction').mockImplementation(((
    mode: string,
    ...rest: unknown[]
  ) => {
    const work = rest.pop() as () => Promise<unknown>;
    const fail = async () => {
      await work();
      throw new Error('full');
    };
    return transaction(mode, ...rest, mode === 'rw' ? fail : work);
  }) as never);
  expect(await read(one)).toEqual([['1', 'anna']]);
  failing.mockRestore();
  await change({ id: '1', name: 'Anne' });
  await read();
  expect(await read(one)).toEqual([['1', 'anne']]);
});

test('they are made ready once', async () => {
  const { replica, made, wish, put } = openReplica();
  await put({ id: '1', name: 'Ann' });
  await prepareSearchTexts(replica, wish, STAYS);
  await replica.searchTexts.clear();
  await prepareSearchTexts(replica, wish, STAYS);
  expect(made).toEqual(['Ann']);
});

test('the newest are in memory first, whenever their search texts were made', async () => {
  const { replica, wish, read } = openReplica();
  const rows = Array.from({ length: 2_500 }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: `N${n}`,
  }));
  const put = (some: typeof rows) =>
    replica.keptRows.bulkPut(
      some.map((row) => ({
        table: 'bookings',
        id: row.id,
        createdAt: `2026-11-20T12:00:00.${row.id.slice(-5)}+00:00`,
        row,
      })),
    );
  await put(rows.slice(0, 2_000));
  await read();
  await put(rows.slice(2_000));
  await read();

  const { byId, load } = openSearchTexts(replica, wish);
  const order = (await readOrder(replica, 'bookings')) ?? NO_IDS;
  const batches = load(order, STAYS);
  await batches.next();
  await batches.next();

  expect(byId.size).toBe(1_000);
  expect([...byId.keys()].sort().reverse()).toEqual(order.slice(0, 1_000));
});
