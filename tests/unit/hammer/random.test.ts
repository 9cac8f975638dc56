import { expect, test } from 'vitest';
import { between, pick, randomOf, weighted } from '../../hammer/random.ts';

const draw = (count: number, ...keys: (string | number)[]) => {
  const random = randomOf(...keys);
  return Array.from({ length: count }, random);
};

test('the same keys give the same numbers, others give others', () => {
  expect(draw(5, 7, 'd1', 'row/0', 1)).toEqual(draw(5, 7, 'd1', 'row/0', 1));
  const first = new Set(Array.from({ length: 1000 }, (_, attempt) => draw(1, 7, 'd1', attempt)[0]));
  expect(first.size).toBe(1000);
});

test('numbers are spread evenly from 0 up to 1, also the first of each key', () => {
  const numbers = Array.from({ length: 10_000 }, (_, key) => draw(1, 'spread', key)[0] ?? 0);
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => numbers.filter((number) => Math.floor(number * 10) === tenth).length,
  );
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('a weight says how often its key is picked', () => {
  const random = randomOf('weights');
  const picked = Array.from({ length: 4000 }, () =>
    weighted(random, { often: 3, seldom: 1, never: 0 }),
  );
  const share = picked.filter((key) => key === 'often').length / picked.length;
  expect(share).toBeCloseTo(0.75, 1);
  expect(picked).not.toContain('never');
});

test('bounds are drawn too', () => {
  const random = randomOf('bounds');
  expect(new Set(Array.from({ length: 200 }, () => between(random, 1, 3)))).toEqual(
    new Set([1, 2, 3]),
  );
  expect(() => pick(random, [])).toThrow('nothing to pick');
});
