import { aBooking, book } from '../support/booking.ts';
import { answerInTurn, holdAnswer, INSERT } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, test } from '../support/test.ts';

test('a page reloaded while its booking is being sent sends it on, once', async ({ device, backend }) => {
  const booking = aBooking();
  const held = holdAnswer();
  await answerInTurn(device.context, INSERT, [held.answer]);
  const page = await device.openInstalled('/booking');
  await book(page, booking);
  await held.reached;

  await page.reload();
  held.release();

  await expect.poll(() => readStore(page, 'receipts')).toHaveLength(1);
  await expectReceivedOnce(backend, booking);
  expect(await readStore(page, 'entries')).toEqual([]);
});
