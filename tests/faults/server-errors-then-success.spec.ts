import { aBooking, bookOnDevice } from '../support/booking.ts';
import { INSERT, serverError } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a booking answered with 500, 500 and 201 arrives once, with the page untouched', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const requests = network.answerInTurn(INSERT, [serverError, serverError]);
  const page = await device.openInstalled('/booking');

  const reference = await bookOnDevice(page, booking);
  await expectNotReceived(backend, booking);

  await expectReceivedOnce(device, backend, booking);
  await expectSettled(device, reference);
  expect(requests.count).toBe(3);
});
