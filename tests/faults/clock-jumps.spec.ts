import { aBooking, bookOnDevice } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { test } from '../support/test.ts';

const HOUR_MS = 60 * 60 * 1000;

for (const [name, before, after] of [
  ['two hours back', 0, -2],
  ['two hours ahead', 0, 2],
  ['from two hours ahead to right', 2, 0],
] as const) {
  test(`a booking waiting while the clock jumps ${name} is sent once`, async ({ device, backend }) => {
    const booking = aBooking();
    const page = await device.openInstalled('/booking');
    await page.clock.setFixedTime(Date.now() + before * HOUR_MS);
    await device.goOffline();
    const reference = await bookOnDevice(page, booking);

    await page.clock.setFixedTime(Date.now() + after * HOUR_MS);
    await device.goOnline();

    await expectReceivedOnce(backend, booking);
    await expectSettled(device, reference);
  });
}
