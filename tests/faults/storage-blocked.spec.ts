import { ADMIN } from '../backend/support/people.ts';
import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { expectHasOnce } from '../support/office.ts';
import { toast } from '../support/requests.ts';
import { blockStorage } from '../support/storage-faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: null, inShell: true });

test.beforeEach(({ device }) => blockStorage(device.context));

for (const path of ['/admin/login', '/admin/bookings'])
  test(`where storage is blocked, ${path} shows the sign-in and the remedy`, async ({ device }) => {
    const page = await device.open(path);

    await expect(page.getByText('This browser blocks storage for this site')).toBeVisible();
    await expect(page.getByRole('status').getByText(/Allow this site to store data/)).toBeVisible();
    await expect(page.getByText('Verifying credentials')).toHaveCount(0);

    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('main')).toContainText('could not keep your sign-in');
  });

test('where storage is blocked, every public page says so, and a booking is sent', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.open('/about');
  const message = toast(page, /This browser blocks storage for this site/);
  await expect(message).toBeVisible();
  await expect(toast(page, /allow this site to store data/)).toBeVisible();

  await page.goto('/booking');
  await expect(message).toBeVisible();
  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Request received');
  await expect(() => expectHasOnce(backend, booking)).toPass();
});

test('where storage is blocked, My requests says so', async ({ device }) => {
  const page = await device.open('/requests');

  const notice = page.getByRole('main');
  await expect(notice).toContainText("This browser can't keep requests");
  await expect(notice).toContainText('Allow this site to store data');
});
