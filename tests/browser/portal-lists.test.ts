import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import type { ReplicaTable } from '../../src/core/domain/entities.ts';
import { OFFLINE } from '../unit/support/fake-backend.ts';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFits,
} from './support/accessibility.ts';
import { emulate } from './support/device.ts';
import { expectCount, styleOf, toast } from './support/look.ts';
import { leavePage } from './support/open.tsx';
import { pause } from './support/pause.ts';
import { goTo, holdsUpdates, openPortal } from './support/portal.tsx';
import {
  anApplication,
  aMessage,
  aPicture,
  aPosting,
  aRequest,
  aTestimonial,
} from './support/rows.ts';
import { server } from './support/server.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);
const card = (name: string) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const select = (name: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Select .*${name}$`) });
const deleteButton = page.getByRole('button', { name: /^Delete Selected/ });

async function deleteRow(name: string): Promise<void> {
  await select(name).click();
  await deleteButton.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

test('a message shows its sender, time, subject, text and reference', async () => {
  const [id = ''] = server.store(
    'contact_messages',
    aMessage({
      name: 'Morag Message',
      email: 'morag@example.com',
      subject: 'Windows on the third floor',
      message: 'Do you clean them?\nThey open inwards.',
      created_at: '2026-11-05T10:00:00Z',
    }),
  );
  await openPortal('/admin/messages');

  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^Contact Messages$/);
  await expect.element(page.getByText('Review customer inquiries')).toBeVisible();
  for (const text of [
    'Nov 05, 2026',
    'Subject',
    'Windows on the third floor',
    'Message',
    'Do you clean them?',
    'They open inwards.',
    'morag@example.com',
    referenceOf(id),
  ])
    await expect.element(card('Morag Message')).toHaveTextContent(text);
  await expect
    .element(card('Morag Message').getByRole('link', { name: 'Reply: Morag Message' }))
    .toHaveAttribute(
      'href',
      `mailto:morag@example.com?subject=Your%20message%20${referenceOf(id)}`,
    );
});

test('three placeholders show until the list is loaded', async () => {
  server.store('contact_messages', aMessage({ name: 'A late one' }));
  const { released, release } = pause();
  server.lists.meanwhile.set('readFirstCopy', () => released);
  await openPortal('/admin/messages');
  const standIns = page.getByRole('status', { name: 'Loading Contact Messages' });
  await expect.poll(() => standIns.query()?.childElementCount).toBe(3);
  release();
  await expect.element(card('A late one')).toBeVisible();
  await expectCount(standIns, 0);
});

test('a list that was never loaded says so, is not called empty, and loads on another try', async () => {
  server.store('contact_messages', aMessage({ name: 'Behind a bad line' }));
  server.lists.refusals.set('readFirstCopy', OFFLINE);
  await openPortal('/admin/messages');
  await expect.element(page.getByText('This list is not on this device yet.')).toBeVisible();
  await expectCount(page.getByText('No messages yet'), 0);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  // A try that is under way would load the list before the press.
  await expect.element(tryAgain).toBeEnabled();
  server.lists.refusals.clear();
  await tryAgain.click();
  await expect.element(card('Behind a bad line')).toBeVisible();
});

const KEPT = [
  ['Bookings', 'Kept booking', 'Failed to delete bookings'],
  ['Job Postings', 'Kept posting', 'Failed to delete job postings'],
  ['Applications', 'Kept application', 'Failed to delete applications'],
  ['Messages', 'Kept message', 'Failed to delete messages'],
  ['Gallery', 'Kept picture', 'The row is in use'],
  ['Testimonials', 'Kept testimonial', 'The row is in use'],
] as const;

for (const [label, row, text] of KEPT) {
  test(`${label}: a deleted row goes at once, and comes back when the server refuses`, async () => {
    server.store('bookings', aRequest({ name: 'Kept booking' }));
    server.store('careers', aPosting({ title: 'Kept posting' }));
    server.store('job_applications', anApplication({ name: 'Kept application' }));
    server.store('contact_messages', aMessage({ name: 'Kept message' }));
    server.store('gallery_images', aPicture('Commercial', 'Kept picture'));
    server.store('testimonials', aTestimonial({ name: 'Kept testimonial' }));
    const { released, release } = pause();
    server.office.deleteRows = () =>
      released.then(() => ({
        outcome: 'rejected',
        reason: 'invalid',
        message: 'The row is in use',
      }));
    await openPortal();
    await goTo(label);
    await deleteRow(row);
    await expectCount(select(row), 0);
    release();
    await expect.element(toast(text)).toBeVisible();
    await expect.element(select(row)).toBeVisible();
  });
}

/** Rows with every field in each list, with texts too long for a phone. */
function storeLongRows(): string {
  const [person = ''] = server.store('crew', { name: LONG.slice(0, 60), phone: null });
  server.store(
    'bookings',
    aRequest({ name: 'Ailsa Craig', notes: LONG, address: LONG }),
    aRequest({ name: 'A job', crew: [person], access: LONG }),
  );
  server.store('careers', aPosting({ title: LONG, requirements: [LONG] }));
  server.store('job_applications', anApplication({ cover_letter: LONG }));
  server.store('contact_messages', aMessage({ subject: LONG.slice(0, 200), message: LONG }));
  return 'Ailsa Craig';
}

for (const list of ['dashboard', 'bookings', 'team', 'careers', 'applications', 'messages']) {
  test(`the screen ${list} passes the accessibility rules and fits every window, whatever people wrote`, async () => {
    storeLongRows();
    await openPortal(`/admin/${list}`);
    await expect.element(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expectAccessibleInBothSchemes();
    await expectFits();
  });
}

test('the dashboard with hundreds of rows fits every window', async () => {
  server.lists.add(1200, 'contact_messages' satisfies ReplicaTable, aMessage());
  await openPortal();
  await expect.element(page.getByText(/^1,200$/)).toBeVisible();
  await expectFits();
});

test('a selection and its deletion’s dialog pass the accessibility rules and fit every window', async () => {
  const name = storeLongRows();
  await openPortal('/admin/bookings');
  await select(name).click();
  await expectAccessibleInBothSchemes();
  await expectFits();
  await deleteButton.click();
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('the print dialog fits every window', async () => {
  storeLongRows();
  await openPortal('/admin/bookings');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectFits();
});

test('the answer’s page, the form of a new booking and the device’s page fit every window', async () => {
  const [id] = server.store('bookings', aRequest({ address: LONG, notes: LONG, access: LONG }));
  await openPortal(`/admin/bookings/answer#${id}`);
  await expect.element(page.getByRole('radio').first()).toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();
  await goTo('Bookings');
  await page.getByRole('button', { name: 'New Booking' }).click();
  await expectFits();
  leavePage();
  await openPortal('/admin/device');
  await expectFits();
});

test('waiting changes pass the accessibility rules', async () => {
  const name = storeLongRows();
  server.office.deleteRows = async () => OFFLINE;
  await openPortal('/admin/bookings');
  await deleteRow(name);
  await expect
    .element(page.getByRole('main').getByText(/will be deleted (as soon as|when)/))
    .toBeVisible();
  await expectAccessible();
});

const dialog = page.getByRole('dialog', { name: 'Create Job Posting' });
const addButton = page.getByRole('button', { name: 'Add Job Posting' });
const createButton = dialog.getByRole('button', { name: 'Create Job Posting' });
const field = (name: string) => dialog.getByRole('textbox', { name });

/** Opens the dialog of a posting and fills it in. */
async function fillIn(title: string, requirements = ''): Promise<void> {
  await addButton.click();
  await field('Job Title').fill(title);
  await field('Type').fill('Part-time');
  await field('Location').fill('Renfrew');
  await field('Description').fill('Clean the stairs of tenements.');
  await field('Requirements (one per line)').fill(requirements);
}

test('a job posting shows its title, type, location, description and requirements', async () => {
  server.store(
    'careers',
    aPosting({
      title: 'Weekend cleaner',
      type: 'Casual',
      location: 'Johnstone',
      description: 'Help at weekends.\nTraining is given.',
    }),
    aPosting({ title: 'Plain', requirements: null }),
  );
  await openPortal('/admin/careers');

  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Job Postings$/);
  await expect.element(page.getByText('Manage career opportunities')).toBeVisible();
  const posting = card('Weekend cleaner');
  for (const text of [
    'Casual',
    'Johnstone',
    'Help at weekends.',
    'Training is given.',
    'Requirements:',
  ])
    await expect.element(posting).toHaveTextContent(text);
  expect(
    posting
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['A head for heights', 'Own bicycle']);
  await expectCount(card('Plain').getByText('Requirements:'), 0);
});

test('a created job posting is in the list, its requirements without the blank lines', async () => {
  await openPortal('/admin/careers');
  await fillIn('Stair cleaner', 'A head for heights\n\n   \nOwn bicycle\n');
  await expect.element(field('Type')).toHaveAttribute('placeholder', 'e.g. Full-time, Part-time');
  await createButton.click();

  await expect.element(toast(/^Success$/)).toBeVisible();
  await expect.element(toast('Job posting created successfully')).toBeVisible();
  await expectCount(dialog, 0);
  await expect.element(card('Stair cleaner')).toHaveTextContent('Renfrew');
  expect([...server.admin.rows.values()]).toMatchObject([
    {
      title: 'Stair cleaner',
      type: 'Part-time',
      location: 'Renfrew',
      description: 'Clean the stairs of tenements.',
      requirements: ['A head for heights', 'Own bicycle'],
    },
  ]);
  await addButton.click();
  await expect.element(field('Job Title')).toHaveValue('');
});

test('an empty job posting is not created, and each field names its problem', async () => {
  await openPortal('/admin/careers');
  await addButton.click();
  expect(
    [...dialog.element().querySelectorAll('label')].map(({ textContent }) => textContent),
  ).toEqual(['Job Title', 'Type', 'Location', 'Description', 'Requirements (one per line)']);
  await expect.element(field('Description')).toHaveAttribute('rows', '4');
  await expect.element(field('Requirements')).toHaveAttribute('rows', '5');
  await createButton.click();

  for (const text of ['job title', 'type', 'location', 'description'])
    await expect.element(dialog.getByText(`Please fill in the ${text}`)).toBeVisible();
  await expect.element(field('Job Title')).toHaveFocus();
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('a job posting that the server refuses is not lost: its text stays in the dialog', async () => {
  server.admin.scripts.insertRow.push({
    outcome: 'rejected',
    reason: 'invalid',
    message: 'violates check constraint',
  });
  await openPortal('/admin/careers');
  await fillIn('A refused one');
  await createButton.click();

  await expect.element(toast('Error')).toBeVisible();
  await expect.element(toast('Failed to create job posting')).toBeVisible();
  await expect.element(field('Job Title')).toHaveValue('A refused one');
  for (const text of ['Failed to create job posting', 'violates check constraint'])
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(text);
  await expectCount(page.getByRole('region', { name: /^Waiting to be created/ }), 0);
});

test('typed text is kept when the dialog is opened again, and delays an update', async () => {
  await openPortal('/admin/careers');
  await fillIn('Half a thought');
  await userEvent.keyboard('{Escape}');
  await expectCount(dialog, 0);
  await expect.element(addButton).toHaveFocus();
  expect(await holdsUpdates()).toBe(true);
  await addButton.click();
  await expect.element(field('Job Title')).toHaveValue('Half a thought');
});

test('in the system’s own colours, the chosen order of the bookings stands out', async () => {
  await emulate({ 'forced-colors': 'active' });
  await openPortal('/admin/bookings');
  const order = (name: string) =>
    styleOf(page.getByRole('group', { name: 'View' }).getByText(name, { exact: true }));
  await expect.element(page.getByRole('radio', { name: 'Received' })).toBeChecked();
  expect(order('Received').backgroundColor).not.toBe(order('Schedule').backgroundColor);
});

test('while every row is in a closed group, Select all is disabled', async () => {
  const past = { preferred_date: dayAfter(londonTime().day, -2) };
  server.store('bookings', aRequest(past));
  await openPortal('/admin/bookings?view=schedule');
  const selectAll = page.getByRole('checkbox', { name: /^Select all/ });
  await expect.element(selectAll).toHaveAccessibleName('Select all (0)');
  await expect.element(selectAll).toBeDisabled();
});
