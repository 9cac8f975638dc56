import type { Page } from '@playwright/test';
import { altField, categoryField, picker } from '../support/gallery.ts';
import { readStore } from '../support/local-store.ts';
import { aPhoto } from '../support/photos.ts';
import { goTo, openPortal } from '../support/portal.ts';
import { signOutButton, loginHeading } from '../support/staff.ts';
import {
  createButton,
  dialogOf,
  fieldsOf,
  fillIn,
  newTestimonial,
} from '../support/testimonials.ts';
import { expect, pageTest as test } from '../support/test.ts';

const postingField = (page: Page, label: string) =>
  page.getByRole('dialog', { name: 'Create Job Posting' }).getByRole('textbox', { name: label });
const openPosting = (page: Page) => page.getByRole('button', { name: 'Add Job Posting' }).click();
const drafts = (page: Page) => readStore(page, 'forms');
/** A stored draft with these values among others. */
const draftOf = (values: Record<string, string>): unknown =>
  expect.objectContaining({ values: expect.objectContaining(values) });

test('a long text of a portal form survives Back, a reload and another screen', async ({
  device,
}) => {
  const page = await openPortal(device);
  await goTo(page, 'Job Postings');
  await openPosting(page);
  await postingField(page, 'Job Title').fill('Window cleaner');
  await postingField(page, 'Description').fill('Ladders are ours.\nThe view is yours.');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard Overview');

  await goTo(page, 'Job Postings');
  await openPosting(page);
  await expect(postingField(page, 'Description')).toHaveValue(
    'Ladders are ours.\nThe view is yours.',
  );
  await postingField(page, 'Location').fill('Paisley');
  await expect.poll(() => drafts(page)).toContainEqual(draftOf({ location: 'Paisley' }));
  await page.reload();
  await openPosting(page);
  await expect(postingField(page, 'Job Title')).toHaveValue('Window cleaner');
  await expect(postingField(page, 'Location')).toHaveValue('Paisley');

  await page.goto('/admin/gallery');
  await categoryField(page).selectOption('Commercial');
  await altField(page).fill('A long corridor');
  await expect.poll(() => drafts(page)).toContainEqual(draftOf({ alt: 'A long corridor' }));
  await page.reload();
  await expect(altField(page)).toHaveValue('A long corridor');
  await expect(categoryField(page)).toHaveValue('Commercial');
});

test('a draft is shown in every tab, is gone once it is sent in one, and is deleted at a sign-out', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  const other = await device.open('/admin/testimonials');
  await fillIn(page, { name: 'Greer Bain' });
  await newTestimonial(other).click();
  await expect(fieldsOf(other).name).toHaveValue('Greer Bain');

  await createButton(page).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(fieldsOf(other).name).toHaveValue('');
  await expect(fieldsOf(other).quote).toHaveValue('');

  await fieldsOf(other).name.fill('Moira Kerr');
  await expect.poll(() => drafts(other)).toHaveLength(1);
  await signOutButton(page).click();
  const asked = page.getByRole('dialog', { name: 'Sign out?' });
  await expect(asked).toContainText('here or in another tab');
  await asked.getByRole('button', { name: 'Sign Out' }).click();
  await expect(loginHeading(other)).toBeVisible();
  await expect(other.getByText('You were signed out in another tab')).toBeVisible();
  await expect.poll(() => drafts(other)).toEqual([]);
});

test('pictures that are chosen and not uploaded are not lost by a link, Back or a sign-out without a question', async ({
  device,
}) => {
  const page = await openPortal(device);
  await goTo(page, 'Gallery');
  await picker(page).setInputFiles([await aPhoto()]);
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  const chosen = page.getByText('1 file(s) selected');

  await goTo(page, 'Messages');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(chosen).toBeVisible();
  await signOutButton(page).click();
  await page
    .getByRole('dialog', { name: 'Sign out?' })
    .getByRole('button', { name: 'Stay signed in' })
    .click();
  await expect(chosen).toBeVisible();

  const [unload] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => setTimeout(() => location.reload())),
  ]);
  expect(unload.type()).toBe('beforeunload');
  await unload.dismiss();
  await expect(chosen).toBeVisible();

  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard Overview');
  await expect(question).toHaveCount(0);
});
