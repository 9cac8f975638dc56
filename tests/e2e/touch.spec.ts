import type { Page } from '@playwright/test';
import { setGallery } from '../support/content.ts';
import { tile } from '../support/gallery.ts';
import { openPortal } from '../support/portal.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { touchScreen } from '../support/touch.ts';

// A browser that emulated a touch screen has no pointer afterwards, so the tests of screens cannot.

test('on a touch screen every link of the footer and the way to call are 44 pixels high', async ({
  device,
}) => {
  const page = await device.open('/contact');
  await touchScreen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: 'My requests' }),
  ).toBeVisible();

  const low = await page
    .locator('footer a, main li a')
    .evaluateAll((links) =>
      links
        .filter((link) => link.getBoundingClientRect().height < 44)
        .map((link) => link.textContent),
    );
  expect(low).toEqual([]);
});

test('on a touch screen a picture of the portal shows its category and text always', async ({
  device,
  backend,
}) => {
  await setGallery(backend, [{ category: 'Commercial', alt: 'A long table' }]);
  const page = await openPortal(device, '/admin/gallery');
  const caption = (on: Page) => tile(on, 'A long table').getByText('Commercial').locator('..');
  await expect(caption(page)).toHaveCSS('opacity', '0');
  await touchScreen(page);
  await expect(caption(page)).toHaveCSS('opacity', '1');
});
