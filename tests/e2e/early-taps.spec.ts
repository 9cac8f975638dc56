import type { Page } from '@playwright/test';
import { pauseAnswer } from '../support/faults.ts';
import { hydrated } from '../support/hydrated.ts';
import type { Network } from '../support/network.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** Opens a page whose scripts are held back until released. */
async function openPaused(page: Page, network: Network) {
  const paused = pauseAnswer();
  network.answerEvery('GET /assets/contact-page-*.js', paused.answer);
  await page.goto('/contact');
  await paused.arrived;
  return paused;
}

test('a tap before the page works takes effect once it does', async ({ device, network }) => {
  await device.context.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Streets</h1>' }),
  );
  const page = await device.context.newPage();
  const paused = await openPaused(page, network);

  await page.getByRole('button', { name: 'Load the interactive map' }).click();
  paused.release();

  await expect(page.getByText('This map comes from openstreetmap.org.')).toBeVisible();
});

test('a tap on the menu before it works opens it, and does not close it again', async ({
  device,
  network,
}) => {
  const page = await device.context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  const paused = await openPaused(page, network);
  const menu = page.getByRole('banner').getByRole('button', { name: /menu/i });

  await menu.click();
  paused.release();

  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('main').getByRole('button', { name: 'Send Message' })).toBeEnabled();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
});

test('going back returns to a place that was reached before the page worked', async ({
  device,
  network,
}) => {
  const page = await device.context.newPage();
  const paused = await openPaused(page, network);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  paused.release();
  await hydrated(page);
  await link.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get In Touch');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});
