import { expect, type Locator, type Page } from '@playwright/test';
import type { Booking } from '../../src/core/domain/booking.ts';
import { bookOnDevice } from './booking.ts';
import type { Device } from './device.ts';
import { readStore } from './local-store.ts';

/** The card of one submission in My requests. */
export const requestCard = (page: Page, reference: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: reference });

/** The text of My requests once it is loaded and empty. */
export const noRequests = (page: Page): Locator =>
  page.getByRole('main').getByRole('heading', { name: 'No requests on this device' });

/** A toast. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Opens My requests, and expects this request to be sent and the outbox to be empty. */
export async function expectSettled(device: Device, reference: string): Promise<void> {
  const page = await device.open('/requests');
  await expect(requestCard(page, reference)).toContainText('Sent');
  await expect.poll(() => readStore(page, 'entries'), 'entries left in the outbox').toEqual([]);
  await page.close();
}

/** Books offline, and opens the form that edits the booking through My requests. */
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
