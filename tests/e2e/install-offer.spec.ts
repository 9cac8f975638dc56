import type { Page } from '@playwright/test';
import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { draw, drawWith } from '../support/late-chunk.ts';
import { openPortal } from '../support/portal.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const installButton = (page: Page) => page.getByRole('button', { name: 'Install this app' });
/** The link below the portal's offer. */
const deviceLink = (page: Page) => page.getByRole('link', { name: 'About this device' });

/**
 * Dispatches the browser's install event, which normally comes after a while, with a fixed answer
 * of the person.
 */
const announce = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((outcome) => {
    const prompt = () => Promise.resolve(document.body.setAttribute('data-prompted', ''));
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) }));
  }, outcome);

test('the site is offered for installing after a sent booking only, and never again after a no', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await announce(page, 'accepted');
  await drawWith(page, 'install-site');
  await expect(installButton(page)).toHaveCount(0);
  await book(page, aBooking());
  await expect(outcomeNotice(page)).toContainText('Request received');
  await expect(installButton(page)).toBeVisible();

  await page.getByRole('button', { name: 'No, thanks' }).press('Enter');
  await expect(installButton(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await announce(page, 'accepted');
  await book(page, aBooking());
  await expect(outcomeNotice(page)).toContainText('Request received');
  await drawWith(page, 'install-site');
  await expect(installButton(page)).toHaveCount(0);
});

test('the portal offers its install beside the account until it is answered, and a keyboard continues below', async ({
  device,
}) => {
  const page = await openPortal(device);
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  await expect(installButton(page)).toHaveCount(0);
  await announce(page, 'dismissed');

  await page
    .getByRole('region', { name: 'Account' })
    .getByRole('button', { name: 'Install this app' })
    .press('Enter');

  await expect(page.locator('body')).toHaveAttribute('data-prompted');
  await expect(installButton(page)).toHaveCount(0);
  await expect(deviceLink(page)).toBeFocused();
  await announce(page, 'accepted');
  await draw(page);
  await expect(installButton(page)).toHaveCount(0);
});

test('an iPhone shows how to install the portal by hand until the hint is dismissed, and a keyboard continues below', async ({
  device,
}) => {
  await device.context.addInitScript(() => Object.assign(navigator, { standalone: false }));
  const page = await openPortal(device);
  const hint = page.getByText('To install this app, tap Share, then Add to Home Screen.');
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss the hint' }).press('Enter');
  await expect(hint).toHaveCount(0);
  await expect(deviceLink(page)).toBeFocused();
  await page.reload();
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  await expect(hint).toHaveCount(0);
});
