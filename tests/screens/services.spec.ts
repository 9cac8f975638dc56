import type { Page } from '@playwright/test';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const SERVICES = {
  Residential: ['Regular House Cleaning', 'Deep Cleaning', 'Move In/Out Cleaning'],
  Commercial: ['Office Cleaning', 'Retail Space Cleaning', 'Facility Maintenance'],
  Specialized: ['Post-Construction Cleaning', 'Event Cleaning', 'Eco-Friendly Cleaning'],
};
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article');

test('the services page opens with the residential services', async ({ device }) => {
  const page = await device.open('/services');
  await expect(page).toHaveTitle('Our Services | Whitecart Cleaning');

  await expect(tab(page, 'Residential')).toHaveAttribute('aria-selected', 'true');
  await expect(cards(page).getByRole('heading')).toHaveText(SERVICES.Residential);
  await expect(page.getByRole('link', { name: 'Book Your Service Now' })).toHaveAttribute('href', '/booking');
});

for (const [name, titles] of Object.entries(SERVICES)) {
  test(`the ${name} tab shows its three services, each with a wide picture, six points and a way to book`, async ({ device }) => {
    const page = await device.openInstalled('/services');

    await tab(page, name).click();

    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect(cards(page).getByRole('heading')).toHaveText(titles);
    for (const card of await cards(page).all()) {
      const box = await card.getByRole('img').boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
      await expect(card.getByRole('listitem')).toHaveCount(6);
      await expect(card.getByRole('link', { name: 'Book Now' })).toHaveAttribute('href', '/booking');
    }
  });
}

test('the arrow keys, Home and End move between the tabs, and Tab leads into the panel', async ({ device }) => {
  const page = await device.openInstalled('/services');
  await tab(page, 'Residential').focus();

  for (const [key, name] of [
    ['ArrowRight', 'Commercial'],
    ['End', 'Specialized'],
    ['ArrowRight', 'Residential'],
    ['ArrowLeft', 'Specialized'],
    ['Home', 'Residential'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name)).toBeFocused();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
});
