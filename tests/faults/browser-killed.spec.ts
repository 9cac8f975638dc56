import { aBooking, book, bookOnDevice } from '../support/booking.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { requestCard } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test('a booking waiting on the device survives the kill of the browser, right after it said so', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);

  await device.kill();
  await expectNotReceived(backend, booking);
  await device.start();

  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('Sent');
  await expectReceivedOnce(device, backend, booking);
});

test('a booking waiting on the device is sent after a restart with no page opened', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await bookOnDevice(page, booking);
  await device.kill();

  await device.start();

  await expectReceivedOnce(device, backend, booking);
});

test(
  'a browser killed after the server stored the booking, before the answer, makes no second record',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const booking = aBooking();
    const paused = pauseAnswer();
    network.answerInTurn(INSERT, [paused.answer]);
    const page = await device.openInstalled('/booking');
    await book(page, booking);
    await paused.arrived;

    await device.kill();
    await device.start();

    const requests = await device.open('/requests');
    await expect(requests.getByRole('main').getByRole('listitem')).toContainText('Sent');
    await expectReceivedOnce(device, backend, booking);
  },
);
