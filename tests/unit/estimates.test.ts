import { expect, test } from 'vitest';
import type { ServiceType } from '../../src/core/domain/booking-choices.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { estimateOf, estimateText } from '../../src/site/content/estimates.ts';

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

test('every example says the same as the estimate of its size', () => {
  const examples = (Object.keys(COMPANY.prices) as ServiceType[]).flatMap((type) => {
    const example = COMPANY.prices[type]?.example ?? '';
    const [, rooms] = /(\d)-bedroom/.exec(example) ?? [];
    return rooms ? [[example.split(': ')[1], estimateText(type, `${rooms}-bedrooms`)]] : [];
  });
  expect(examples.length).toBeGreaterThan(2);
  for (const [shown, estimated] of examples) expect(estimated?.toLowerCase()).toBe(shown);
});
