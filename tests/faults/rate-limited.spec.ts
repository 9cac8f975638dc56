import { aBooking, bookOnDevice, fillIn, outcomeNotice, submitButton } from '../support/booking.ts';
import { answerWith, INSERT } from '../support/faults.ts';
import { pass, type Answer } from '../support/network.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test, testWithOwnBackend } from '../support/test.ts';
import { anEntry } from '../support/entries.ts';
import { readStore, writeEntries } from '../support/local-store.ts';
import type { OutboxEntry } from '../../src/core/store/device-schema.ts';

const REST_S = 4;

test('a rate limit rests every booking for as long as the server asks, and loses none', async ({
  device,
  network,
  backend,
}) => {
  const bookings = [aBooking(), aBooking()] as const;
  const tabs = [
    await device.openInstalled('/booking'),
    await device.openInstalled('/booking'),
  ] as const;
  const times: number[] = [];
  const limited = answerWith(
    429,
    { code: 'PT429', message: 'Too many requests', details: null, hint: null },
    { 'Retry-After': `${REST_S}` },
  );
  const timed =
    (answer: Answer): Answer =>
    (exchange) => (times.push(Date.now()), answer(exchange));
  network.answerInTurn(INSERT, [timed(limited), timed(pass)]);
  await fillIn(tabs[1], bookings[1]);

  const reference = await bookOnDevice(tabs[0], bookings[0]);
  await submitButton(tabs[1]).click();

  await expect(outcomeNotice(tabs[1])).toContainText('Request received');
  await expectSettled(device, reference);
  for (const booking of bookings) await expectReceivedOnce(device, backend, booking);
  const [limitedAt = 0, nextAt = 0] = times;
  expect(nextAt - limitedAt).toBeGreaterThanOrEqual(REST_S * 1000);
});

testWithOwnBackend.describe('over the limit of the real flood guard', () => {
  testWithOwnBackend.use({ backendEnv: { FLOOD_LOOPBACK: 'on' } });

  testWithOwnBackend(
    'the first ten bookings arrive and the eleventh waits on the device',
    async ({ device, ownBackend }) => {
      const page = await device.openInstalled('/requests');
      await writeEntries(
        page,
        Array.from({ length: 11 }, () => anEntry(aBooking())),
      );

      await page.reload();

      await expect
        .poll(() => readStore<OutboxEntry>(page, 'entries'))
        .toMatchObject([{ state: { name: 'waiting', retry: { reason: 'rate-limited' } } }]);
      await expect(page.getByRole('main').getByText('Waiting to be sent')).toHaveCount(1);
      expect(await ownBackend.query('select count(*)::int as stored from public.bookings')).toEqual(
        [{ stored: 10 }],
      );
    },
  );
});
