import { expect, test } from 'vitest';
import { fillRow } from '../../../src/ui/marquee.tsx';

test.each([
  [1, 6],
  [2, 6],
  [4, 8],
  [5, 10],
  [6, 6],
  [9, 9],
])('a row of %i becomes one of %i', (count, filled) => {
  const items = Array.from({ length: count }, (_, i) => i);

  const row = fillRow(items);

  expect(row).toHaveLength(filled);
  expect(row.slice(-count)).toEqual(items);
});

test('an empty row stays empty', () => {
  expect(fillRow([])).toEqual([]);
});
