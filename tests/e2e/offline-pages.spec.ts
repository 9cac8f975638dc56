import type { Page } from '@playwright/test';
import { SITE_PAGES } from '../../src/app/paths.ts';
import { expect, test } from '../support/test.ts';

/** The pictures from the store that the page shows and the device does not keep yet. */
const unkept = (page: Page) =>
  page.evaluate(async () => {
    const pictures = [...document.images].map(({ currentSrc }) => currentSrc).filter((src) => src.includes('/storage/v1/'));
    const kept = await Promise.all(pictures.map((src) => caches.match(src)));
    return pictures.filter((_, i) => !kept[i]);
  });

for (const { path, label } of SITE_PAGES) {
  test(`${label} opens with no network in a browser just started, after one visit to the home page`, async ({ device }) => {
    const first = await device.openInstalled('/');
    await first.goto(path);
    const heading = await first.getByRole('heading', { level: 1 }).innerText();
    await expect.poll(() => unkept(first), 'pictures still to be kept').toEqual([]);
    await device.kill();
    await device.start();
    await device.goOffline();

    const page = await device.open(path);

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src));
    expect(broken).toEqual([]);
  });
}

test('a page that does not exist says so offline too', async ({ device }) => {
  await device.openInstalled('/');
  await device.goOffline();

  const page = await device.open('/no-such-page');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Swept Away');
});

test('a first visit to the booking page alone is enough to book offline after a restart', async ({ device }) => {
  await device.openInstalled('/booking');
  await device.kill();
  await device.start();
  await device.goOffline();

  const page = await device.open('/booking');

  await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeEnabled();
});
