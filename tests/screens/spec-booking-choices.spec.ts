import type { Locator } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { fieldsOf } from '../support/booking.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** Every option of a field: its stored value and its text. */
const choices = (field: Locator) =>
  field
    .getByRole('option')
    .evaluateAll((options) =>
      options.map((option) => [option.getAttribute('value'), option.textContent]),
    );

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

test('the booking page answers questions about times, staff, insurance and prices', async ({
  device,
}) => {
  const page = await device.open('/booking');
  const { time } = fieldsOf(page);
  await expect(time).toBeEnabled();

  await expect(time).toHaveAccessibleDescription(COMPANY.hours.visits);
  const promises = page.getByRole('main');
  for (const fact of [COMPANY.visits.team, COMPANY.insurance, COMPANY.visits.price])
    await expect(promises.getByRole('listitem').filter({ hasText: fact })).toBeVisible();
});
