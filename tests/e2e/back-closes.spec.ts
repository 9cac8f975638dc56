import { goTo, openPortal } from '../support/portal.ts';
import { dialogOf, newTestimonial } from '../support/testimonials.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('after a reload of a page with an open dialog, Back leaves the page', async ({ device }) => {
  const page = await openPortal(device);
  await goTo(page, 'Testimonials');
  await newTestimonial(page).click();
  await expect(dialogOf(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Testimonials Manager');
  await expect(dialogOf(page)).toHaveCount(0);

  await page.goBack();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard Overview');
});
