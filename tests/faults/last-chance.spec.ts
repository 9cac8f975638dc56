import { aBooking, bookOnDevice } from '../support/booking.ts';
import { quickSync } from '../support/device.ts';
import { INSERT, serverError } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ deviceArgs: quickSync({ attempts: 1 }) });

test('a booking whose last Background Sync fails is sent by the next page that opens', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  await device.closePages();
  const requests = network.answerInTurn(INSERT, [serverError]);
  await device.goOnline();
  await expect.poll(() => requests.count).toBe(1);
  await expectNotReceived(backend, booking);

  await expectSettled(device, reference);
  await expectReceivedOnce(device, backend, booking);
});
