import { aBooking, bookOnDevice } from '../support/booking.ts';
import { quickSync } from '../support/device.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test.use({ deviceArgs: quickSync({ attempts: 3 }) });

test('a worker killed after the server stored the booking goes on where it stopped', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const paused = pauseAnswer();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  await device.closePages();
  const requests = network.answerInTurn(INSERT, [paused.answer]);
  await device.goOnline();
  await paused.arrived;

  const { cdp } = await device.controlWorkers();
  await cdp.send('ServiceWorker.stopAllWorkers');
  paused.release();

  await expectReceivedOnce(device, backend, booking);
  await expectSettled(device, reference);
  await expectReceivedOnce(device, backend, booking);
  expect(requests.count).toBe(2);
});
