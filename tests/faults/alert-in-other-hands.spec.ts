import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { ALERT, answerWith } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { received } from '../support/office.ts';
import { requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

const beingSent = answerWith(202, { status: 'being sent' });

test('an alert that another caller is sending delays no booking, and is not called sent', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const asked = network.answerInTurn(ALERT, [beingSent]);
  const page = await device.openInstalled('/booking');

  await book(page, booking);

  await expect(
    toast(page, "Booking request submitted successfully! We'll contact you soon."),
  ).toBeVisible();
  await expect(outcomeNotice(page)).toContainText('Request received');
  const requests = await device.open('/requests');
  await expect(requestCard(requests, await readReference(page))).toContainText(
    'alert to our office is still on its way',
  );
  expect(await readStore(requests, 'receipts')).toEqual([]);
  expect(await received(backend, booking)).toMatchObject({
    rows: [{ name: booking.name }],
    mails: [],
  });
  expect(asked.count).toBe(1);
});
