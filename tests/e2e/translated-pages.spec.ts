import type { Page } from '@playwright/test';
import {
  aBooking,
  bookOnDevice,
  fieldsOf,
  fillIn,
  outcomeNotice,
  readReference,
  submitButton,
} from '../support/booking.ts';
import { errorSummary } from '../support/error-summary.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { noRequests, requestCard } from '../support/requests.ts';
import { expect } from '../support/test.ts';
import { DRAWN_ANEW, translated, translatedTest as test } from '../support/translator.ts';

test.use({ serviceWorkers: 'allow' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens a page, and waits until it is translated. */
async function openTranslated(
  device: { open: (path: string) => Promise<Page> },
  path: string,
): Promise<Page> {
  const page = await device.open(path);
  await translated(page);
  return page;
}

test.beforeEach(async ({ backend }) => {
  await setGallery(backend, [
    { category: 'Residential', alt: 'A made bed' },
    { category: 'Commercial', alt: 'A long table' },
  ]);
  await setTestimonials(backend, [{ name: 'Morag Reid', role: 'Homeowner' }, { name: 'Iain' }]);
});

test('a translated site leads from each page to each other one', async ({ device }) => {
  const page = await openTranslated(device, '/');
  await page.setViewportSize({ width: 1280, height: 900 });
  const main = page.getByRole('navigation', { name: 'Main' });
  const footer = page.getByRole('contentinfo');

  for (const round of [1, 2]) {
    for (const [label, title] of [
      ['About', 'About'],
      ['Services', 'Services'],
      ['Gallery', 'Our Work'],
      ['Testimonials', 'What Our Clients Say'],
      ['Careers', ''],
      ['Contact', ''],
      ['Home', ''],
    ] as const) {
      await main.getByRole('link', { name: label, exact: true }).click();
      await expect(
        main.getByRole('link', { name: label, exact: true }),
        `${round}`,
      ).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    }
  }
  await footer.getByRole('link', { name: 'My requests' }).click();
  await expect(noRequests(page)).toBeVisible();
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await expect(heading(page, 'Privacy')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Book Now' }).click();
  await expect(submitButton(page)).toBeEnabled();
  await expect(page.locator('font').first()).toBeAttached();
});

test('a translated gallery is filtered, and its preview counts the pictures', async ({
  device,
}) => {
  const page = await openTranslated(device, '/gallery');
  const tiles = page.getByRole('main').getByRole('listitem');
  const filter = (name: string) =>
    page
      .getByRole('group', { name: 'Filter by category' })
      .getByRole('button', { name, exact: true });
  await expect(tiles).toHaveCount(2);
  await filter('Residential').click();
  await expect(tiles).toHaveCount(1);
  await expect(page.getByText('1 image', { exact: true })).toBeAttached();
  await filter('Specialized').click();
  await expect(page.getByText('No images found in this category')).toBeVisible();
  await filter('All').click();
  await expect(page.getByText('2 images', { exact: true })).toBeAttached();

  await page.getByRole('button', { name: 'A made bed' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview).toContainText('Residential 1 of 2');
  await preview.getByRole('button', { name: 'Next picture' }).click();
  await expect(preview).toContainText('Commercial 2 of 2');
  await expect(preview).toContainText('A long table');
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
});

test('a translated booking form counts characters, names mistakes and takes a booking that My requests shows', async ({
  device,
}) => {
  const page = await openTranslated(device, '/booking');
  const fields = fieldsOf(page);
  const error = (name: keyof typeof fields) => expect(fields[name]);

  await fields.notes.fill('Two cats');
  await expect(page.getByText('8/1000 characters')).toBeVisible();
  await fields.notes.fill('Two cats.');
  await expect(page.getByText('9/1000 characters')).toBeVisible();
  await expect(page.getByText('8/1000 characters')).toHaveCount(0);

  await submitButton(page).click();
  const summary = errorSummary(page);
  await expect(summary).toContainText('Please enter a valid phone number');
  await error('name').toHaveAccessibleDescription(/Name must be at least 2 characters/);
  await fields.email.fill('no address');
  await submitButton(page).click();
  await error('email').toHaveAccessibleDescription(/valid email address/);
  await fillIn(page, aBooking());
  await error('email').not.toHaveAttribute('aria-invalid', 'true');
  await submitButton(page).click();

  await expect(outcomeNotice(page)).toContainText('Request received');
  const reference = await readReference(page);
  await outcomeNotice(page).getByRole('link', { name: 'See it in My requests' }).click();
  await expect(requestCard(page, reference)).toContainText('Sent');
});

test('a booking made without a connection is seen waiting, edited, sent and cleared in translated pages', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await translated(page);
  await device.goOffline();
  const reference = await bookOnDevice(page, aBooking());
  const requests = await openTranslated(device, '/requests');
  await expect(requestCard(requests, reference)).toContainText('Waiting to be sent');
  await expect(requests.getByRole('contentinfo')).toContainText('1 waiting');

  await requestCard(requests, reference).getByRole('button', { name: 'Edit' }).click();
  await expect(requests.getByText(/You are editing/)).toBeVisible();
  await fieldsOf(requests).notes.fill('Three cats.');
  await requests.getByRole('button', { name: 'Cancel editing' }).click();
  await requests.getByRole('contentinfo').getByRole('link', { name: 'My requests' }).click();
  await device.goOnline();

  await expect(outcomeNotice(page)).toContainText('Request received');
  await expect(requestCard(requests, reference)).toContainText('Sent');
  await expect(requestCard(requests, reference)).not.toContainText('Waiting');
  await expect(requests.getByRole('contentinfo')).not.toContainText('1 waiting');
});

test.describe('translated before its scripts run', () => {
  test.use({ translatedFrom: 'page is parsed' });

  test('a form is drawn anew and counts characters', async ({ device, uncaught }) => {
    const page = await openTranslated(device, '/booking');
    await expect(fieldsOf(page).name).toBeEnabled();
    await fieldsOf(page).notes.fill('Two cats');
    await expect(page.getByText('8/1000 characters')).toBeVisible();
    // Otherwise the page worked before it was translated.
    expect(uncaught.join()).toMatch(DRAWN_ANEW);
  });
});
