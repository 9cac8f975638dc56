import type { Locator } from '@playwright/test';
import { fieldsOf } from '../support/booking.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** Every choice of a field: the value it stores and the words it shows. */
const choices = (field: Locator) =>
  field.getByRole('option').evaluateAll((options) => options.map((option) => [option.getAttribute('value'), option.textContent]));

test('the booking form offers five services and three times of the day', async ({ device }) => {
  const { serviceType, time } = fieldsOf(await device.open('/booking'));
  await expect(serviceType).toBeEnabled();

  expect(await choices(serviceType)).toEqual([
    ['', 'Select a service'],
    ['residential', 'Residential Cleaning'],
    ['commercial', 'Commercial Cleaning'],
    ['deep', 'Deep Cleaning'],
    ['move', 'Move In/Out'],
    ['specialized', 'Specialized Service'],
  ]);
  expect(await choices(time)).toEqual([
    ['', 'Select a time'],
    ['morning', '8AM-12PM'],
    ['afternoon', '12PM-5PM'],
    ['evening', '5PM-8PM'],
  ]);
});
