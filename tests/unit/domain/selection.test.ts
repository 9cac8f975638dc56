import { describe, expect, test } from 'vitest';
import { PackedIds, type Ids } from '../../../src/core/domain/ids.ts';
import { RowSelection } from '../../../src/core/domain/selection.ts';

const UUIDS = Array.from({ length: 200 }, () => crypto.randomUUID() as string);
const [FIRST = '', SECOND = '', THIRD = ''] = UUIDS;
const LAST = UUIDS.at(-1) ?? '';
const NEWCOMER = crypto.randomUUID();

describe.each<[string, (ids: readonly string[]) => Ids]>([
  ['an array', (ids) => [...ids]],
  ['packed', (ids) => PackedIds.of(ids)],
])('in a list that is %s', (_, listOf) => {
  const list = listOf(UUIDS);

  test('a row is ticked and unticked', () => {
    const one = RowSelection.none.toggle(SECOND);
    expect([one.has(SECOND), one.has(FIRST), one.countIn(list), one.among(list)]).toEqual([
      true,
      false,
      1,
      [SECOND],
    ]);
    expect(one.toggle(SECOND).countIn(list)).toBe(0);
    expect(RowSelection.none.countIn(list)).toBe(0);
  });

  test('all are ticked but some, in any order of taps', () => {
    const some = RowSelection.all(list).toggle(FIRST).toggle(THIRD).toggle(FIRST);
    expect([some.has(FIRST), some.has(SECOND), some.has(THIRD)]).toEqual([true, true, false]);
    expect(some.countIn(list)).toBe(199);
    expect(some.among(list)).toEqual(UUIDS.filter((id) => id !== THIRD));
  });

  test('rows added after all were selected are not selected, and can be', () => {
    const later = listOf([NEWCOMER, ...UUIDS]);
    const all = RowSelection.all(list);
    expect([all.has(NEWCOMER), all.countIn(later)]).toEqual([false, 200]);
    const more = all.toggle(NEWCOMER);
    expect([more.has(NEWCOMER), more.countIn(later), more.countIn(list)]).toEqual([true, 201, 200]);
    expect(more.toggle(NEWCOMER).countIn(later)).toBe(200);
  });

  test('hidden rows do not count, and count again once shown', () => {
    const found = listOf([SECOND, LAST, NEWCOMER]);
    const some = RowSelection.all(list).toggle(LAST);
    expect([some.countIn(found), some.among(found), some.countIn(list)]).toEqual([
      1,
      [SECOND],
      199,
    ]);
    expect(RowSelection.all(found).countIn(list)).toBe(2);
  });

  test('the rows about the ticked ones are found', () => {
    const some = RowSelection.none.toggle(FIRST).toggle(THIRD);
    expect([some.lastPlaceIn(list), some.unselected(list, 2), some.unselected(list, 1)]).toEqual([
      2,
      SECOND,
      undefined,
    ]);
    expect([
      RowSelection.none.lastPlaceIn(list),
      RowSelection.all(list).unselected(list, 200),
    ]).toEqual([-1, undefined]);
  });
});

test('rows selected in a long list stay selected among the results of a search', () => {
  const all = RowSelection.all(PackedIds.of(UUIDS)).toggle(SECOND);
  expect(all.countIn([SECOND, THIRD, NEWCOMER])).toBe(1);
});

test('ids that the same number stands for are not taken for one another', () => {
  const [one, twin] = [
    '12345678-0000-4000-8000-000000012345',
    '12345678-1111-4111-8111-111111112345',
  ] as const;
  const ticked = RowSelection.all(PackedIds.of([one]));
  expect([ticked.has(one), ticked.has(twin)]).toEqual([true, false]);
});
