import { aBooking, book, fieldsOf } from '../support/booking.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

test('a second press while a booking is on its way changes nothing and sends nothing', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const paused = pauseAnswer();
  const inserts = network.answerInTurn(INSERT, [paused.answer]);
  const page = await device.open('/booking');
  await book(page, booking);
  await paused.arrived;

  await page.getByRole('button', { name: 'Submitting...' }).press('Enter');
  // Reads queue behind the form's writes, so those are done here.
  await readStore(page, 'forms');
  await readStore(page, 'forms');

  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await expect(fieldsOf(page).name).toBeDisabled();
  paused.release();
  await expectReceivedOnce(device, backend, booking);
  expect(inserts.count).toBe(1);
});
