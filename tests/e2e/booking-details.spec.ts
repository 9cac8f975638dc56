import type { Page } from '@playwright/test';
import type { Booking } from '../../src/core/domain/booking.ts';
import {
  aBooking,
  book,
  bookAnother,
  expectEmptyForm,
  fieldsOf,
  fillIn,
  outcomeNotice,
  submitButton,
} from '../support/booking.ts';
import type { Device } from '../support/device.ts';
import { readStore } from '../support/local-store.ts';
import {
  fieldsOf as applicationFields,
  openPosition,
  positionCard,
  submitButton as submitApplication,
} from '../support/application.ts';
import { aMessage, fieldsOf as contactFields, send, sendButton } from '../support/contact.ts';
import { expect, pageTest as test } from '../support/test.ts';

const remember = (page: Page) =>
  page.getByRole('checkbox', { name: /^Remember me on this device/ });
const useDetails = (page: Page) => page.getByRole('button', { name: 'Use my details' });
const kept = async (page: Page) =>
  (await readStore<{ key: string; value: string }>(page, 'facts')).find(
    ({ key }) => key === 'details',
  );

/** Books with "remember my details" chosen. */
async function bookRemembered(device: Device, booking: Booking): Promise<Page> {
  const page = await device.open('/booking');
  await expect(fieldsOf(page).name).toBeEnabled();
  await remember(page).check();
  await book(page, booking);
  await expect(outcomeNotice(page)).toBeVisible();
  return page;
}

test('details are remembered only on request', async ({ device }) => {
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

test('remembered details are filled in on request, without replacing typed text, and the next field has the focus', async ({
  device,
}) => {
  const booking = aBooking();
  const page = await bookRemembered(device, booking);
  await bookAnother(page);
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

test('where the details fill every field, the last of them has the focus', async ({ device }) => {
  const booking = aBooking({ notes: 'The key is with the neighbour' });
  const page = await bookRemembered(device, booking);
  await page.reload();
  await expectEmptyForm(page);
  await fillIn(page, booking);
  const fields = fieldsOf(page);
  await fields.name.fill('');
  await fields.phone.fill('');

  await useDetails(page).press('Enter');

  await expect(useDetails(page)).toHaveCount(0);
  await expect(fields.name).toHaveValue(booking.name);
  await expect(fields.phone).toBeFocused();
});

test('a booking’s details are offered for a message and an application; a message changes the remembered name and email, and My requests forgets them', async ({
  device,
}) => {
  const [booking, other] = [aBooking(), aMessage()];
  const page = await bookRemembered(device, booking);

  await page.goto('/contact');
  await useDetails(page).click();
  const message = contactFields(page);
  await expect(message.name).toHaveValue(booking.name);
  await expect(message.email).toHaveValue(booking.email);
  await expect(message.subject).toBeFocused();
  await expect(remember(page)).toHaveAccessibleName(/Name and email, on this device only/);
  await remember(page).check();
  await send(page, other);
  await expect(outcomeNotice(page)).toBeVisible();
  const { phone, address } = booking;
  const { name, email } = other;
  expect(JSON.parse((await kept(page))?.value ?? '')).toEqual({ name, phone, email, address });

  await page.goto('/careers');
  await useDetails(page).click();
  const application = applicationFields(page);
  await expect(application.name).toHaveValue(name);
  await expect(application.phone).toHaveValue(phone);
  await expect(application.email).toHaveValue(email);
  await expect(application.resume).toBeFocused();

  await page.goto('/requests');
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details).toContainText(email);
  await details.getByRole('button', { name: 'Delete my details' }).click();
  await expect(details).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await kept(page)).toBeUndefined();
  await page.goto('/booking');
  await expect(fieldsOf(page).name).toBeEnabled();
  await expect(useDetails(page)).toHaveCount(0);
});

test('every form says that it works without a signal', async ({ device, backend }) => {
  const said = 'This works with no signal, too.';
  const position = await openPosition(backend);
  const page = await device.open('/booking');
  await expect(submitButton(page)).toHaveAccessibleDescription(said);
  await page.goto('/contact');
  await expect(sendButton(page)).toHaveAccessibleDescription(said);
  await page.goto('/careers');
  await positionCard(page, position).check();
  await expect(submitApplication(page)).toHaveAccessibleDescription(said);
});
