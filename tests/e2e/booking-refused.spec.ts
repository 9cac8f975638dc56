import { aBooking, book, expectFilledIn, submitButton } from '../support/booking.ts';
import { answerInTurn, INSERT, refusal } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('a booking the server refuses stays in the form, and sending it again makes one', async ({ device, backend }) => {
  const booking = aBooking();
  await answerInTurn(device.context, INSERT, [refusal]);
  const page = await device.open('/booking');

  await book(page, booking);

  await expect(toast(page, 'Failed to submit booking. Please try again.')).toBeVisible();
  await expectFilledIn(page, booking);
  await expectNotReceived(backend, booking);

  await submitButton(page).click();

  await expect(toast(page, "Booking request submitted successfully! We'll contact you soon.")).toBeVisible();
  await expectReceivedOnce(backend, booking);
});

test('a refused booking is not kept in My requests', async ({ device }) => {
  await answerInTurn(device.context, INSERT, [refusal]);
  const page = await device.open('/booking');
  await book(page, aBooking());
  await expect(toast(page, 'Failed to submit booking. Please try again.')).toBeVisible();

  const requests = await device.open('/requests');

  await expect(requests.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(requests.getByRole('main').getByRole('listitem')).toHaveCount(0);
});
