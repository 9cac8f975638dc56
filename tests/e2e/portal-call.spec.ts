import { expectAccessibleInBothSchemes } from '../support/accessibility.ts';
import { aBooking, fieldsOf, fillIn } from '../support/booking.ts';
import { expectNotReceived, received } from '../support/office.ts';
import { sentEverythingOfStaff } from '../support/outbox.ts';
import { card } from '../support/portal-list.ts';
import { clear } from '../support/portal-records.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

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
