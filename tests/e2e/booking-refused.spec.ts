import { aBooking, book, expectFilledIn, submitButton } from '../support/booking.ts';
import { INSERT, refusal } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { noRequests, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

test('a booking the server refuses stays in the form, and sending it again makes one', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  network.answerInTurn(INSERT, [refusal]);
  const page = await device.open('/booking');

  await book(page, booking);

  await expect(toast(page, 'Failed to submit booking. Please try again.')).toBeVisible();
  await expectFilledIn(page, booking);
  await expectNotReceived(backend, booking);
  await expect(noRequests(await device.open('/requests'))).toBeVisible();
  await page.bringToFront();

  await submitButton(page).click();

  await expect(
    toast(page, "Booking request submitted successfully! We'll contact you soon."),
  ).toBeVisible();
  await expectReceivedOnce(device, backend, booking);
});
