import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inBatches } from '../../../src/portal/in-batches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first item is passed on at once, and the others of each pause together', () => {
  const passed: (readonly number[])[] = [];
  const add = inBatches<number>(5000, (items) => passed.push(items));
  for (const item of [1, 2, 3]) add(item);
  expect(passed).toEqual([[1]]);
  vi.advanceTimersByTime(5000);
  expect(passed).toEqual([[1], [2, 3]]);
  add(4);
  vi.advanceTimersByTime(5000);
  expect(passed).toEqual([[1], [2, 3], [4]]);
  vi.advanceTimersByTime(5000);
  add(5);
  expect(passed.at(-1)).toEqual([5]);
});
