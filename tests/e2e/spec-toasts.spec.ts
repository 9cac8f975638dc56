import type { Page } from '@playwright/test';
import { aBooking, book, fieldsOf, outcomeNotice } from '../support/booking.ts';
import { toast } from '../support/requests.ts';
import { touchScreen } from '../support/touch.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const SUCCESS = "Booking request submitted successfully! We'll contact you soon.";
const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('a toast stands at the bottom right, Alt+T leads to it, and its button dismisses it', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await book(page, aBooking());
  await expect(toast(page, SUCCESS)).toBeVisible();

  const [screen, box] = [
    page.viewportSize(),
    await region(page).getByRole('listitem').boundingBox(),
  ];
  expect(box?.x).toBeGreaterThan((screen?.width ?? 0) / 2);
  expect(box?.y).toBeGreaterThan((screen?.height ?? 0) / 2);

  await page.keyboard.press('Alt+t');
  await expect(region(page).getByRole('list')).toBeFocused();
  await region(page).getByRole('button', { name: 'Close toast' }).click();
  await expect(toast(page, SUCCESS)).toHaveCount(0);
});

test('a toast goes by itself, and what it said of the request stays on the page', async ({
  device,
}) => {
  const page = await device.context.newPage();
  await page.clock.install();
  await page.goto('/booking');
  await book(page, aBooking());
  await expect(toast(page, SUCCESS)).toBeVisible();

  await page.clock.runFor('00:30');

  await expect(toast(page, SUCCESS)).toHaveCount(0);
  await expect(outcomeNotice(page)).toBeVisible();
});

test.describe('on a phone', () => {
  /** Books, and has the page move by itself until the next form's first field is this far below the foot of the message. */
  async function bookOnPhone(page: Page, below: number): Promise<void> {
    await page.setViewportSize({ width: 390, height: 844 });
    await book(page, aBooking());
    await expect(toast(page, SUCCESS)).toBeVisible();
    await expect(outcomeNotice(page)).toBeFocused();
    const foot = 844 - 5 * 16;
    const top = (await fieldsOf(page).name.boundingBox())?.y ?? 0;
    await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), top - foot - below);
  }

  test('a toast goes when a finger moves a field beneath it, and not when the page moves by itself', async ({
    device,
  }) => {
    const page = await device.open('/booking');
    const drag = await touchScreen(page);
    await bookOnPhone(page, 10);
    await expect(toast(page, SUCCESS)).toBeVisible();

    await drag({ x: 195, y: 400 }, { x: 195, y: 340 });

    await expect(toast(page, SUCCESS)).toHaveCount(0, { timeout: 3000 });
  });

  test('a toast goes when the person takes up a field beneath it', async ({ device }) => {
    const page = await device.open('/booking');
    await bookOnPhone(page, -30);
    await expect(toast(page, SUCCESS)).toBeVisible();

    await fieldsOf(page).name.evaluate((field) => field.focus({ preventScroll: true }));

    await expect(toast(page, SUCCESS)).toHaveCount(0, { timeout: 3000 });
  });
});
