import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFits,
} from '../support/accessibility.ts';
import { LISTS_OF_THE_PORTAL, storeLongJob, storeLongRecords } from '../support/long-records.ts';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
import { deleteButton, deleteRows, selectBox, waitingDeletions } from '../support/portal-list.ts';
import { createAdministrator, loginHeading, makeRecoveryLink } from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';

for (const list of LISTS_OF_THE_PORTAL) {
  test(`the screen ${list} passes the accessibility rules and fits every window, whatever people wrote`, async ({
    device,
    backend,
  }) => {
    await storeLongRecords(backend);
    const page = await openPortal(device, `/admin/${list}`, { reducedMotion: 'reduce' });
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
  });
}

test('the dashboard with hundreds of rows fits every window', async ({ device, backend }) => {
  await backend.query(
    `insert into public.contact_messages (name, email, subject, message, created_at)
     select 'Ann Baker', 'ann@example.com', 'A question', 'Do you clean windows?', now() - n * interval '1 hour' from generate_series(1, 1200) n`,
  );
  const page = await openPortal(device, '/admin/dashboard');
  await expect(page.getByText(/^1,2\d\d$/)).toBeVisible();
  await expectFits(page);
});

test('a selection passes the accessibility rules and fits every window', async ({
  device,
  backend,
}) => {
  const name = await storeLongRecords(backend);
  const page = await openPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
  await selectBox(page, name).check();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test('the deletion’s dialog passes the accessibility rules and fits every window', async ({
  device,
  backend,
}) => {
  const name = await storeLongRecords(backend);
  const page = await openPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
  await selectBox(page, name).check();
  await deleteButton(page).click();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test('the print dialog fits every window', async ({ device, backend }) => {
  await storeLongRecords(backend);
  const page = await openPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page);
});

test('the form of a new posting passes the accessibility rules and fits every window', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/careers', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Add Job Posting' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Job Posting' }).click();
  await expect(page.getByText('Please fill in the job title')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test('the answer’s page, the device’s page and the sign-in fit every window', async ({
  device,
  backend,
}) => {
  await storeLongRecords(backend);
  const [{ id } = { id: '' }] = await backend.query<{ id: string }>(
    'select id from public.bookings order by created_at desc limit 1',
  );
  const page = await openPortal(device, `/admin/bookings/answer#${id}`, {
    reducedMotion: 'reduce',
  });
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expectFits(page);
  await page.goto(`/admin/bookings/answer#${await storeLongJob(backend)}`);
  await page.reload();
  await expect(page.getByText('2 photos are not here yet')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await goTo(page, 'Bookings');
  await page.getByRole('button', { name: 'New Booking' }).click();
  await expectFits(page);
  await page.goto('/admin/device');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(loginHeading(page)).toBeVisible();
  await page.reload();
  await expect(loginHeading(page)).toBeVisible();
  await expectFits(page);
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
