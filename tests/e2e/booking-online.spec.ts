import { aBooking, book, expectEmptyForm, fieldsOf, outcomeNotice, readReference, submitButton } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { ALERT, answerWith } from '../support/faults.ts';
import { expectSettled, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';

test.use({ serviceWorkers: 'allow' });

test('a booking made with a connection is stored and mailed, and its reference is told', async ({ device, backend }) => {
  const booking = aBooking({ notes: 'Two cats live here. 🐈' });
  const page = await device.open('/booking');

  await book(page, booking);

  await expect(toast(page, "Booking request submitted successfully! We'll contact you soon.")).toBeVisible();
  await expectEmptyForm(page);
  const row = await expectReceivedOnce(backend, booking);
  expect(await readReference(page)).toBe(referenceOf(row.id));
  await expectSettled(device, referenceOf(row.id));
});

test('the mail to the office holds the booking, and answering it writes to the customer', async ({ device, backend }) => {
  const booking = aBooking({ notes: 'Please ring <twice> & wait' });
  const page = await device.open('/booking');

  await book(page, booking);

  await expectReceivedOnce(backend, booking);
  const mail = (await backend.mails()).find(({ replyTo }) => replyTo.includes(booking.email));
  for (const value of [booking.name, booking.phone, booking.address, 'Please ring <twice> & wait']) expect(mail?.text).toContain(value);
});

test('the button says that the booking is on its way until the answer is there', async ({ device }) => {
  const page = await device.open('/booking');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await device.context.route('**/rest/v1/bookings*', async (route) => {
    await answered;
    await route.continue();
  });

  await book(page, aBooking());

  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  answer();
  await expect(submitButton(page)).toBeVisible();
});

test('a booking is made with the keyboard alone', async ({ device, backend }) => {
  // A day that is typed alike wherever the month comes first.
  const year = new Date().getFullYear() + 1;
  const booking = aBooking({ preferred_date: `${year}-01-01` });
  const page = await device.open('/booking');

  await expect(fieldsOf(page).name).toBeEnabled();
  await fieldsOf(page).name.focus();
  await page.keyboard.type(booking.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(booking.phone);
  await page.keyboard.press('Tab');
  await page.keyboard.type(booking.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(booking.address);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Deep');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`0101${year}`);
  await expect(fieldsOf(page).date).toHaveValue(booking.preferred_date);
  await fieldsOf(page).time.focus();
  await page.keyboard.type('8AM');
  await submitButton(page).focus();
  await page.keyboard.press('Enter');

  await expect(outcomeNotice(page)).toBeFocused();
  await expectReceivedOnce(backend, booking);
});

test('a booking is stored though its mail fails, and the person is told', async ({ device, backend }) => {
  const booking = aBooking();
  await device.context.route(ALERT, answerWith(502, { error: 'The e-mail provider failed' }));
  const page = await device.open('/booking');

  await book(page, booking);

  const notice = "We saved your booking but the email alert did not send. We'll monitor this on our end.";
  await expect(toast(page, notice)).toBeVisible();
  await expect(toast(page, "Booking request submitted successfully! We'll contact you soon.")).toBeVisible();
  expect(await backend.query('select 1 as stored from public.bookings where email = $1', [booking.email])).toEqual([{ stored: 1 }]);
});
