import type { Page } from '@playwright/test';
import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const SUCCESS = "Booking request submitted successfully! We'll contact you soon.";
const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('a toast stands at the bottom right, Alt+T leads to it, and its button dismisses it', async ({ device }) => {
  const page = await device.open('/booking');
  await book(page, aBooking());
  await expect(toast(page, SUCCESS)).toBeVisible();

  const [screen, box] = [page.viewportSize(), await region(page).getByRole('listitem').boundingBox()];
  expect(box?.x).toBeGreaterThan((screen?.width ?? 0) / 2);
  expect(box?.y).toBeGreaterThan((screen?.height ?? 0) / 2);

  await page.keyboard.press('Alt+t');
  await expect(region(page).getByRole('list')).toBeFocused();
  await region(page).getByRole('button', { name: 'Close toast' }).click();
  await expect(toast(page, SUCCESS)).toHaveCount(0);
});

test('a toast goes by itself, and what it said of the request stays on the page', async ({ device }) => {
  const page = await device.context.newPage();
  await page.clock.install();
  await page.goto('/booking');
  await book(page, aBooking());
  await expect(toast(page, SUCCESS)).toBeVisible();

  await page.clock.runFor('00:30');

  await expect(toast(page, SUCCESS)).toHaveCount(0);
  await expect(outcomeNotice(page)).toBeVisible();
});
