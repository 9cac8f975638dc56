import type { Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { readStore } from '../support/local-store.ts';
import { openInstalledPortal, signIn } from '../support/portal.ts';
import { deleteRows } from '../support/portal-list.ts';
import { storeBooking } from '../support/portal-records.ts';
import { loginHeading, signOutButton } from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { TestBackend } from '../support/backend.ts';

test.use({ serviceWorkers: 'allow' });

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click();
const count = async (backend: TestBackend, id: string) => (await backend.query('select id from public.bookings where id = $1', [id])).length;

/** An administrator deletes a booking without a connection, and wants to sign out. */
async function deleteAndLeave(device: Device, backend: TestBackend): Promise<{ page: Page; id: string }> {
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

test('changes that are kept at the sign-out are sent when the same administrator signs in again', async ({ device, backend }) => {
  const { page, id } = await deleteAndLeave(device, backend);
  await press(page, 'Keep and sign out');
  await expect(loginHeading(page)).toBeVisible();
  expect(await readStore(page, 'adminEntries')).toHaveLength(1);
  expect(await count(backend, id)).toBe(1);

  await device.goOnline();
  await signIn(page);

  await expect.poll(() => count(backend, id)).toBe(0);
});

test('changes that are discarded at the sign-out are forgotten', async ({ device, backend }) => {
  const { page, id } = await deleteAndLeave(device, backend);
  await press(page, 'Discard and sign out');
  await expect(loginHeading(page)).toBeVisible();
  expect(await readStore(page, 'adminEntries')).toEqual([]);
  expect(await count(backend, id)).toBe(1);
});

test('changes are sent before the sign-out, once there is a connection for it', async ({ device, backend }) => {
  const { page, id } = await deleteAndLeave(device, backend);
  await press(page, 'Send now');
  await expect(dialog(page).getByRole('alert')).toContainText('could not be reached');

  await device.goOnline();
  await expect(dialog(page)).toContainText('Everything is sent');
  expect(await count(backend, id)).toBe(0);
  await press(page, 'Sign Out');
  await expect(loginHeading(page)).toBeVisible();
});

test('whoever thinks better of it stays signed in', async ({ device, backend }) => {
  const { page } = await deleteAndLeave(device, backend);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(signOutButton(page)).toBeFocused();
  expect(await readStore(page, 'adminEntries')).toHaveLength(1);
});
