import { expect, test } from 'vitest';
import { NO_IDS } from '../../../src/core/domain/ids.ts';
import { openSearchTexts } from '../../../src/core/sync/stored-search-texts.ts';
import { readOrder } from '../../../src/core/sync/read-order.ts';
import { searchRows, type Findings } from '../../../src/core/sync/search-rows.ts';
import { createReplica } from '../support/replica.ts';

const STAYS = new AbortController().signal;
const nameOf = ({ name }: { name: string }) => name;

/** The results of a search, in order. */
async function told(findings: AsyncGenerator<Findings>): Promise<Findings[]> {
  const all: Findings[] = [];
  for await (const some of findings) all.push(some);
  return all;
}

/** A replica with this many bookings, all named Ann, with their search texts. */
async function withBookings(count: number) {
  const { replica, server, pull } = createReplica();
  const ids = server.add(count, 'bookings', { name: 'Ann' });
  await pull();
  return {
    replica,
    ids: ids.toReversed(),
    order: (await readOrder(replica, 'bookings')) ?? NO_IDS,
    searchTexts: openSearchTexts(replica, { table: 'bookings', searchTextOf: nameOf }),
  };
}

test('a search finds every row in the order of the list, however many there are, and says when it is at its end', async () => {
  const { ids, order, searchTexts } = await withBookings(2_100);
  const all = await told(
    searchRows({ order, searchTexts, matches: (name) => name === 'Ann', signal: STAYS }),
  );
  expect(all.at(-1)).toEqual({ ids, isComplete: true });
  expect(all.filter(({ isComplete }) => isComplete)).toHaveLength(1);
});

test('it reports matches before it has searched the whole list, each time from the first row on', async () => {
  const { ids, order, searchTexts } = await withBookings(2_100);
  const [first, ...others] = await told(
    searchRows({ order, searchTexts, matches: () => true, signal: STAYS }),
  );
  expect(first?.isComplete).toBe(false);
  expect(first?.ids.length).toBeLessThan(ids.length);
  for (const { ids: found } of [first, ...others].flatMap((some) => some ?? []))
    expect(found).toEqual(ids.slice(0, found.length));
});

test('a stopped search reports nothing more', async () => {
  const { order, searchTexts } = await withBookings(300);
  const stopping = new AbortController();
  const search = searchRows({ order, searchTexts, matches: () => true, signal: stopping.signal });
  expect((await search.next()).value).toMatchObject({ isComplete: false });
  stopping.abort();
  expect((await search.next()).done).toBe(true);
});

test('a row that is gone since the list was read holds up no search', async () => {
  const { replica, ids, order, searchTexts } = await withBookings(3);
  await replica.keptRows.delete(['bookings', ids[1] ?? '']);
  const all = await told(searchRows({ order, searchTexts, matches: () => true, signal: STAYS }));
  expect(all.at(-1)).toEqual({ ids: [ids[0], ids[2]], isComplete: true });
});
