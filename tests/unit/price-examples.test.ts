import { expect, test } from 'vitest';
import type { ServiceType } from '../../src/core/domain/booking-choices.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { estimateText } from '../../src/site/content/estimates.ts';

test('every example says the same as the estimate of its size', () => {
  const examples = (Object.keys(COMPANY.prices) as ServiceType[]).flatMap((type) => {
    const example = COMPANY.prices[type]?.example ?? '';
    const [, rooms] = /(\d)-bedroom/.exec(example) ?? [];
    return rooms ? [[example.split(': ')[1], estimateText(type, `${rooms}-bedrooms`)]] : [];
  });
  expect(examples).toHaveLength(JSON.stringify(COMPANY.prices).split('-bedroom').length - 1);
  for (const [shown, estimated] of examples) expect(estimated?.toLowerCase()).toBe(shown);
});
