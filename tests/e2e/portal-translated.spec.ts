import type { Page } from '@playwright/test';
import { londonTime } from '../../src/core/domain/london-time.ts';
import { dayAfter } from '../../src/core/domain/london-time.ts';
import type { TestBackend } from '../support/backend.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
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
  storeMessage,
  storePosting,
} from '../support/portal-records.ts';
import { signOutButton } from '../support/staff.ts';
import { expect } from '../support/test.ts';
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

test('a list is searched and its rows are ticked, counted and deleted on a translated page', async ({
  device,
}) => {
  const page = await openTranslated(device, '/admin/bookings');
  await expect(cards(page)).toHaveCount(3);

  for (const query of ['zoe', 'muir', 'isla', 'nobody', '']) {
    await searchField(page).fill(query);
    await expect(tally(page, `${{ nobody: 0 }[query] ?? 1} of 3 bookings`)).toHaveCount(
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
