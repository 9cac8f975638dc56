import { expect, test } from 'vitest';
import { countText } from '../../../src/ui/count-text.ts';

test('a count is written as the language writes it', () => {
  for (const count of [0, 12, 999, 1000, 12_345, 100_000, 1_234_567])
    expect(countText(count)).toBe(count.toLocaleString('en-GB'));
});
