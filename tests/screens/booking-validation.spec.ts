import {
  aBooking,
  book,
  dayFromNow,
  expectFilledIn,
  fieldsOf,
  fillIn,
  submitButton,
} from '../support/booking.ts';
import { setClock } from '../support/clock.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { expectNothingSent } from '../support/outbox.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const MESSAGES = {
  name: 'Name must be at least 2 characters',
  phone: 'Please enter a valid phone number',
  email: 'Please enter a valid email address',
  address: 'Please enter your full address',
  serviceType: 'Please select a service type',
  date: 'Please select a date',
  time: 'Please select a time',
} as const;

const DAY_PASSED = 'This day has passed. Please select another date';

/** The hidden field that only bots fill in. */
const trap = (page: Page) => page.locator('input[tabindex="-1"]');

test('an empty form names every missing field, beside it and in a summary that takes the focus', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await submitButton(page).click();

  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  const fields = fieldsOf(page);
  for (const [name, message] of Object.entries(MESSAGES)) {
    const field = fields[name as keyof typeof MESSAGES];
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(summary.getByRole('link', { name: message })).toBeVisible();
  }
});

test('a day that has passed is refused at its field, also when it passes while the form is open', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ preferred_date: dayFromNow(-365) });
  const page = await device.open('/booking');
  const { date } = fieldsOf(page);
  await fillIn(page, booking);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([DAY_PASSED]);
  await expect(date).toHaveAccessibleDescription(new RegExp(DAY_PASSED));
  await expect(date).toHaveAttribute('aria-invalid', 'true');

  await date.fill(dayFromNow(1));
  await expect(date).not.toHaveAttribute('aria-invalid', 'true');
  await setClock(device, 3 * 24 * 60 * 60 * 1000);
  await submitButton(page).click();

  await expect(date).toHaveAccessibleDescription(new RegExp(DAY_PASSED));
  await expectNothingSent(page);
  await expectNotReceived(backend, booking);
});

test('half a date is not called a missing one, and no year of more than four digits can be typed', async ({
  device,
}) => {
  const page = await device.open('/booking');
  const { date } = fieldsOf(page);
  await expect(date).toHaveAttribute('max', /^\d{4}-12-31$/);
  await fillIn(page, aBooking({ preferred_date: '' }));
  await date.pressSequentially('2412');
  await submitButton(page).click();

  await expect(date).toHaveAccessibleDescription(/Please enter a full date/);
});

test('a mistyped mail address is asked about beside its field, and one tap takes the other', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.open('/booking');
  await fillIn(page, { ...booking, email: booking.email.replace('example.com', 'gmial.com') });
  const { email } = fieldsOf(page);
  const meant = booking.email.replace('example.com', 'gmail.com');
  await expect(email).toHaveAccessibleDescription(new RegExp(`Did you mean ${meant}`));

  await page.getByRole('button', { name: meant }).click();
  await expect(email).toHaveValue(meant);
  await expect(email).toBeFocused();
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, { ...booking, email: meant });
});

test('a booking for today is taken', async ({ device, backend }) => {
  const booking = aBooking({ preferred_date: dayFromNow(0) });
  const page = await device.open('/booking');

  await book(page, booking);

  await expectReceivedOnce(device, backend, booking);
});

test('a link of the summary leads to its field', async ({ device }) => {
  const page = await device.open('/booking');
  await submitButton(page).click();

  await page.getByRole('alert').getByRole('link', { name: MESSAGES.address }).click();

  await expect(fieldsOf(page).address).toBeFocused();
});

test('a booking with one wrong field is not sent, and keeps the typed text', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ phone: '12345' });
  const page = await device.open('/booking');
  await fillIn(page, booking);
  await submitButton(page).click();

  await expect(fieldsOf(page).phone).toHaveAccessibleDescription(new RegExp(MESSAGES.phone));
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1);
  await expectFilledIn(page, booking);
  await expectNothingSent(page);
  await expectNotReceived(backend, booking);
});

test('a field that is mended loses its message', async ({ device }) => {
  const page = await device.open('/booking');
  await fillIn(page, aBooking({ email: 'ailsa@' }));
  await submitButton(page).click();
  const { email } = fieldsOf(page);
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  await email.fill('ailsa@example.com');

  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
});

test('a form whose hidden field was filled in says so, and is sent at the next press', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.open('/booking');
  await fillIn(page, booking);
  await trap(page).fill('https://example.com', { force: true });
  await submitButton(page).click();

  const notice = page.getByRole('status').filter({ hasText: 'could not be sent' });
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
  await expectFilledIn(page, booking);
  await expectNothingSent(page);
  await expectNotReceived(backend, booking);

  await submitButton(page).click();
  await expectReceivedOnce(device, backend, booking);
});

test('a program that fills in the hidden field before every press sends nothing', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.open('/booking');
  await fillIn(page, booking);
  const refused = page.getByText('filled in a hidden field');
  for (let press = 0; press < 3; press++) {
    await trap(page).fill('https://example.com', { force: true });
    await submitButton(page).click();
    await expect(refused).toBeVisible();
    await expect(trap(page)).toHaveValue('');
  }
  await expectNothingSent(page);
  await expectNotReceived(backend, booking);
});
