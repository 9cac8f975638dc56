import type { Page } from '@playwright/test';
import { londonTime } from '../../src/core/domain/london-time.ts';
import { dayAfter } from '../../src/core/domain/london-time.ts';
import type { TestBackend } from '../support/backend.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { picker, altField, checkboxOf, tiles, uploadButton } from '../support/gallery.ts';
import { aPhoto } from '../support/photos.ts';
import { goTo, openInstalledPortal, openPortal, signIn } from '../support/portal.ts';
import {
  card,
  cards,
  deleteButton,
  deleteRows,
  searchField,
  selectAll,
  selectBox,
  undoButtons,
  waitingDeletions,
} from '../support/portal-list.ts';
import {
  clear,
  storeApplication,
  storeBooking,
  storeManyBookings,
  storeMessage,
  storePosting,
} from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { loginHeading, signOutButton } from '../support/staff.ts';
import { expect } from '../support/test.ts';
import * as testimonials from '../support/testimonials.ts';
import { translated, translatedTest as test } from '../support/translator.ts';

test.use({ serviceWorkers: 'allow' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tally = (page: Page, text: string) =>
  page.getByRole('search').getByRole('status').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');
const deleteInDialog = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Delete', exact: true });
const today = () => londonTime(Date.now()).day;

/** Stores three rows in each list, one of them named `Zoë Muir`. */
async function storeRows(backend: TestBackend): Promise<void> {
  for (const table of ['bookings', 'job_applications', 'careers', 'contact_messages'] as const)
    await clear(backend, table);
  for (const name of ['Zoë Muir', 'Isla Bute', 'Rona Skye']) {
    await storeBooking(backend, {
      name,
      status: name === 'Isla Bute' ? 'confirmed' : 'pending',
      preferred_date: dayAfter(today(), 2),
      notes: 'Two cats.',
    });
    const career_id = await storePosting(backend, { title: name });
    await storeApplication(backend, { name, career_id });
    await storeMessage(backend, { name });
  }
  const three = ['Zoë Muir', 'Isla Bute', 'Rona Skye'];
  await setGallery(
    backend,
    three.map((alt) => ({ category: 'Residential', alt })),
  );
  await setTestimonials(
    backend,
    three.map((name) => ({ name })),
  );
}

/** Opens a screen, and waits until it is translated. */
async function openTranslated(
  device: Parameters<typeof openPortal>[0],
  path: string,
): Promise<Page> {
  const page = await openPortal(device, path);
  await translated(page);
  return page;
}

test.beforeEach(({ backend }) => storeRows(backend));

test('a translated portal leads from each screen to each other one', async ({ device }) => {
  const page = await openTranslated(device, '/admin/dashboard');
  for (const round of [1, 2]) {
    for (const [label, title] of [
      ['Bookings', 'Bookings'],
      ['Job Postings', 'Job Postings'],
      ['Applications', 'Applications'],
      ['Messages', 'Contact Messages'],
      ['Gallery', 'Gallery Manager'],
      ['Testimonials', 'Testimonials Manager'],
      ['About this device', 'About this device'],
      ['Dashboard', 'Dashboard Overview'],
    ] as const) {
      await page
        .getByRole('complementary')
        .or(page.locator('body'))
        .getByRole('link', { name: label, exact: true })
        .first()
        .click();
      await expect(heading(page), `round ${round}`).toContainText(title);
    }
  }
  await expect(page.locator('font').first()).toBeAttached();
});

for (const [path, total] of [
  ['/admin/bookings', '3 bookings'],
  ['/admin/bookings?view=schedule', '3 bookings'],
  ['/admin/careers', '3 job postings'],
  ['/admin/applications', '3 applications'],
  ['/admin/messages', '3 messages'],
] as const) {
  test(`${path} is searched and its rows are ticked, counted and deleted on a translated page`, async ({
    device,
  }) => {
    const page = await openTranslated(device, path);
    await expect(cards(page)).toHaveCount(3);

    for (const query of ['zoe', 'muir', 'isla', 'nobody', '']) {
      await searchField(page).fill(query);
      await expect(tally(page, `${{ nobody: 0 }[query] ?? 1} of ${total}`)).toHaveCount(
        query === '' ? 0 : 1,
      );
    }
    await expect(cards(page)).toHaveCount(3);
    await searchField(page).fill('skye');
    await expect(card(page, 'Rona Skye').locator('mark').first()).toHaveText('Skye');
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await expect(cards(page)).toHaveCount(3);

    await selectBox(page, 'Zoë Muir').check();
    await expect(deleteButton(page)).toHaveText('Delete Selected (1)');
    await selectBox(page, 'Isla Bute').check();
    await expect(deleteButton(page)).toHaveText('Delete Selected (2)');
    await selectBox(page, 'Isla Bute').uncheck();
    await expect(deleteButton(page)).toHaveText('Delete Selected (1)');
    await selectAll(page).check();
    await expect(deleteButton(page)).toHaveText('Delete Selected (3)');
    await selectBox(page, 'Rona Skye').uncheck();
    await deleteButton(page).click();
    await expect(dialog(page)).toContainText(/delete 2 /);
    await deleteInDialog(page).click();

    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, 'Rona Skye')).toBeVisible();
    await expect(deleteButton(page)).toHaveCount(0);
  });
}

test('the pictures of a translated page are picked, uploaded, ticked and deleted', async ({
  device,
}) => {
  const page = await openTranslated(device, '/admin/gallery');
  await expect(tiles(page)).toHaveCount(3);
  await checkboxOf(page, 'Zoë Muir').check();
  await expect(deleteButton(page)).toHaveText('Delete Selected (1)');
  await checkboxOf(page, 'Isla Bute').check();
  await expect(deleteButton(page)).toHaveText('Delete Selected (2)');
  await deleteButton(page).click();
  await expect(dialog(page)).toContainText('delete 2 image(s)');
  await deleteInDialog(page).click();
  await expect(tiles(page)).toHaveCount(1);

  await picker(page).setInputFiles([await aPhoto(), await aPhoto({ name: 'IMG_2042.jpg' })]);
  await expect(page.getByText('2 file(s) selected')).toBeVisible();
  await picker(page).setInputFiles([await aPhoto()]);
  await expect(page.getByText('1 file(s) selected')).toBeVisible();
  await altField(page).fill('A clean oven');
  await uploadButton(page).click();
  await expect(checkboxOf(page, 'A clean oven')).toBeVisible();
  await expect(page.getByText('0 file(s) selected')).toBeVisible();
});

test('a testimonial is written on a translated page, with its characters counted, and another one is deleted', async ({
  device,
}) => {
  const page = await openTranslated(device, '/admin/testimonials');
  await testimonials.newTestimonial(page).click();
  await testimonials.createButton(page).click();
  await expect(
    dialog(page)
      .getByText('Name is required')
      .or(dialog(page).locator('[aria-invalid=true]'))
      .first(),
  ).toBeVisible();
  await testimonials.fieldsOf(page).quote.fill('Very clean.');
  await expect(dialog(page)).toContainText('11/400 characters');
  await page.keyboard.press('Escape');
  await testimonials.fillIn(page, { name: 'Morag Reid' });
  await expect(dialog(page)).toContainText('43/400 characters');
  await testimonials.createButton(page).click();
  await expect(testimonials.card(page, 'Morag Reid')).toBeVisible();

  await selectBox(page, 'Zoë Muir').check();
  await expect(deleteButton(page)).toHaveText('Delete Selected (1)');
  await deleteButton(page).click();
  await deleteInDialog(page).click();
  await expect(testimonials.card(page, 'Zoë Muir')).toHaveCount(0);
});

test('a job posting is created on a translated page', async ({ device }) => {
  const page = await openTranslated(device, '/admin/careers');
  await page.getByRole('button', { name: 'Add Job Posting' }).click();
  const create = dialog(page).getByRole('button', { name: 'Create Job Posting' });
  await create.click();
  await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible();
  for (const [label, text] of Object.entries({
    'Job Title': 'Window cleaner',
    Type: 'Part-time',
    Location: 'Renfrew',
    Description: 'Clean the windows of tenements.',
  }))
    await dialog(page).getByRole('textbox', { name: label }).fill(text);
  await create.click();
  await expect(card(page, 'Window cleaner')).toBeVisible();
});

test('bookings are filtered on a translated page, in both orders, and the filters are counted', async ({
  device,
}) => {
  const page = await openTranslated(device, '/admin/bookings');
  const button = page.getByRole('button', { name: /^Filters/ });
  const filters = page.getByRole('group', { name: 'Filters' });
  await button.click();
  await filters.getByLabel('Status').selectOption('pending');
  await expect(button).toHaveText('Filters (1)');
  await expect(tally(page, '2 of 3 bookings')).toBeVisible();
  await filters.getByLabel('Date from').fill(dayAfter(today(), 1));
  await expect(button).toHaveText('Filters (2)');
  await page.getByText('Schedule', { exact: true }).click();
  await expect(page).toHaveURL(/view=schedule/);
  await expect(tally(page, '2 of 3 bookings')).toBeVisible();
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await expect(button).toHaveText('Filters');
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole('group', { name: 'View' }).getByText('Received').click();
  await expect(cards(page)).toHaveCount(3);
});

test('a long list is searched, scrolled and ticked whole on a translated page', async ({
  device,
  backend,
}) => {
  await storeManyBookings(backend, 200);
  const page = await openTranslated(device, '/admin/bookings');
  await expect(card(page, 'Zoë Muir').or(card(page, 'Customer 1')).first()).toBeVisible();
  await selectAll(page).check();
  await expect(deleteButton(page)).toHaveText('Delete Selected (203)');
  await selectAll(page).uncheck();
  for (const query of ['customer', 'customer 150', 'zoe', 'customer 199', '']) {
    await searchField(page).fill(query);
    if (query === 'customer') await expect(tally(page, '200 of 203 bookings')).toBeVisible();
    if (query === 'zoe') await expect(tally(page, '1 of 203 bookings')).toBeVisible();
  }
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, 3_000);
    await page.waitForTimeout(50);
  }
  await expect(cards(page).last()).toBeVisible();
});

test('the menu of a card, the dashboard and new records are right on a translated page', async ({
  device,
  backend,
}) => {
  const page = await openTranslated(device, '/admin/messages');
  await expect(cards(page)).toHaveCount(3);
  await goTo(page, 'Dashboard');
  const counted = page
    .getByRole('region', { name: 'Counts' })
    .getByRole('listitem')
    .filter({ hasText: 'Messages' });
  await expect(counted).toHaveText(/^3\D/);
  await expect(page.getByRole('region', { name: /^Next: / })).toContainText('Two cats.');
  for (const added of [1, 2]) {
    await storeMessage(backend, { name: `Number ${added}` });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(counted).toHaveText(new RegExp(`^${3 + added}\\D`));
    await expect(counted).toContainText(`${added} new since your last visit`);
  }
  await goTo(page, 'Messages');
  await expect(card(page, 'Number 2').getByText('New', { exact: true })).toBeVisible();

  await goTo(page, 'Bookings');
  await card(page, 'Zoë Muir').getByRole('button', { name: 'More: Zoë Muir' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy address' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('waiting deletions are counted, undone and listed by the device page, translated', async ({
  device,
}) => {
  const page = await openInstalledPortal(device, '/admin/bookings');
  await translated(page);
  await device.goOffline();
  await deleteRows(page, ['Zoë Muir']);
  await expect(waitingDeletions(page)).toContainText('1 booking will be deleted');
  await expect(page.getByText('1 change to send')).toBeVisible();
  await deleteRows(page, ['Isla Bute']);
  await expect(page.getByText('2 changes to send')).toBeVisible();
  await page
    .getByRole('region', { name: 'Account' })
    .getByRole('link', { name: 'About this device' })
    .click();
  await expect(page.getByText('You have 2 changes waiting to be sent.')).toBeVisible();
  await expect(page.getByText(/bookings kept/)).toContainText('2 changes to send');
  await page.goBack();
  await undoButtons(page).first().click();
  await expect(page.getByText('1 change to send')).toBeVisible();
  await expect(cards(page)).toHaveCount(2);

  await signOutButton(page).click();
  await expect(dialog(page)).toContainText('1 change not sent yet');
  await page.keyboard.press('Escape');
  await device.goOnline();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText('1 change to send')).toHaveCount(0);
  await expect(waitingDeletions(page)).toHaveCount(0);
});

test('staff sign in, are refused, change their mind about a password and sign out on translated pages', async ({
  device,
}) => {
  const page = await device.open('/admin/login');
  await translated(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByLabel('Password').fill('a-wrong-secret');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('main').getByText('Login Failed')).toBeVisible();
  await signIn(page);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Updat/ })
    .click();
  await expect(dialog(page)).toContainText('Please fill in all fields');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await signOutButton(page).click();
  await expect(loginHeading(page)).toBeVisible();
  await expect(toast(page, 'You have been signed out')).toBeVisible();
});
