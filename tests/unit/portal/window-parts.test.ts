import { expect, test } from 'vitest';
import {
  beginAround,
  nextBegin,
  pagesAround,
  partSize,
} from '../../../src/portal/list/window-parts.ts';

const TEN_YEARS = 100_000;
/** The gap below included. */
const CARD = 282;

/**
 * Moves from part to part with these rows on the screen, until a part does not change. Returns
 * where the parts began.
 */
function follow(
  begin: number,
  size: number,
  seen: { startIndex: number; endIndex: number },
): number[] {
  const begins: number[] = [];
  for (
    let next: number | null = begin;
    next !== null && begins.length < 100;
    next = nextBegin({ first: Math.min(next, TEN_YEARS - size), size, count: TEN_YEARS }, seen)
  )
    begins.push(next);
  return begins;
}

test('a list that no browser cuts off is one part', () => {
  expect(partSize(600, CARD)).toBe(600);
  expect(
    nextBegin({ first: 0, size: 600, count: 600 }, { startIndex: 590, endIndex: 599 }),
  ).toBeNull();
});

test('a part of a list of ten years fits into every browser, also on a phone', () => {
  for (const height of [CARD, 420]) {
    const size = partSize(TEN_YEARS, height);
    expect(size).toBeGreaterThan(10_000);
    expect(size * height).toBeLessThanOrEqual(10_000_000);
  }
});

test('scrolling on leads from part to part to the end, past every row, and back to the beginning', () => {
  const size = partSize(TEN_YEARS, CARD);
  const down = follow(0, size, { startIndex: size - 5, endIndex: size - 1 });
  expect((down.at(-1) ?? 0) + size).toBeGreaterThanOrEqual(TEN_YEARS);
  for (const [index, begin] of down.slice(1).entries())
    expect(begin).toBeLessThan((down[index] ?? 0) + size);

  expect(follow(TEN_YEARS - size, size, { startIndex: 0, endIndex: 4 }).at(-1)).toBe(0);
});

test('in the middle of a part nothing changes', () => {
  const size = partSize(TEN_YEARS, CARD);
  expect(
    nextBegin(
      { first: size, size, count: TEN_YEARS },
      { startIndex: size / 2, endIndex: size / 2 + 4 },
    ),
  ).toBeNull();
});

test('the part around a place has as many rows before it as after it, as far as the list goes', () => {
  const part = { size: 1000, count: TEN_YEARS };
  expect([50_000, 100, TEN_YEARS - 100].map((place) => beginAround(place, part))).toEqual([
    49_500,
    0,
    TEN_YEARS - 1000,
  ]);
});

test('rows are read a page ahead in both directions', () => {
  expect(pagesAround(0, 4)).toEqual({ first: 0, last: 50 });
  expect(pagesAround(60, 70)).toEqual({ first: 25, last: 100 });
});
