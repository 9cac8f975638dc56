import { PREFERRED_TIMES, SERVICE_TYPES } from '../../src/core/domain/booking-choices.ts';
import type { Booking } from '../../src/core/domain/booking.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking } from '../support/booking.ts';
import { arrives, expectHasOnce, expectNotReceived } from '../support/office.ts';
import type { Page } from './page.ts';
import { expect, test } from './test.ts';

/** Sends a booking that cannot leave the device now, and waits until it is stored there. */
async function bookOnDevice(page: Page, booking: Booking): Promise<void> {
  await page.fill('Full Name', booking.name);
  await page.fill('Phone Number', booking.phone);
  await page.fill('Email', booking.email);
  await page.fill('Service Address', booking.address);
  await page.choose('Service Type', SERVICE_TYPES[booking.service_type]);
  await page.fillDay('Preferred Date', booking.preferred_date);
  await page.choose('Preferred Time', PREFERRED_TIMES[booking.preferred_time]);
  await page.press('Submit Booking Request');
  await expect.poll(() => page.text()).toContain('Saved on this device');
}

test('a booking made offline is stored once when the connection is back', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  expect(await page.evaluate(() => 'SyncManager' in window), 'Background Sync').toBe(false);
  await device.goOffline();
  await bookOnDevice(page, booking);
  await expectNotReceived(backend, booking);

  await device.goOnline();

  await expect.poll(() => page.text()).toMatch(/Your booking \S+ has been sent\./);
  await arrives(backend, booking);
  const { id } = await expectHasOnce(backend, booking);
  expect(await page.text()).toContain(referenceOf(id));
});

test('a booking made offline is stored once after the browser was closed and opened again', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await bookOnDevice(page, booking);

  await device.closeBrowser();
  await device.goOnline();
  await expectNotReceived(backend, booking);
  await device.startBrowser();
  await device.open('/');
  await arrives(backend, booking);

  const requests = await device.open('/requests');
  await expect.poll(() => requests.text()).toMatch(/\bSent\b/);
  await expectHasOnce(backend, booking);
});

test('My requests shows offline that a request waits, and online that it is sent', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await bookOnDevice(page, booking);
  await device.restartBrowser();

  const requests = await device.open('/requests');
  await expect.poll(() => requests.text()).toContain('Waiting to be sent');
  await device.goOnline();
  await expect.poll(() => requests.text()).toMatch(/\bSent\b/);

  await arrives(backend, booking);
  const { id } = await expectHasOnce(backend, booking);
  expect(await requests.text()).toContain(referenceOf(id));
});
