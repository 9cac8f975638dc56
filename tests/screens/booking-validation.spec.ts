import {
  aBooking,
  book,
  dayFromNow,
  expectFilledIn,
  fieldsOf,
  fillIn,
  submitButton,
} from '../support/booking.ts';
import { errorSummary } from '../support/error-summary.ts';
import { setClock, setTomorrow, TOMORROW } from '../support/clock.ts';
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

  const summary = errorSummary(page);
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
  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page).getByRole('link')).toHaveText([DAY_PASSED]);
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

test('a booking for today is taken', async ({ device, network, backend }) => {
  const booking = aBooking({ preferred_date: TOMORROW });
  await setTomorrow(device, network);
  const page = await device.open('/booking');

  await book(page, booking);

  await expectReceivedOnce(device, backend, booking);
});

test('today only the times that are not over are offered', async ({ device, network }) => {
  await setTomorrow(device, network, '18:40');
  const page = await device.open('/booking');
  const { date, time } = fieldsOf(page);

  await date.fill(TOMORROW);
  await expect(time.getByRole('option', { disabled: true })).toHaveText([
    '8AM-12PM (over today)',
    '12PM-5PM (over today)',
  ]);
  await date.fill(dayFromNow(2));
  await expect(time.getByRole('option', { disabled: true })).toHaveCount(0);
});

test('a time that ends while the form is open is refused at its field, and another day mends it', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking({ preferred_date: TOMORROW });
  await setTomorrow(device, network, '10:40');
  const page = await device.open('/booking');
  await fillIn(page, booking);
  const { date, time } = fieldsOf(page);
  await setTomorrow(device, network, '18:40');
  await submitButton(page).click();

  await expect(time).toHaveAccessibleDescription(/This time is over today/);
  await expect(time).toHaveValue('morning');
  await expect(errorSummary(page)).toBeFocused();
  await expectNothingSent(page);

  await date.fill(dayFromNow(2));
  await expect(time).not.toHaveAttribute('aria-invalid', 'true');
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, { ...booking, preferred_date: dayFromNow(2) });
});

test('a day on which nobody comes says so at its field, and can be sent', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ preferred_date: '2027-12-25' });
  const page = await device.open('/booking');
  await fillIn(page, booking);

  await expect(fieldsOf(page).date).toHaveAccessibleDescription(
    /We don’t come on Christmas Day\. Choose another day/,
  );
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, booking);
});

test('a link of the summary leads to its field', async ({ device }) => {
  const page = await device.open('/booking');
  await submitButton(page).click();

  await errorSummary(page).getByRole('link', { name: MESSAGES.address }).click();

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
  await expect(errorSummary(page).getByRole('link')).toHaveCount(1);
  await expectFilledIn(page, booking);
  await expectNothingSent(page);
  await expectNotReceived(backend, booking);
});

test('the summary is read once and stays while its fields are corrected; a field turns wrong only when left', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await fillIn(page, aBooking({ phone: '12345', email: 'ailsa@' }));
  await submitButton(page).click();
  const summary = errorSummary(page);
  await expect(summary).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const height = (await summary.boundingBox())?.height;
  const { phone, email, name } = fieldsOf(page);

  await phone.fill('0141 496 0123');
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  await expect(summary.getByText('Corrected')).toHaveCount(1);
  await email.fill('ailsa@example.com');
  await expect(summary.getByText('Corrected')).toHaveCount(2);
  await expect(summary).toHaveAccessibleName('Please check 2 fields');
  expect((await summary.boundingBox())?.height).toBe(height);

  await name.fill('A');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await phone.focus();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(summary).toHaveAccessibleName('Please check 2 fields');
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

  const notice = page.getByRole('group', { name: /could not be sent/ });
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
