import { aBooking, bookOnDevice } from '../support/booking.ts';
import { answerWith, INSERT } from '../support/faults.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const REST_S = 3;

test('a rate limit rests every booking for as long as the server asks, and loses none', async ({ device, backend }) => {
  const bookings = [aBooking(), aBooking()] as const;
  const times: number[] = [];
  const limited = answerWith(429, { code: 'PT429', message: 'Too many requests', details: null, hint: null }, { 'Retry-After': `${REST_S}` });
  await device.context.route(INSERT, (route) => (times.push(Date.now()) === 1 ? limited(route) : route.continue()));
  const page = await device.openInstalled('/booking');

  const first = await bookOnDevice(page, bookings[0]);
  await page.reload();
  const second = await bookOnDevice(page, bookings[1]);

  await expectSettled(device, first);
  await expectSettled(device, second);
  for (const booking of bookings) await expectReceivedOnce(backend, booking);
  const [limitedAt = 0, nextAt = 0] = times;
  expect(nextAt - limitedAt).toBeGreaterThanOrEqual(REST_S * 1000);
});
