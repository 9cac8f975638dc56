import { expect, test, vi } from 'vitest';
import type * as Content from '../../src/site/content/company.ts';
import { estimateOf, estimateText } from '../../src/site/content/estimates.ts';

vi.mock('../../src/site/content/company.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Content>();
  const { EVERY_FACT } = await import('../support/every-fact.ts');
  return { ...original, COMPANY: { ...original.COMPANY, ...EVERY_FACT } };
});

test.each([
  ['residential', '3-bedrooms', 'About 3 hours, from £66'],
  ['residential', '1-bedroom', 'About 1½ hours, from £33'],
  ['deep', '2-bedrooms', 'About 4 hours, from £112'],
  ['commercial', '3-hours', 'About 3 hours, from £72'],
  ['commercial', '3-bedrooms', null],
  ['specialized', '3-hours', null],
  ['', '3-bedrooms', null],
  ['residential', '', null],
  ['residential', 'toString', null],
] as const)('the estimate for %s of %j is %j', (type, size, text) => {
  expect(estimateText(type, size)).toBe(text);
});

test('a service without hours for a home offers hours', () => {
  expect(estimateOf('commercial', '').label).toBe('Hours');
  expect(estimateOf('residential', '').label).toBe('Size');
  expect(estimateOf('', '').label).toBe('Size');
});
