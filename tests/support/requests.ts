import { expect, type Locator, type Page } from '@playwright/test';
import type { Booking } from '../../src/core/domain/booking.ts';
import { bookOnDevice } from './booking.ts';
import type { Device } from './device.ts';
import { readStore } from './local-store.ts';

/** What My requests shows of one submission. */
export const requestCard = (page: Page, reference: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: reference });

/** What My requests says once it has looked and found none. */
export const noRequests = (page: Page): Locator =>
  page.getByRole('main').getByRole('heading', { name: 'No requests on this device' });

/** A message in the corner of the page. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Opens My requests and expects it to say that this request is sent and that nothing is left to do for it. */
export async function expectSettled(device: Device, reference: string): Promise<void> {
  const page = await device.open('/requests');
  await expect(requestCard(page, reference)).toContainText('Sent');
  await expect.poll(() => readStore(page, 'entries'), 'entries left in the outbox').toEqual([]);
  await page.close();
}

/** Books without a connection, and opens the form that edits the booking by the button of My requests. */
export async function editOffline(
  device: Device,
  booking: Booking,
): Promise<{ requests: Page; reference: string }> {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  const requests = await device.open('/requests');
  await requestCard(requests, reference).getByRole('button', { name: 'Edit' }).click();
  return { requests, reference };
}
