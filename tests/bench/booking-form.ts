import type { Page } from '@playwright/test';

/** Fills the booking form in and leaves it unsent. */
export async function fillBooking(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Phone Number').fill('0141 496 0000');
  await page.getByRole('textbox', { name: 'Email' }).fill('bench@example.com');
  await page.getByLabel('Service Address').fill('1 High Street, Paisley');
  await page.getByLabel('Service Type').selectOption('deep');
  await page.getByLabel('Preferred Date').fill('2030-01-15');
  await page.getByLabel('Preferred Time').selectOption('morning');
}

export const submitButton = (page: Page) =>
  page.getByRole('button', { name: 'Submit Booking Request' });
