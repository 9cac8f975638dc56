import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking, bookOnDevice, outcomeNotice } from '../support/booking.ts';
import { setClock } from '../support/clock.ts';
import { expectNoToast } from '../support/late-chunk.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { expectSettled, requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

// These tests need Background Sync or notifications.
test.use({ inShell: false });

test.use({ visitedBefore: 'site' });

const DAY_MS = 24 * 60 * 60 * 1000;

test('a booking made offline is sent when the connection is back days later, with the page left open, which then promises a reply from that day on', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();

  const reference = await bookOnDevice(page, booking);
  const saved = toast(
    page,
    'Saved on this device. Your booking is not with us yet; it will be sent automatically.',
  );
  // A toast under the pointer stays.
  await saved.hover();
  await expectNotReceived(backend, booking);

  await setClock(device, 3 * DAY_MS);
  await device.goOnline();
  await expect(toast(page, `Your booking ${reference} has been sent.`)).toBeVisible();
  await expect(saved).toBeHidden();
  const row = await expectReceivedOnce(device, backend, booking);
  expect(reference).toBe(referenceOf(row.id));
  await expectSettled(device, reference);
  await expect(outcomeNotice(page)).toContainText(/We’ll call you on .* by /);
  const [, day] = /by (\w+ \d+ \w+)\./.exec(await outcomeNotice(page).innerText()) ?? [];
  await page
    .getByRole('link', { name: /My requests/ })
    .first()
    .click();
  await expect(requestCard(page, reference)).toContainText(` by ${day}.`);
});

test('a booking made offline is sent with every page closed', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  await device.closePages();

  await device.goOnline();

  await expectReceivedOnce(device, backend, booking);
  await expectSettled(device, reference);
  await expectReceivedOnce(device, backend, booking);
});

test('several bookings made offline are all sent, each once', async ({ device, backend }) => {
  const bookings = [aBooking(), aBooking(), aBooking()];
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  for (const booking of bookings) {
    await bookOnDevice(page, booking);
    await page.reload();
  }

  await device.goOnline();

  for (const booking of bookings) await expectReceivedOnce(device, backend, booking);
});

test('the notice never reads as sent and leads to the request, which waits', async ({ device }) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, aBooking());

  await expectNoToast(page, /submitted successfully/);
  await outcomeNotice(page)
    .getByRole('link', { name: /My requests/ })
    .click();

  await expect(requestCard(page, reference)).toContainText('Waiting to be sent');
  await expect(requestCard(page, reference)).toContainText('Booking');
});
