import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { ALERT, answerWith, INSERT, noAnswer } from '../support/faults.ts';
import { received } from '../support/office.ts';
import { requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test, testWithOwnBackend } from '../support/test.ts';

const NOTICE =
  "We saved your booking but the email alert did not send. We'll monitor this on our end.";

test('a failing email function leaves the booking stored, is reported to the person, and is not called again', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const failure = answerWith(502, { error: 'The email provider failed' });
  const asked = network.answerEvery(ALERT, failure);
  const inserted = network.answerInTurn(INSERT, []);
  const page = await device.openInstalled('/booking');

  await book(page, booking);

  await expect(toast(page, NOTICE)).toBeVisible();
  const reference = await readReference(page);
  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('our email alert is late');
  expect((await received(backend, booking)).rows).toHaveLength(1);
  expect({ inserted: inserted.count, asked: asked.count }).toEqual({ inserted: 1, asked: 1 });
});

test('an email function that never answers ends after three tries, with the booking stored', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  network.answerEvery(ALERT, noAnswer);
  const page = await device.openInstalled('/booking');

  await book(page, booking);

  await expect(outcomeNotice(page)).toBeVisible();
  await expect(toast(page, NOTICE)).toBeVisible({ timeout: 15_000 });
  expect(await received(backend, booking)).toMatchObject({
    rows: [{ name: booking.name }],
    mails: [],
  });
});

testWithOwnBackend.describe('with no mail server listening', () => {
  testWithOwnBackend.use({ backendEnv: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' } });

  testWithOwnBackend(
    'the real function fails, the booking is stored, and staff can see the failed alert',
    { tag: '@nightly' },
    async ({ device, ownBackend }) => {
      const booking = aBooking();
      const page = await device.openInstalled('/booking');

      await book(page, booking);

      await expect(toast(page, NOTICE)).toBeVisible();
      expect((await received(ownBackend, booking)).rows).toHaveLength(1);
      expect(await ownBackend.query('select state from public.alerts')).toEqual([
        { state: 'failed' },
      ]);
    },
  );
});
