import type { Page } from '@playwright/test';
import { setGallery } from '../support/content.ts';
import { noAnswer, pauseAnswer } from '../support/faults.ts';
import { hydrated } from '../support/hydrated.ts';
import { goTo, openPortal } from '../support/portal.ts';
import { dialogOf, fieldsOf, newTestimonial } from '../support/testimonials.ts';
import { expect, pageTest as test } from '../support/test.ts';

const PHONE = { width: 390, height: 844 };
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('Back closes what is open in the portal, the highest first, and then leaves the page', async ({
  device,
}) => {
  const page = await openPortal(device);
  await page.setViewportSize(PHONE);
  await page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Messages' })
    .click();
  await expect(heading(page)).toHaveText('Contact Messages');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const password = page.getByRole('dialog', { name: 'Change Password' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await drawer.getByRole('button', { name: 'Change Password' }).click();
  await expect(password).toBeVisible();

  await page.goBack();
  await expect(password).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(heading(page)).toHaveText('Contact Messages');
  await page.goForward();
  await expect(drawer).toHaveCount(0);

  // Closed otherwise, it leaves no entry behind that Back would stop at.
  const { length } = await page.evaluate(() => ({ length: history.length }));
  for (let i = 0; i < 3; i++) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  }
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.goBack();
  await expect(heading(page)).toHaveText('Dashboard Overview');
});

test('a page opened from the drawer is left by one Back', async ({ device }) => {
  const page = await openPortal(device);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Messages' }).click();
  await expect(heading(page)).toHaveText('Contact Messages');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goBack();

  await expect(heading(page)).toHaveText('Dashboard Overview');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after a reload of a page with an open dialog, Back leaves the page', async ({ device }) => {
  const page = await openPortal(device);
  await goTo(page, 'Testimonials');
  await newTestimonial(page).click();
  await expect(dialogOf(page)).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText('Testimonials Manager');
  await expect(dialogOf(page)).toHaveCount(0);

  await page.goBack();

  await expect(heading(page)).toHaveText('Dashboard Overview');
});

test('a dialog that is busy stays open on Back, and so does the page', async ({
  device,
  network,
}) => {
  const page = await openPortal(device);
  await goTo(page, 'Testimonials');
  const paused = pauseAnswer(noAnswer);
  const inserts = network.answerEvery('POST /rest/v1/testimonials*', paused.answer);
  await newTestimonial(page).click();
  await fieldsOf(page).name.fill('Una Shaw');
  await fieldsOf(page).quote.fill('They left every room spotless.');
  await dialogOf(page).getByRole('button', { name: 'Create Testimonial' }).click();
  await expect(dialogOf(page).getByRole('button', { name: 'Creating...' })).toBeVisible();
  await paused.arrived;

  for (let i = 0; i < 2; i++) {
    await page.goBack();
    await expect(dialogOf(page)).toBeVisible();
  }
  await expect(page).toHaveURL(/\/admin\/testimonials$/);
  inserts.stop();
});

test('Back closes the gallery’s large picture and the menu of a small screen', async ({
  device,
  backend,
}) => {
  await setGallery(backend, [{ category: 'Residential', alt: 'A made bed' }]);
  const page = await device.open('/about');
  await page.setViewportSize(PHONE);
  await hydrated(page);
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  await toggle.click();
  await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click();
  await expect(heading(page)).toHaveText('Our Work');

  await page.getByRole('button', { name: 'A made bed' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page)).toHaveText('Our Work');

  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.goBack();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();
  await expect(heading(page)).toHaveText('Our Work');

  await page.goBack();
  await expect(heading(page)).toHaveText('About Us');
});
