import type { Locator } from '@playwright/test';
import {
  aBooking,
  book,
  bookAnother,
  bookOnDevice,
  expectEmptyForm,
  fieldsOf,
  outcomeNotice,
  readReference,
  submitButton,
} from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { ALERT, answerWith, pauseAnswer, INSERT } from '../support/faults.ts';
import { expectSettled, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { replyDay } from '../../src/core/domain/business-days.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';

test.use({ visitedBefore: 'site' });

test('a booking made online is stored, mailed to the office in full, and shown with its reference', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ notes: 'Two <cats> & a dog live here. 🐈' });
  const page = await device.open('/booking');

  await book(page, booking);

  await expect(
    toast(page, "Booking request submitted successfully! We'll contact you soon."),
  ).toBeVisible();
  const row = await expectReceivedOnce(device, backend, booking);
  expect(await readReference(page)).toBe(referenceOf(row.id));
  await expectSettled(device, referenceOf(row.id));
  const mail = (await backend.mails()).find(({ replyTo }) => replyTo.includes(booking.email));
  for (const value of [booking.name, booking.phone, booking.address, booking.notes ?? ''])
    expect(mail?.text).toContain(value);
});

test('the button says that the booking is on its way until the answer is there', async ({
  device,
  network,
}) => {
  const page = await device.open('/booking');
  const paused = pauseAnswer();
  network.answerInTurn(INSERT, [paused.answer]);

  await book(page, aBooking());

  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  paused.release();
  await bookAnother(page);
  await expect(submitButton(page)).toBeVisible();
});

test('a booking is made with the keyboard alone', async ({ device, backend }) => {
  // 1 January is typed the same in day-first and month-first formats.
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
  await expect(page.getByLabel('Which service (optional)')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Size (optional)')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('How often (optional)')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(`0101${year}`);
  await expect(fieldsOf(page).date).toHaveValue(booking.preferred_date);
  await fieldsOf(page).time.focus();
  await page.keyboard.type('8AM');
  await submitButton(page).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Request received' })).toBeFocused();
  await expectReceivedOnce(device, backend, booking);
});

test('a sent booking makes the page its result: every choice, the number typed, a reference to copy and the next steps', async ({
  device,
}) => {
  const booking = aBooking({ preferred_date: '2031-12-24' });
  await device.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await device.open('/booking');

  await book(page, booking);

  const result = outcomeNotice(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Request received');
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveTitle(`Request received | ${COMPANY.name}`);
  for (const text of [
    'Deep Cleaning',
    'Wednesday 24 December 2031',
    '8AM-12PM',
    booking.address,
    booking.name,
    booking.email,
    COMPANY.steps.visit.text,
  ])
    await expect(result).toContainText(text);
  const replyBy = replyDay(Date.now(), COMPANY.answersInBusinessDays, COMPANY.hours) ?? '';
  await expect(result).toContainText(
    `We’ll call you on ${booking.phone} by ${new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(replyBy)).replace(',', '')}.`,
  );
  await expect(result).toContainText(`Call us with your reference: ${COMPANY.phone}`);
  await result.getByRole('button', { name: 'Copy the reference' }).click();
  await expect(toast(page, 'Reference copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await readReference(page));

  await bookAnother(page);
  await expect(heading).toHaveText('Book a Service');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(`Book a Service | ${COMPANY.name}`);
});

test('"Book Now" leads from the result of a booking to the form', async ({ device }) => {
  const page = await device.open('/booking?service=deep');
  await book(page, aBooking());
  await expect(outcomeNotice(page)).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Book Now' }).click();

  await expectEmptyForm(page);
});

test('a booking that waits is mended from its result', async ({ device, backend }) => {
  const booking = aBooking({ phone: '07700 900456' });
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, { ...booking, phone: '07700 900457' });
  await expect(outcomeNotice(page)).toContainText('call you on 07700 900457');

  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText(`You are editing ${reference}`)).toBeVisible();
  await fieldsOf(page).phone.fill(booking.phone);
  await device.goOnline();
  await submitButton(page).click();

  await expect(outcomeNotice(page)).toContainText(`We’ll call you on ${booking.phone}`);
  await expectReceivedOnce(device, backend, booking);
});

test('on a phone, the message after a booking is above its result, and has a button to close it', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await page.setViewportSize({ width: 390, height: 740 });

  await book(page, aBooking());

  const message = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(message).toHaveCount(1);
  const heading = page.getByRole('heading', { name: 'Request received' });
  await expect(heading).toBeInViewport();
  // A trial does not hover; it waits until the toast is still.
  await message.hover({ trial: true });
  const box = async (part: Locator) =>
    (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [said, close] = [
    await box(message),
    await box(message.getByRole('button', { name: 'Close toast' })),
  ];
  expect(Math.abs(said.x + said.width / 2 - 390 / 2), 'from the middle').toBeLessThan(8);
  expect([close.width, close.height]).toEqual([24, 24]);
  expect(
    close.x > said.x &&
      close.x + close.width < said.x + said.width &&
      close.y > said.y &&
      close.y + close.height < said.y + said.height,
  ).toBe(true);
  expect((await box(heading)).y).toBeGreaterThan(said.y + said.height);
});

const MAIL_FAILURES = [
  { who: 'the function', answer: answerWith(502, { error: 'The email provider failed' }) },
  {
    who: 'a gateway before it',
    answer: answerWith(502, '<title>502 Bad Gateway</title>', { 'content-type': 'text/html' }),
  },
];

for (const { who, answer } of MAIL_FAILURES) {
  test(
    `a booking is stored though its mail fails, and the person reads it at once when ${who} says so`,
    { tag: who === 'the function' ? '@nightly' : [] },
    async ({ device, network, backend }) => {
      const booking = aBooking();
      const asked = network.answerEvery(ALERT, answer);
      const page = await device.open('/booking');

      await book(page, booking);

      const notice =
        "We saved your booking but the email alert did not send. We'll monitor this on our end.";
      await expect(
        toast(page, "Booking request submitted successfully! We'll contact you soon."),
      ).toBeVisible();
      await expect(toast(page, notice)).toBeVisible();
      expect(asked.count).toBe(1);
      expect(
        await backend.query('select 1 as stored from public.bookings where email = $1', [
          booking.email,
        ]),
      ).toEqual([{ stored: 1 }]);
    },
  );
}
