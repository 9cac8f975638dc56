import { aBooking, bookOnDevice } from '../support/booking.ts';
import { noAnswer } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a booking made while the server is down is sent when it is back, with the page untouched', async ({
  device,
  backend,
  network,
}) => {
  const booking = aBooking();
  const page = await device.open('/booking');
  const outage = network.answerEvery('*', noAnswer);
  const reference = await bookOnDevice(page, booking);

  // The outage is simulated, because a restart may take longer than the retries a test can wait
  // for.
  outage.stop();

  await expect(toast(page, `Your booking ${reference} has been sent.`)).toBeVisible();
  await expectReceivedOnce(device, backend, booking);
});
