import type { Page } from '@playwright/test';
import { aBooking } from '../support/booking.ts';
import { expectUploadedOnce, upload, waiting } from '../support/gallery.ts';
import { aPhoto } from '../support/photos.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { card, deleteRows, undoButtons, waitingDeletions } from '../support/portal-list.ts';
import { storeApplication, storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const PHONE = { width: 390, height: 844 };
const START_URL = '/admin/dashboard';

/** Opens another screen through the phone's menu. */
async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: label }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const stored = async (query: Promise<{ name: string }[]>) => (await query).map(({ name }) => name);

test('a day in the field, on a phone, without a connection, ends with database and storage agreeing', async ({
  device,
  backend,
}) => {
  test.slow();
  const [read, gone, kept] = [aBooking().name, aBooking().name, aBooking().name];
  await storeBooking(backend, { name: read, notes: 'The key is under the third pot.' });
  for (const name of [gone, kept]) await storeBooking(backend, { name });
  const applicant = aBooking().name;
  const applicationId = await storeApplication(backend, { name: applicant });

  // In the office: sign in.
  await openInstalledPortal(device, START_URL);
  await device.goOffline();
  await device.kill();
  await device.start();
  await device.context.setOffline(true);

  // In the basement: the icon on the home screen.
  const page = await device.open(START_URL);
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
  await expect(page.getByText(/^Offline, as of \d/).first()).toBeVisible();

  await choose(page, 'Bookings');
  await expect(card(page, read)).toContainText('The key is under the third pot.');
  await deleteRows(page, [gone]);
  await expect(undoButtons(page)).toHaveCount(1);
  await deleteRows(page, [kept]);
  await expect(undoButtons(page)).toHaveCount(2);
  await undoButtons(page).first().click();
  await expect(card(page, kept)).toBeVisible();
  await expect(card(page, gone)).toHaveCount(0);

  await choose(page, 'Applications');
  await deleteRows(page, [applicant]);
  await expect(waitingDeletions(page)).toBeVisible();

  await choose(page, 'Gallery');
  await upload(page, { files: [await aPhoto()], alt: 'A basement, cleaned' });
  await expect(waiting(page)).toContainText('A basement, cleaned');

  // The server has no change yet.
  const bookings = () =>
    stored(
      backend.query('select name from public.bookings where name = any($1)', [[read, gone, kept]]),
    );
  const resumes = () =>
    stored(
      backend.query('select name from storage.objects where name = $1', [`${applicationId}.pdf`]),
    );
  const applications = () =>
    stored(backend.query('select name from public.job_applications where name = $1', [applicant]));
  expect([(await bookings()).length, await resumes(), await applications()]).toEqual([
    3,
    [`${applicationId}.pdf`],
    [applicant],
  ]);

  // Back in the street.
  await device.goOnline();
  await expect(toast(page, 'Deleted 1 booking(s)')).toBeVisible();
  await expect(toast(page, 'Deleted 1 application(s)')).toBeVisible();
  await expectUploadedOnce(page, backend, 'A basement, cleaned');
  await expect(waiting(page)).toHaveCount(0);
  expect([(await bookings()).sort(), await resumes(), await applications()]).toEqual([
    [read, kept].sort(),
    [],
    [],
  ]);
});
