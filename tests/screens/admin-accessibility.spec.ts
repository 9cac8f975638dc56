import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
} from '../support/accessibility.ts';
import { LISTS_OF_THE_PORTAL, storeLongRecords } from '../support/long-records.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { deleteButton, deleteRows, selectBox, waitingDeletions } from '../support/portal-list.ts';
import { createAdministrator, makeRecoveryLink } from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';

for (const list of LISTS_OF_THE_PORTAL) {
  test(`the screen ${list} passes the accessibility rules and does not scroll sideways, whatever people wrote`, async ({
    device,
    backend,
  }) => {
    await storeLongRecords(backend);
    const page = await openPortal(device, `/admin/${list}`, { reducedMotion: 'reduce' });
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);
  });
}

test('the dialogs of the lists pass the accessibility rules', async ({ device, backend }) => {
  const name = await storeLongRecords(backend);
  const page = await openPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
  await selectBox(page, name).check();
  await expectAccessibleInBothSchemes(page);
  await deleteButton(page).click();
  await expectAccessibleInBothSchemes(page);

  await page.goto('/admin/careers');
  await page.getByRole('button', { name: 'Add Job Posting' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Job Posting' }).click();
  await expect(page.getByText('Please fill in the job title')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test('the page for a new password passes the accessibility rules', async ({ device, backend }) => {
  const { email } = await createAdministrator(backend);
  const page = await device.open(await makeRecoveryLink(backend, email), {
    reducedMotion: 'reduce',
  });
  await page.getByLabel('New Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('main').getByText(/^Please fill in/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test.describe('on a device that keeps the portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('waiting changes pass the accessibility rules', async ({ device, backend }) => {
    const name = await storeLongRecords(backend);
    const page = await openInstalledPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
    await device.goOffline();
    await deleteRows(page, [name]);
    await expect(waitingDeletions(page)).toBeVisible();
    await expectAccessible(page);
  });
});
