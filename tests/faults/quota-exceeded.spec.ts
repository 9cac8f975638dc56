import { aBooking, book, expectFilledIn, outcomeNotice, submitButton } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, test } from '../support/test.ts';
import type { Device } from '../support/device.ts';
import { readStore } from '../support/local-store.ts';
import type { Page } from '@playwright/test';

/** A visit to the booking page on a device that has been here before, and is full by now. */
async function openOnFullDevice(device: Device, siteUrl: string): Promise<Page> {
  await device.openInstalled('/booking');
  // A running browser goes by the room it last measured.
  await device.kill();
  await device.start();
  const cdp = await device.controlBrowser();
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: siteUrl, quotaSize: 1 });
  return device.openInstalled('/booking');
}

test('a booking on a full device is sent all the same while there is a connection', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await openOnFullDevice(device, backend.url);

  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Booking sent');
  await expectReceivedOnce(device, backend, booking);
  expect(await readStore(page, 'receipts')).toEqual([]);
});

test('a full device without a connection keeps the form filled in and gives the phone number', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await openOnFullDevice(device, backend.url);
  await device.goOffline();

  await book(page, booking);

  const notice = page.getByRole('status').filter({ hasText: 'not saved' });
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
  await expectFilledIn(page, booking);

  await device.goOnline();
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, booking);
});
