import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { ALERT, loseAnswer } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a mail whose answer is lost is not sent twice', async ({ device, network, backend }) => {
  const booking = aBooking();
  const requests = network.answerInTurn(ALERT, [loseAnswer]);
  const page = await device.openInstalled('/booking');

  await book(page, booking);

  await expect(outcomeNotice(page)).toBeVisible();
  await expectSettled(device, await readReference(page));
  await expectReceivedOnce(device, backend, booking);
  expect(requests.count).toBeGreaterThan(1);
});
