import { aBooking, bookOnDevice } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { toast } from '../support/requests.ts';
import { expect, testWithOwnBackend as test } from '../support/test.ts';

test('a booking made while the server is down is sent when it is back, with the page untouched', async ({ device, ownBackend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await ownBackend.kill();
  const reference = await bookOnDevice(page, booking);

  await ownBackend.restart();

  await expect(toast(page, `Your booking ${reference} has been sent.`)).toBeVisible();
  await expectReceivedOnce(ownBackend, booking);
});
