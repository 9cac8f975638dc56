import { weekdayText } from '../../src/core/domain/day-text.ts';
import { aBooking, book, dayFromNow, readReference } from '../support/booking.ts';
import { openPortal } from '../support/portal.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a fortnightly booking from the form becomes regular visits in the portal, and its customer skips the third one offline', async ({
  device,
  backend,
}) => {
  test.slow();
  const booking = aBooking({
    preferred_date: dayFromNow(3),
    preferred_time: 'morning',
    frequency: 'fortnightly',
  });
  const form = await device.open('/booking');
  await book(form, booking);
  const reference = await readReference(form);
  const [{ id = '' } = {}] = await backend.query<{ id: string }>(
    'select id from public.bookings where email = $1',
    [booking.email],
  );

  const portal = await openPortal(device, `/admin/bookings/answer#${id}`);
  await portal.getByRole('radio', { name: 'Repeat', exact: true }).check();
  await expect(portal.getByLabel('How often')).toHaveValue('2');
  await portal.getByLabel('Agreed price, £').fill('66');
  await portal.getByRole('button', { name: 'Start regular visits' }).click();
  await expect(portal.getByRole('region', { name: 'Request' })).toContainText('Every two weeks');

  const page = await device.open('/requests');
  const card = requestCard(page, reference);
  const third = card.getByRole('listitem').filter({ hasText: weekdayText(dayFromNow(31)) });
  await expect(third).toContainText('Confirmed for');
  await expect(card).toContainText('Agreed price: £66 a visit');
  await device.goOffline();
  await third.getByRole('button', { name: 'Skip this visit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip this visit' }).click();
  await expect(third).toContainText('is not with us yet');
  await device.goOnline();
  await expect(third).toContainText('Skipped');
  expect(
    await backend.query(
      'select status from public.bookings where series = $1 or id = $1 order by preferred_date',
      [id],
    ),
  ).toEqual([{ status: 'confirmed' }, { status: 'confirmed' }, { status: 'cancelled' }]);
});
