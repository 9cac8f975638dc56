import { aBooking, book } from '../support/booking.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a page reloaded while its booking is being sent sends it on, once', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const paused = pauseAnswer();
  network.answerInTurn(INSERT, [paused.answer]);
  const page = await device.openInstalled('/booking');
  await book(page, booking);
  await paused.arrived;

  await page.reload();
  paused.release();

  await expect.poll(() => readStore(page, 'receipts')).toHaveLength(1);
  await expectReceivedOnce(device, backend, booking);
  expect(await readStore(page, 'entries')).toEqual([]);
});
