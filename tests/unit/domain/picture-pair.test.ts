import { expect, test } from 'vitest';
import { cutTo, halfOfPair, pairsOf } from '../../../src/core/domain/picture-pair.ts';

test.each([
  [
    { width: 4032, height: 3024 },
    { width: 4032, height: 3024 },
    { width: 1280, height: 960 },
  ],
  [
    { width: 800, height: 600 },
    { width: 600, height: 800 },
    { width: 600, height: 450 },
  ],
  // Two upright photos are cropped to squares.
  [
    { width: 3024, height: 4032 },
    { width: 3024, height: 4032 },
    { width: 1280, height: 1280 },
  ],
])('halves of %j and %j are %j each', (before, after, half) => {
  expect(halfOfPair(2560, before, after)).toEqual(half);
});

test('a picture is cut to the shape of its half in the middle', () => {
  expect(cutTo({ width: 600, height: 450 }, { width: 600, height: 800 })).toEqual({
    x: 0,
    y: 175,
    width: 600,
    height: 450,
  });
  expect(cutTo({ width: 100, height: 100 }, { width: 800, height: 400 })).toEqual({
    x: 200,
    y: 0,
    width: 400,
    height: 400,
  });
});

test('an even number of pictures is paired in its order', () => {
  expect(pairsOf(['a', 'b', 'c', 'd'])).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(pairsOf(['a', 'b', 'c'])).toBeNull();
  expect(pairsOf([])).toBeNull();
});
