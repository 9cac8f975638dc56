import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPortal } from './support/portal.tsx';

test('the sidebar leads to every screen', async () => {
  await openPortal('/admin/testimonials');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Messages' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toHaveFocus();
});
test('the sidebar is 64 units wide', async () => {
  await openPortal();
  expect(page.getByRole('complementary').element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 256 });
});
