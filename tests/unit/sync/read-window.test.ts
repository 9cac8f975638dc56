import { expect, test } from 'vitest';
import { readOrder } from '../../../src/core/sync/read-order.ts';
import { placeBefore, readWindow } from '../../../src/core/sync/read-window.ts';
import { createReplica } from '../support/replica.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * A replica with this many bookings; `ids` lists the newest first, `readBy` counts the rows that a
 * read took.
 */
async function createList(count: number, columns: object = {}) {
  const { replica, server, pull } = createReplica();
  const ids = server.add(count, 'bookings', columns).reverse();
  server.add(3, 'careers');
  await pull();
  let read = 0;
  replica.keptRows.hook('reading', (row) => {
    read += 1;
    return row;
  });
  const readBy = async <T>(act: () => Promise<T>) => {
    read = 0;
    return { result: await act(), read };
  };
  return { replica, server, pull, ids, readBy };
}

test('the order of a list is that of its rows, newest first, and reading it reads one row a batch', async () => {
  const { replica, ids, readBy } = await createList(5_000);
  const { result, read } = await readBy(() => readOrder(replica, 'bookings'));
  expect(result?.slice()).toEqual(ids);
  expect(read).toBe(2);
});

test('the order of a list of exactly one batch ends', async () => {
  const { replica, ids } = await createList(2_000);
  expect((await readOrder(replica, 'bookings'))?.slice()).toEqual(ids);
});

test('rows of the same moment are all in the order, each once', async () => {
  const { replica, ids } = await createList(4_100, {
    created_at: '2027-01-01T12:00:00+00:00',
  });
  const order = await readOrder(replica, 'bookings');
  expect(order).toHaveLength(4_100);
  expect(order?.slice().sort()).toEqual(ids.toSorted());
});

test('a long order is read once; after that only added and removed rows are looked up, at any place', async () => {
  const { replica, server, pull, ids, readBy } = await createList(5_000);
  await readOrder(replica, 'bookings');
  expect((await readBy(() => readOrder(replica, 'bookings'))).read).toBe(0);

  const [newer = '', newest = ''] = server.add(2);
  const [between = ''] = server.add(1, 'bookings', {
    created_at: new Date(Date.UTC(2026, 0, 1) + 1_000 * 60_000 + 1).toISOString(),
  });
  server.remove(ids[7] ?? '', ids[4_999] ?? '');
  await pull();
  const { result, read } = await readBy(() => readOrder(replica, 'bookings'));

  const left = ids.filter((_, index) => index !== 7 && index !== 4_999);
  const place = left.indexOf(ids[4_000] ?? '');
  expect(result?.slice()).toEqual([
    newest,
    newer,
    ...left.slice(0, place),
    between,
    ...left.slice(place),
  ]);
  expect(read).toBeLessThan(30);
  expect(await replica.packedOrders.count()).toBe(1);
});

test('more than a few that came are all in the order', async () => {
  const { replica, server, pull, ids } = await createList(2_500);
  await readOrder(replica, 'bookings');
  const came = server.add(600).reverse();
  await pull();
  expect((await readOrder(replica, 'bookings'))?.slice()).toEqual([...came, ...ids]);
});

test('reading an order stops when nobody waits for it', async () => {
  const { replica } = await createList(5_000);
  const leaving = new AbortController();
  const reading = readOrder(replica, 'bookings', leaving.signal);
  leaving.abort();
  expect(await reading).toBeNull();
});

test('of a list the rows of its window are read, and no other', async () => {
  const { replica, ids, readBy } = await createList(3_000);
  const { result, read } = await readBy(() =>
    readWindow<'bookings'>(replica, {
      table: 'bookings',
      order: ids,
      hidden: NONE,
      first: 2_975,
      last: 3_050,
      also: null,
    }),
  );
  expect(result.ids).toBe(ids);
  expect(result.rows.map(({ id }) => id)).toEqual(ids.slice(2_975));
  expect(read).toBe(25);
});

test('one more row is read besides, wherever it is, unless it is hidden or gone', async () => {
  const { replica, server, pull, ids } = await createList(100);
  const readAlso = async (also: string, hidden = NONE) => {
    const { rows } = await readWindow<'bookings'>(replica, {
      table: 'bookings',
      order: ids,
      hidden,
      first: 0,
      last: 2,
      also,
    });
    return rows.map(({ id }) => ids.indexOf(id));
  };
  expect(await readAlso(ids[70] ?? '')).toEqual([0, 1, 70]);
  expect(await readAlso(ids[1] ?? '')).toEqual([0, 1]);
  expect(await readAlso(ids[70] ?? '', new Set(ids.slice(70)))).toEqual([0, 1]);
  server.remove(ids[70] ?? '');
  await pull();
  expect(await readAlso(ids[70] ?? '')).toEqual([0, 1]);
});

test('hidden rows have no place in a list', async () => {
  const { replica, ids } = await createList(100);
  const { ids: shown, rows } = await readWindow<'bookings'>(replica, {
    table: 'bookings',
    order: ids,
    hidden: new Set(ids.slice(0, 90)),
    first: 0,
    last: 5,
    also: null,
  });
  expect(shown).toEqual(ids.slice(90));
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(90, 95));
});

test('a row that is gone since the order was read leaves no gap', async () => {
  const { replica, server, pull, ids } = await createList(100);
  server.remove(ids[3] ?? '');
  await pull();
  const { ids: shown, rows } = await readWindow<'bookings'>(replica, {
    table: 'bookings',
    order: ids,
    hidden: NONE,
    first: 0,
    last: 10,
    also: null,
  });
  expect(shown).toEqual(ids.toSpliced(3, 1));
  expect(rows.map(({ id }) => id)).toEqual(ids.toSpliced(3, 1).slice(0, 9));
});

test('the newest row before a time is found among thousands by a few reads', async () => {
  const { replica, ids, readBy } = await createList(5_000);
  const timeOf = async (place: number) =>
    Date.parse((await replica.keptRows.get(['bookings', ids[place] ?? '']))?.createdAt ?? '');
  for (const place of [0, 1, 1_234, 4_999]) {
    const before = (await timeOf(place)) + 1;
    const { result, read } = await readBy(() =>
      placeBefore(replica, { table: 'bookings', ids, before }),
    );
    expect(result).toBe(place);
    expect(read).toBeLessThan(15);
  }
  expect(await placeBefore(replica, { table: 'bookings', ids, before: await timeOf(4_999) })).toBe(
    5_000,
  );
});

test('rows that are gone do not keep a time from being found', async () => {
  const { replica, server, pull, ids } = await createList(100);
  const before =
    Date.parse((await replica.keptRows.get(['bookings', ids[60] ?? '']))?.createdAt ?? '') + 1;
  server.remove(...ids.slice(40, 60), ...ids.slice(80));
  await pull();
  const place = await placeBefore(replica, { table: 'bookings', ids, before });
  // Rows deleted right before the place may count on either side.
  expect(ids.slice(place).find((id) => server.ids().includes(id))).toBe(ids[60]);
});
