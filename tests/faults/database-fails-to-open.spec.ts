import { aBooking, book, bookOnDevice, outcomeNotice, readReference } from '../support/booking.ts';
import { INSERT, noAnswer } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { storeBooking } from '../support/portal-records.ts';
import { card } from '../support/portal-list.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { requestCard } from '../support/requests.ts';
import {
  closeDatabases,
  failOpensAtFirst,
  failOpensInWorker,
  trackDatabases,
} from '../support/storage-faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

const FAILS_FOR_MS = 4_000;

test.describe('without a worker, which would send it', () => {
  test.use({ visitedBefore: null, inShell: true });

  test('a booking that waits is sent by its page after the database failed to open for some seconds', async ({
    device,
    network,
    backend,
  }) => {
    const booking = aBooking();
    await trackDatabases(device.context);
    network.answerInTurn(INSERT, [noAnswer]);
    const page = await device.open('/booking');
    const reference = await bookOnDevice(page, booking);

    await closeDatabases(page, FAILS_FOR_MS);

    await expectReceivedOnce(device, backend, booking);
    await page.getByRole('link', { name: 'My requests' }).first().click();
    await expect(requestCard(page, reference)).toContainText('Sent');
  });
});

test('a booking made while the database fails to open is saved on the device once it opens, and sent', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  await trackDatabases(device.context);
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await closeDatabases(page, FAILS_FOR_MS);

  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  await readReference(page);
  await device.goOnline();
  await expectReceivedOnce(device, backend, booking);
});

test('My requests fills by itself after the database failed to open for some seconds', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, aBooking());
  await failOpensAtFirst(device.context, FAILS_FOR_MS);

  await page.goto('/requests');

  const notice = page.getByRole('main').getByText('storage does not answer');
  await expect(notice).toBeVisible();
  await expect(requestCard(page, reference)).toContainText('Waiting to be sent');
  await expect(notice).toHaveCount(0);
});

test('the worker sends waiting entries after its database failed to open for some seconds', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await bookOnDevice(page, booking);
  const [worker] = device.context.serviceWorkers();
  if (!worker) throw new Error('No worker runs');
  await failOpensInWorker(worker, FAILS_FOR_MS);
  await device.closePages();

  await device.goOnline();

  await expectReceivedOnce(device, backend, booking);
});

test.describe('in the portal', () => {
  test.use({ visitedBefore: 'portal', inShell: true });

  test('a screen of the portal fills where it is after the databases failed to open for some seconds', async ({
    device,
    backend,
  }) => {
    await storeBooking(backend, { name: 'Morag Stewart' });
    await openInstalledPortal(device);
    await device.goOffline();
    await failOpensAtFirst(device.context, FAILS_FOR_MS);

    const page = await device.open('/admin/bookings');

    await expect(page.getByText('This browser’s storage does not answer').first()).toBeVisible();
    await expect(card(page, 'Morag Stewart')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/bookings$/);
    await expect(page.getByText('This browser’s storage does not answer')).toHaveCount(0);
  });
});
