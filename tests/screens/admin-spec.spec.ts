import type { Page } from '@playwright/test';
import { setGallery, setTestimonials } from '../support/content.ts';
import { answerWith, DELETION, pauseAnswer } from '../support/faults.ts';
import { picker, tiles } from '../support/gallery.ts';
import { clearStore } from '../support/local-store.ts';
import type { Network } from '../support/network.ts';
import { aPhoto } from '../support/photos.ts';
import { goTo, openPortal, signIn } from '../support/portal.ts';
import { deleteRows, selectBox } from '../support/portal-list.ts';
import { storeApplication, storeMessage, storePosting } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { createAdministrator, loginHeading, signOutButton } from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { card, createButton, dialogOf, fieldsOf, fillIn } from '../support/testimonials.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Holds back the next deletion's answer. Returns a function that refuses it with this message. */
function holdRefusal(network: Network, message: string): () => void {
  let refuse = (): void => undefined;
  const decided = new Promise<void>((resolve) => (refuse = resolve));
  const refusal = answerWith(400, { code: '23503', message, details: null, hint: null });
  network.answerInTurn(DELETION, [
    async (exchange) => {
      await decided;
      await refusal(exchange);
    },
  ]);
  return refuse;
}

/**
 * Deletes a row, which disappears before the server answers, and expects it back with this text
 * after the refusal.
 */
async function expectBackAfterRefusal(
  page: Page,
  row: string,
  refuse: () => void,
  text: string,
): Promise<void> {
  await deleteRows(page, [row]);
  await expect(selectBox(page, row)).toHaveCount(0);
  refuse();
  await expect(toast(page, text)).toBeVisible();
  await expect(selectBox(page, row)).toBeVisible();
}

test('the sidebar’s links are the addresses of the portal’s screens', async ({ device }) => {
  const page = await openPortal(device);
  const links = page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
  const targets = await links.evaluateAll((anchors) =>
    anchors.map((anchor) => anchor.getAttribute('href')),
  );
  const screens = [
    'dashboard',
    'bookings',
    'team',
    'careers',
    'applications',
    'messages',
    'gallery',
    'testimonials',
  ];
  expect(targets).toEqual(screens.map((screen) => `/admin/${screen}`));
});

test('an administrator who opens the sign-in sees that it verifies, and then the dashboard', async ({
  device,
  network,
  backend,
}) => {
  const page = await device.open('/admin/login');
  await signIn(page, await createAdministrator(backend));
  await clearStore(page, 'portalFacts');
  const paused = pauseAnswer();
  network.answerInTurn('POST /rest/v1/rpc/has_role', [paused.answer]);

  await page.goto('/admin/login');

  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toContainText(
    'Verifying credentials',
  );
  await expect(loginHeading(page)).toHaveCount(0);
  paused.release();
  await expect(heading(page, 'Dashboard Overview')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('one tab asks the server to end the session, the others follow, and a refusal shows in the server’s own words', async ({
  device,
  network,
}) => {
  const page = await openPortal(device);
  const other = await device.open('/admin/messages');
  await expect(heading(other, 'Contact Messages')).toBeVisible();
  const msg = 'The session could not be ended';
  const refusal = answerWith(422, { code: 422, error_code: 'unexpected_failure', msg });
  const asked = network.answerInTurn('POST /auth/v1/logout*', [refusal]);

  await signOutButton(page).click();

  await expect(toast(page, /^Error$/)).toBeVisible();
  await expect(toast(page, msg)).toBeVisible();
  await expect(loginHeading(page)).toBeVisible();
  await expect(loginHeading(other)).toBeVisible();
  expect(asked.count).toBe(1);
});

test('the form of a job posting asks for five things, and leaves room for the long ones', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/careers');
  await page.getByRole('button', { name: 'Add Job Posting' }).click();

  const dialog = page.getByRole('dialog', { name: 'Create Job Posting' });
  await expect(dialog.locator('label')).toHaveText([
    'Job Title',
    'Type',
    'Location',
    'Description',
    'Requirements (one per line)',
  ]);
  await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '4');
  await expect(dialog.getByLabel('Requirements')).toHaveAttribute('rows', '5');
});

test('the gallery’s file dialog offers images, several at once, and its grid has two, three or four columns', async ({
  device,
  backend,
}) => {
  await setGallery(backend, [{ category: 'Residential', alt: 'A made bed' }]);
  const page = await openPortal(device, '/admin/gallery');
  await expect(picker(page)).toHaveAttribute('accept', 'image/*');
  await expect(picker(page)).toHaveAttribute('multiple');

  const grid = tiles(page).first().locator('..');
  for (const [width, columns] of [
    [390, 2],
    [900, 3],
    [1400, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(grid).toHaveCSS('grid-template-columns', new RegExp(`^(\\S+ ?){${columns}}$`));
  }
});

test('the form of a testimonial takes a number and an image of three types, and its avatar shows on the card', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  await fillIn(page, { name: 'Morag Avatar', avatar: await aPhoto() });
  const { rating, avatar } = fieldsOf(page);
  await expect(dialogOf(page).locator('label')).toContainText([
    'Name *',
    'Role/Title (optional)',
    'Rating (1-5) *',
    'Quote',
    'Avatar Image',
  ]);
  await expect(rating).toHaveAttribute('type', 'number');
  await expect(avatar).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp');

  await createButton(page).click();

  const portrait = card(page, 'Morag Avatar').locator('img');
  await expect
    .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('deleted postings, applications and messages go at once, and come back when the server refuses', async ({
  device,
  network,
  backend,
}) => {
  await storePosting(backend, { title: 'Kept posting' });
  await storeApplication(backend, { name: 'Kept application' });
  await storeMessage(backend, { name: 'Kept message' });
  const page = await openPortal(device);

  for (const [label, row, text] of [
    ['Job Postings', 'Kept posting', 'Failed to delete job postings'],
    ['Applications', 'Kept application', 'Failed to delete applications'],
    ['Messages', 'Kept message', 'Failed to delete messages'],
  ] as const) {
    const refuse = holdRefusal(network, 'The row is in use');
    await goTo(page, label);
    await expectBackAfterRefusal(page, row, refuse, text);
  }
});

test('deleted pictures and testimonials go at once, and come back with the server’s own words when it refuses', async ({
  device,
  network,
  backend,
}) => {
  await setGallery(backend, [{ category: 'Commercial', alt: 'Kept picture' }]);
  await setTestimonials(backend, [{ name: 'Kept testimonial' }]);
  const page = await openPortal(device);

  for (const [label, row, text] of [
    ['Gallery', 'Kept picture', 'The picture is in use'],
    ['Testimonials', 'Kept testimonial', 'The testimonial is in use'],
  ] as const) {
    const refuse = holdRefusal(network, text);
    await goTo(page, label);
    await expectBackAfterRefusal(page, row, refuse, text);
  }
});

const inJson = (status: number, code: string, message: string) =>
  answerWith(status, { code, message, details: null, hint: null });
const inHtml = answerWith(502, '<!doctype html><title>Bad gateway</title>', {
  'content-type': 'text/html',
});
const CLOSED = 'The lists are closed';
const TROUBLE = 'The server is having trouble. Please try again in a minute.';

for (const { label, answer, text } of [
  {
    label: 'Job Postings',
    answer: inJson(400, 'P0001', CLOSED),
    text: 'Failed to fetch job postings',
  },
  { label: 'Applications', answer: inHtml, text: 'Failed to fetch job applications' },
  {
    label: 'Messages',
    answer: inJson(403, '42501', CLOSED),
    text: 'Failed to fetch contact messages',
  },
  { label: 'Gallery', answer: inJson(403, '42501', CLOSED), text: CLOSED },
  { label: 'Gallery', answer: inHtml, text: TROUBLE },
  { label: 'Testimonials', answer: inJson(400, 'P0001', CLOSED), text: TROUBLE },
]) {
  test(`when the server does not give its lists, ${label} says “${text}”, once`, async ({
    device,
    network,
  }) => {
    const page = await openPortal(device);
    await expect(page.getByText(/^Synced \d/)).toBeVisible();
    network.answerEvery('POST /rest/v1/rpc/changes*', answer);

    await goTo(page, label);

    await expect(toast(page, text)).toBeVisible();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Close toast' })
      .click();
    await expect(toast(page, text)).toHaveCount(0);
  });
}
