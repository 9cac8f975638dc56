import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from '../support/accessibility.ts';
import { aBooking, fieldsOf, fillIn } from '../support/booking.ts';
import { setTomorrow, TOMORROW } from '../support/clock.ts';
import { expectNotReceived, received } from '../support/office.ts';
import { sentEverythingOfStaff } from '../support/outbox.ts';
import { card } from '../support/portal-list.ts';
import { clear } from '../support/portal-records.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

const named = (page: Page) => page.getByRole('combobox', { name: 'Which service (optional)' });

test.beforeEach(({ backend }) => clear(backend, 'bookings'));

test.describe('on an installed portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('a booking from a call is added offline, and arrives once, without a mail', async ({
    device,
    backend,
  }) => {
    const booking = aBooking({ service: 'deep', size: '2-bedrooms', frequency: 'fortnightly' });
    const page = await openInstalledPortal(device, '/admin/bookings');
    await device.goOffline();

    await page.getByRole('button', { name: 'New Booking' }).click();
    await fillIn(page, booking);
    await page.getByRole('button', { name: 'Add Booking' }).click();

    const waiting = page.getByRole('region', { name: 'Waiting to be added (1)' });
    await expect(waiting).toContainText(booking.name);
    await expectNotReceived(backend, booking);

    await device.goOnline();
    await sentEverythingOfStaff(page);
    await expect(card(page, booking.name)).toContainText('pending');
    await expect(card(page, booking.name)).toContainText(
      'Deep Cleaning, 2 bedrooms, every fortnight',
    );
    await expect(waiting).toHaveCount(0);
    const { rows, mails } = await received(backend, booking);
    expect(rows).toEqual([{ ...booking, id: expect.any(String), status: 'pending' }]);
    expect(mails).toEqual([]);
    expect(
      await backend.query('select id from public.alerts where record_id = $1', [rows[0]?.id]),
    ).toEqual([]);
  });
});

test('a caller without an email address is booked, and nothing offers to write to one', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ email: '' });
  const page = await openPortal(device, '/admin/bookings');
  await page.getByRole('button', { name: 'New Booking' }).click();
  await fillIn(page, booking);
  await page.getByRole('button', { name: 'Add Booking' }).click();
  await sentEverythingOfStaff(page);

  await page.reload();
  const added = card(page, booking.name);
  await expect(added).toContainText('pending');
  await expect(added.getByText('Email', { exact: true })).toHaveCount(0);
  await added.getByRole('button', { name: `More: ${booking.name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy address' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Email' })).toHaveCount(0);
  expect(
    await backend.query('select email from public.bookings where name = $1', [booking.name]),
  ).toEqual([{ email: null }]);
});

test('the form for a call names what is missing, keeps what was typed, and passes the accessibility rules', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/bookings');
  const open = page.getByRole('button', { name: 'New Booking' });
  await open.click();
  const fields = fieldsOf(page);
  await fields.name.fill('Morag Stewart');
  await page.getByRole('button', { name: 'Add Booking' }).click();
  await expect(fields.phone).toHaveAccessibleDescription(/phone number/i);
  await expectAccessibleInBothSchemes(page);

  await page.keyboard.press('Escape');
  await page.reload();
  await open.click();
  await expect(fields.name).toHaveValue('Morag Stewart');
  await expect(toast(page, 'Booking added')).toHaveCount(0);
});

test('the form for a call offers no time that is over today, and says on which day nobody comes', async ({
  device,
  network,
}) => {
  await setTomorrow(device, network, '18:40');
  const page = await openPortal(device, '/admin/bookings');
  await page.getByRole('button', { name: 'New Booking' }).click();
  const { date, time } = fieldsOf(page);

  await date.fill(TOMORROW);
  await expect(time.getByRole('option', { disabled: false })).toHaveText([
    'Select a time',
    '5PM-8PM',
  ]);
  await date.fill('2027-12-25');
  await expect(date).toHaveAccessibleDescription('We don’t come on Christmas Day.');
  await expect(time.getByRole('option', { disabled: true })).toHaveCount(0);
});

test('a time that ends while the form for a call is open is refused at its field', async ({
  device,
  network,
}) => {
  const booking = aBooking({ preferred_date: TOMORROW });
  await setTomorrow(device, network, '10:40');
  const page = await openPortal(device, '/admin/bookings');
  await page.getByRole('button', { name: 'New Booking' }).click();
  await fillIn(page, booking);
  await setTomorrow(device, network, '18:40');
  await page.getByRole('button', { name: 'Add Booking' }).click();

  const { time } = fieldsOf(page);
  await expect(time).toHaveAccessibleDescription(
    'This time is over today. Please select another time',
  );
  await expect(time).toBeFocused();
  await expect(time).toHaveValue('morning');
  await time.selectOption('evening');
  await page.getByRole('button', { name: 'Add Booking' }).click();
  await expect(card(page, booking.name)).toContainText('5PM-8PM');
});

test('a booking from a call names a service of its type only', async ({ device, backend }) => {
  const page = await openPortal(device, '/admin/bookings');
  await page.getByRole('button', { name: 'New Booking' }).click();
  await fieldsOf(page).serviceType.selectOption('specialized');
  await named(page).selectOption('event');
  await fieldsOf(page).serviceType.selectOption('residential');
  await expect(named(page)).toHaveValue('');
  await expect(named(page).getByRole('option')).toHaveText(['Not said', 'Regular House Cleaning']);

  const booking = aBooking({ service_type: 'residential' });
  await fillIn(page, booking);
  await page.getByRole('button', { name: 'Add Booking' }).click();

  await expect(card(page, booking.name)).toContainText('pending');
  const { rows } = await received(backend, booking);
  expect(rows).toEqual([{ ...booking, id: expect.any(String), status: 'pending' }]);
});

test('Escape while a word is being composed closes no dialog', async ({ device }) => {
  const page = await openPortal(device, '/admin/bookings');
  await page.getByRole('button', { name: 'New Booking' }).click();
  const { name } = fieldsOf(page);
  await name.fill('Ada');
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    await name.dispatchEvent('keydown', { key: 'Escape', ...composing });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(name).toHaveValue('Ada');

  await name.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
