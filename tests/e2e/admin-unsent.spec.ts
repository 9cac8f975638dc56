import type { Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { DELETION, loseAnswer, refusal, serverError } from '../support/faults.ts';
import { readStaffEntries } from '../support/outbox.ts';
import { openInstalledPortal, signIn } from '../support/portal.ts';
import { deleteRows } from '../support/portal-list.ts';
import { storeBooking } from '../support/portal-records.ts';
import { loginHeading, signOutButton } from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { TestBackend } from '../support/backend.ts';

test.use({ visitedBefore: 'portal' });

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click();
const count = async (backend: TestBackend, id: string) =>
  (await backend.query('select id from public.bookings where id = $1', [id])).length;

/** Deletes a booking offline, and begins to sign out. */
async function deleteAndLeave(
  device: Device,
  backend: TestBackend,
): Promise<{ page: Page; id: string }> {
  const id = await storeBooking(backend, { name: 'Una Unsent' });
  const page = await openInstalledPortal(device, '/admin/bookings');
  await device.goOffline();
  await deleteRows(page, ['Una Unsent']);
  await expect(page.getByText('1 change to send')).toBeVisible();
  await signOutButton(page).click();
  await expect(dialog(page)).toContainText('1 change not sent yet');
  return { page, id };
}

test.beforeEach(({ backend }) => backend.query('delete from public.bookings'));

test('changes that are kept at the sign-out are sent when the same administrator signs in again', async ({
  device,
  backend,
}) => {
  const { page, id } = await deleteAndLeave(device, backend);
  await press(page, 'Keep and sign out');
  await expect(loginHeading(page)).toBeVisible();
  expect(await readStaffEntries(page)).toHaveLength(1);
  expect(await count(backend, id)).toBe(1);

  await device.goOnline();
  await signIn(page);

  await expect.poll(() => count(backend, id)).toBe(0);
});

test(
  'changes that are discarded at the sign-out are forgotten',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const { page, id } = await deleteAndLeave(device, backend);
    await press(page, 'Discard and sign out');
    await expect(loginHeading(page)).toBeVisible();
    expect(await readStaffEntries(page)).toEqual([]);
    expect(await count(backend, id)).toBe(1);
  },
);

test('a sign-out with changes to send can be given up; they are sent before it, once there is a connection for it', async ({
  device,
  backend,
}) => {
  const { page, id } = await deleteAndLeave(device, backend);
  await press(page, 'Send now');
  await expect(dialog(page).getByRole('status')).toContainText('There is no connection.');

  // Escape keeps the session, and the dialog starts again.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(signOutButton(page)).toBeFocused();
  expect(await readStaffEntries(page)).toHaveLength(1);
  await signOutButton(page).click();
  await expect(dialog(page)).toContainText('1 change not sent yet');
  await expect(dialog(page).getByRole('status')).toHaveCount(0);

  await device.goOnline();
  await expect(dialog(page)).toContainText('Everything is sent');
  expect(await count(backend, id)).toBe(0);
  await press(page, 'Sign Out');
  await expect(loginHeading(page)).toBeVisible();
});

test(
  'a server in trouble is not called a missing connection',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    await storeBooking(backend, { name: 'Una Unsent' });
    const page = await openInstalledPortal(device, '/admin/bookings');
    network.answerEvery(DELETION, serverError);
    await deleteRows(page, ['Una Unsent']);
    await expect(page.getByText('1 change to send')).toBeVisible();
    await signOutButton(page).click();

    await press(page, 'Send now');

    await expect(dialog(page).getByRole('status')).toContainText('Our server is having trouble.');
    await expect(dialog(page).getByRole('status')).not.toContainText('There is no connection.');
  },
);

/** Fills in a job posting and publishes it. */
async function createPosting(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Job Posting' }).click();
  for (const [name, text] of Object.entries({
    'Job Title': title,
    Type: 'Part-time',
    Location: 'Renfrew',
    Description: 'Clean stairs.',
  })) {
    await dialog(page).getByRole('textbox', { name }).fill(text);
  }
  await press(page, 'Create Job Posting');
  await expect(dialog(page)).toHaveCount(0);
}

test('a refused change is listed separately, and cannot be sent', async ({ device, network }) => {
  const page = await openInstalledPortal(device, '/admin/careers');
  await device.goOffline();
  await createPosting(page, 'A refused cleaner');
  network.answerEvery('POST /rest/v1/careers*', refusal);
  await device.goOnline();
  await expect(page.getByText('Needs attention', { exact: true })).toBeVisible();

  await signOutButton(page).click();

  await expect(dialog(page).getByRole('link', { name: '1 change needs attention' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Keep and sign out' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Send now' })).toHaveCount(0);
  await expect(dialog(page).getByRole('status')).toHaveCount(0);
});

test(
  'a creation that may have arrived and is discarded at the sign-out is removed from the server at the next sign-in',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const title = 'A discarded cleaner';
    const isThere = async () =>
      (await backend.query('select 1 from public.careers where title = $1', [title])).length;
    const page = await openInstalledPortal(device, '/admin/careers');
    const inserts = network.answerEvery('POST /rest/v1/careers*', loseAnswer);
    await createPosting(page, title);
    await expect.poll(isThere).toBe(1);
    await expect(page.getByText('1 change to send')).toBeVisible();
    await signOutButton(page).click();
    await expect(dialog(page)).toContainText(
      'may be on the server already. It is removed from there when you sign in here again.',
    );

    await press(page, 'Discard and sign out');
    await expect(loginHeading(page)).toBeVisible();
    inserts.stop();
    await signIn(page);

    await expect.poll(isThere).toBe(0);
    await expect.poll(() => readStaffEntries(page)).toEqual([]);
  },
);
