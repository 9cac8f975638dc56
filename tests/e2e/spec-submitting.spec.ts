import { aBooking, book, bookAnother, fieldsOf, submitButton } from '../support/booking.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

test('while a booking is on its way, its fields and its button are disabled; then the form is ready for the next', async ({
  device,
  network,
}) => {
  const paused = pauseAnswer();
  network.answerInTurn(INSERT, [paused.answer]);
  const page = await device.open('/booking');
  await book(page, aBooking());
  await paused.arrived;

  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  for (const field of Object.values(fieldsOf(page))) await expect(field).toBeDisabled();

  paused.release();
  await bookAnother(page);
  await expect(submitButton(page)).toBeEnabled();
  for (const field of Object.values(fieldsOf(page))) await expect(field).toBeEnabled();
});
