import { DELETION } from '../support/faults.ts';
import { card, deleteRows } from '../support/portal-list.ts';
import { storeBooking } from '../support/portal-records.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { loginHeading, signOutButton } from '../support/staff.ts';
import { toast } from '../support/requests.ts';
import { aBooking, book, expectFilledIn, outcomeNotice, submitButton } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, test } from '../support/test.ts';
import type { Device } from '../support/device.ts';
import { listReplicas, readStore } from '../support/local-store.ts';
import type { Page } from '@playwright/test';

// Starts a browser on an earlier profile: a running one would use its last measurement of free space.
test.use({ inShell: true });

const fill = async (device: Device, siteUrl: string): Promise<void> => {
  const cdp = await device.controlBrowser();
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: siteUrl, quotaSize: 1 });
};

/** A visit to the booking page on a device that is full by now. */
async function openOnFullDevice(device: Device, siteUrl: string): Promise<Page> {
  await fill(device, siteUrl);
  return device.openInstalled('/booking');
}

test('a booking on a full device is sent all the same while there is a connection', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await openOnFullDevice(device, backend.url);

  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Request received');
  await expectReceivedOnce(device, backend, booking);
  expect(await readStore(page, 'receipts')).toEqual([]);
});

test('a full device without a connection keeps the form filled in and gives the phone number', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await openOnFullDevice(device, backend.url);
  await device.goOffline();

  await book(page, booking);

  const notice = page.getByRole('group', { name: /not saved/ });
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
  await expectFilledIn(page, booking);

  await device.goOnline();
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, booking);
});

test.describe('in the portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('on a full device an administrator’s deletion works online and says offline that it failed; a sign-out removes the lists', async ({
    device,
    backend,
    network,
  }) => {
    const [gone, kept] = [aBooking().name, aBooking().name];
    const goneId = await storeBooking(backend, { name: gone });
    const keptId = await storeBooking(backend, { name: kept });
    await openInstalledPortal(device);
    // A running browser goes by the room it last measured.
    await device.kill();
    await device.start();
    await fill(device, backend.url);
    const page = await device.open('/admin/bookings');
    await expect(card(page, gone)).toBeVisible();
    const left = async () =>
      (
        await backend.query<{ id: string }>('select id from public.bookings where id = any($1)', [
          [goneId, keptId],
        ])
      ).map(({ id }) => id);

    await deleteRows(page, [gone]);

    await expect(toast(page, 'Deleted 1 booking(s)')).toBeVisible();
    await expect(card(page, gone)).toHaveCount(0);
    expect(await left()).toEqual([keptId]);

    network.answerEvery(DELETION, ({ lose }) => lose());
    await deleteRows(page, [kept]);
    await expect(
      toast(page, 'This device could not keep the change. Free some space on it and try again.'),
    ).toBeVisible();
    await expect(card(page, kept)).toBeVisible();
    expect(await left()).toEqual([keptId]);

    await signOutButton(page).click();
    await expect(loginHeading(page)).toBeVisible();
    await page.reload();

    await expect(loginHeading(page)).toBeVisible();
    expect(await readStore(page, 'session')).toEqual([]);
    await expect.poll(() => listReplicas(page)).toEqual([]);
  });
});
