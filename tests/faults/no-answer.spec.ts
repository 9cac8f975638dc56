import { aBooking, book, expectEmptyForm, outcomeNotice, readReference } from '../support/booking.ts';
import { answerInTurn, holdAnswer, INSERT } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test('a booking without an answer for ten seconds is said to be saved on the device, and still arrives once', async ({ device, backend }) => {
  const booking = aBooking();
  const held = holdAnswer();
  await answerInTurn(device.context, INSERT, [held.answer]);
  const page = await device.openInstalled('/booking');

  const started = Date.now();
  await book(page, booking);
  await expect(outcomeNotice(page)).toContainText('Saved on this device', { timeout: 12_000 });
  expect(Date.now() - started).toBeGreaterThan(9_000);
  await expectEmptyForm(page);

  held.release();
  await expectSettled(device, await readReference(page));
  await expectReceivedOnce(backend, booking);
});
