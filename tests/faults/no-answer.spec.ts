import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

// A worker would wait for the same answer.
test.use({ visitedBefore: null, inShell: true });

const MINUTE_MS = 60_000;

test('a booking without an answer for ten seconds is said to be saved on the device, and still arrives once', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const paused = pauseAnswer();
  network.answerInTurn(INSERT, [paused.answer]);
  await device.context.clock.install();
  const page = await device.open('/booking');
  // From here on the page's time stands still but for what the test lets pass.
  await page.clock.pauseAt(Date.now() + MINUTE_MS);

  await book(page, booking);
  await paused.arrived;
  await page.clock.runFor(9_900);
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await page.clock.runFor(200);
  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  await page.clock.resume();

  paused.release();
  await expectSettled(device, await readReference(page));
  await expectReceivedOnce(device, backend, booking);
});
