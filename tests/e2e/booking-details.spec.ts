import type { Page } from '@playwright/test';
import type { Booking } from '../../src/core/domain/booking.ts';
import { aBooking, book, expectEmptyForm, fieldsOf, fillIn, outcomeNotice, submitButton } from '../support/booking.ts';
import type { Device } from '../support/device.ts';
import { readStore } from '../support/local-store.ts';
import { expect, pageTest as test } from '../support/test.ts';

const remember = (page: Page) => page.getByRole('checkbox', { name: /^Remember my details here/ });
const useDetails = (page: Page) => page.getByRole('button', { name: 'Use my details' });
const kept = async (page: Page) => (await readStore<{ key: string; value: string }>(page, 'facts')).find(({ key }) => key === 'details');

/** Books with the wish to be remembered. */
async function bookRemembered(device: Device, booking: Booking): Promise<Page> {
  const page = await device.open('/booking');
  await expect(fieldsOf(page).name).toBeEnabled();
  await remember(page).check();
  await book(page, booking);
  await expect(outcomeNotice(page)).toBeVisible();
  return page;
}

test('details are remembered only when somebody asks for it', async ({ device }) => {
  const page = await device.open('/booking');
  await fillIn(page, aBooking());
  await expect(remember(page)).not.toBeChecked();
  await submitButton(page).click();
  await expect(outcomeNotice(page)).toBeVisible();
  expect(await kept(page)).toBeUndefined();

  await page.reload();
  await expectEmptyForm(page);
  await expect(useDetails(page)).toHaveCount(0);
});

test('remembered details are filled in on request, over nothing that was typed, and the next field has the focus', async ({ device }) => {
  const booking = aBooking();
  const page = await bookRemembered(device, booking);
  await expect(remember(page), 'asked anew').not.toBeChecked();

  await page.reload();
  await expectEmptyForm(page);
  await fieldsOf(page).email.fill('other@example.com');
  await useDetails(page).click();

  const fields = fieldsOf(page);
  await expect(fields.name).toHaveValue(booking.name);
  await expect(fields.phone).toHaveValue(booking.phone);
  await expect(fields.email).toHaveValue('other@example.com');
  await expect(fields.address).toHaveValue(booking.address);
  await expect(fields.serviceType).toBeFocused();
  await expect(useDetails(page)).toHaveCount(0);
});

test('remembered details are shown and forgotten in My requests', async ({ device }) => {
  const booking = aBooking();
  const page = await bookRemembered(device, booking);

  await page.goto('/requests');
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details).toContainText(booking.email);
  await details.getByRole('button', { name: 'Forget my details' }).click();

  await expect(details).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await kept(page)).toBeUndefined();
  await page.goto('/booking');
  await expect(fieldsOf(page).name).toBeEnabled();
  await expect(useDetails(page)).toHaveCount(0);
});
