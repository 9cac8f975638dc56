import { aBooking, book, expectFilledIn, outcomeNotice, submitButton } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, test } from '../support/test.ts';
import type { Device } from '../support/device.ts';
import type { Page } from '@playwright/test';

/** From now on every write of the site fails for lack of room. */
async function fillDisk(device: Device, page: Page): Promise<void> {
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 0 });
}

test('a booking on a full device is sent all the same while there is a connection', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await fillDisk(device, page);

  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Booking sent');
  await expectReceivedOnce(backend, booking);
});

test('a full device without a connection keeps the form filled in and gives the phone number', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await fillDisk(device, page);
  await device.goOffline();

  await book(page, booking);

  const notice = page.getByRole('status').filter({ hasText: 'not saved' });
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
  await expectFilledIn(page, booking);

  await device.goOnline();
  await submitButton(page).click();
  await expectReceivedOnce(backend, booking);
});
