import { aBooking, book, readReference } from '../support/booking.ts';
import { INSERT, loseAnswer } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a booking whose answer is lost after the insert is sent again and stored once', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const requests = network.answerInTurn(INSERT, [loseAnswer]);
  const page = await device.openInstalled('/booking');

  // The retry follows at once, so "saved on this device" may show only for a moment.
  await book(page, booking);
  const reference = await readReference(page);

  await expectSettled(device, reference);
  await expectReceivedOnce(device, backend, booking);
  expect(requests.count).toBeGreaterThan(1);
});

test('a booking whose answer is lost three times is stored once', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const requests = network.answerInTurn(INSERT, [loseAnswer, loseAnswer, loseAnswer]);
  const page = await device.openInstalled('/booking');

  // Sent again at once, so that "saved on this device" may be read for a moment only.
  await book(page, booking);
  const reference = await readReference(page);

  await expect.poll(() => requests.count).toBeGreaterThanOrEqual(3);
  await expectSettled(device, reference);
  await expectReceivedOnce(device, backend, booking);
});
