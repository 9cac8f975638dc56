import type { Page } from '@playwright/test';
import { hydrated } from '../support/hydrated.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const place = (page: Page) => page.evaluate(() => scrollY);

/** Records the page's last scroll call. */
const noteScrolling = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo = (options?: ScrollToOptions | number) => {
      if (typeof options !== 'object') return;
      document.documentElement.dataset.scrolled = options.behavior ?? '';
      window.scroll(options);
    };
  });

async function expectTopAfterFooterLink(page: Page, behavior: ScrollBehavior): Promise<void> {
  await hydrated(page);
  await noteScrolling(page);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' });
  await link.scrollIntoViewIfNeeded();
  expect(await place(page)).toBeGreaterThan(0);

  await link.click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
  await expect.poll(() => place(page)).toBe(0);
  await expect(page.locator('html')).toHaveAttribute('data-scrolled', behavior);
}

test('a new page is scrolled smoothly to its top', async ({ device }) => {
  await expectTopAfterFooterLink(await device.openInstalled('/about'), 'smooth');
});

test('where less motion is preferred, a new page is at its top at once', async ({ device }) => {
  const page = await device.openInstalled('/about');
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await expectTopAfterFooterLink(page, 'instant');
});

test('going back returns to the old place of the page', async ({ device }) => {
  const page = await device.openInstalled('/about');
  await hydrated(page);
  const link = page.getByRole('main').getByRole('link', { name: 'Book a Service' });
  await link.scrollIntoViewIfNeeded();
  const before = await place(page);
  expect(before).toBeGreaterThan(0);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a Service');
  await expect.poll(() => place(page)).toBe(0);

  await page.goBack();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await expect.poll(() => place(page)).toBe(before);
});
