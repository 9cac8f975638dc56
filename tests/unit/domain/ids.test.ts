import { describe, expect, test } from 'vitest';
import {
  countWithout,
  keyAt,
  PackedIds,
  placesOf,
  without,
  type Ids,
} from '../../../src/core/domain/ids.ts';

const UUIDS = Array.from({ length: 300 }, () => crypto.randomUUID() as string);
const [FIRST = '', SECOND = '', THIRD = ''] = UUIDS;
const OTHER = crypto.randomUUID();

describe.each<[string, (ids: readonly string[]) => Ids]>([
  ['an array', (ids) => ids],
  ['packed', (ids) => PackedIds.of(ids)],
])('ids as %s', (_, listOf) => {
  const list = listOf(UUIDS);

  test('are the same texts in the same order', () => {
    expect(list.length).toBe(300);
    expect(list.slice()).toEqual(UUIDS);
    expect([list.slice(3, 7), list.slice(298, 400), list.slice(400)]).toEqual([
      UUIDS.slice(3, 7),
      UUIDS.slice(298),
      [],
    ]);
    expect([list.at(0), list.at(299), list.at(-1), list.at(300), list.at(-301)]).toEqual([
      FIRST,
      UUIDS[299],
      UUIDS[299],
      undefined,
      undefined,
    ]);
  });

  test('have a place each, and others have none', () => {
    expect([FIRST, UUIDS[299] ?? '', OTHER, 'no UUID', ''].map((id) => list.indexOf(id))).toEqual([
      0, 299, -1, -1, -1,
    ]);
    expect(placesOf(list, new Set([UUIDS[250] ?? '', OTHER, 'no UUID', SECOND]))).toEqual([1, 250]);
    expect(placesOf(list, new Set())).toEqual([]);
  });

  test('are left out by name', () => {
    expect(
      without(list, new Set([FIRST, OTHER, UUIDS[7] ?? '', UUIDS[299] ?? ''])).slice(),
    ).toEqual([...UUIDS.slice(1, 7), ...UUIDS.slice(8, 299)]);
    expect(without(list, new Set([OTHER]))).toBe(list);
    expect([
      countWithout(list, new Set([FIRST, OTHER])),
      countWithout(list, new Set([OTHER])),
    ]).toEqual([299, 300]);
    expect(without(list, new Set(UUIDS)).length).toBe(0);
  });

  test('have a key each, at any index', () => {
    expect(new Set(UUIDS.map((_, place) => keyAt(list, place))).size).toBe(300);
    const later = listOf([OTHER, ...UUIDS]);
    expect(UUIDS.map((_, place) => keyAt(later, place + 1))).toEqual(
      UUIDS.map((_, place) => keyAt(list, place)),
    );
  });
});

test('packed ids that differ in no bit of their key are still two', () => {
  const twins = ['12345678-0000-4000-8000-000000012345', '12345678-1111-4111-8111-111111112345'];
  const list = PackedIds.of(twins);
  expect(list.keyAt(0)).toBe(list.keyAt(1));
  expect(twins.map((id) => list.indexOf(id))).toEqual([0, 1]);
  expect(placesOf(list, new Set(twins.slice(1)))).toEqual([1]);
});

test('the parts of a list, read oldest first, are one list, newest first', () => {
  const parts = [UUIDS.slice(0, 100), UUIDS.slice(100, 101), [], UUIDS.slice(101)].map((ids) =>
    PackedIds.of(ids),
  );
  expect(PackedIds.reversed(parts).slice()).toEqual(UUIDS.toReversed());
});

test('ids are added each before the one at its place, in their own order, and at the end', () => {
  const list = PackedIds.of([FIRST, SECOND]);
  const [a = '', b = '', c = '', d = ''] = UUIDS.slice(10);
  const added = list.with([
    { id: a, place: 0 },
    { id: b, place: 1 },
    { id: c, place: 1 },
    { id: d, place: 2 },
  ]);
  expect(added.slice()).toEqual([a, FIRST, b, c, SECOND, d]);
  expect(list.with([]).slice()).toEqual([FIRST, SECOND]);
});

test('places are taken out', () => {
  const list = PackedIds.of([FIRST, SECOND, THIRD]);
  expect([[0], [1, 2], [], [0, 1, 2]].map((places) => list.withoutPlaces(places).slice())).toEqual([
    [SECOND, THIRD],
    [FIRST],
    [FIRST, SECOND, THIRD],
    [],
  ]);
});

test('a text that is no UUID throws', () => {
  for (const id of ['', 'x', FIRST.toUpperCase(), FIRST.slice(1), `${FIRST}0`])
    expect(() => PackedIds.of([SECOND, id])).toThrow('no UUID');
});
