import { aBooking, bookOnDevice } from '../support/booking.ts';
import { setClock } from '../support/clock.ts';
import { quickSync } from '../support/device.ts';
import { answerWith, INSERT } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const HOUR_MS = 60 * 60 * 1000;
const JUMPS = [
  { name: 'two hours back', before: 0, after: -2 },
  { name: 'two hours ahead', before: 0, after: 2 },
  { name: 'from two hours ahead to right', before: 2, after: 0 },
];

/** A Retry-After holds even when the connection returns: only the clock ends it. */
const later = answerWith(503, { message: 'try later' }, { 'Retry-After': '3' });

for (const { name, before, after } of JUMPS) {
  test(
    `a booking that rests after a failure while the clock jumps ${name} is sent once`,
    { tag: name === 'two hours back' ? [] : '@nightly' },
    async ({ device, network, backend }) => {
      const booking = aBooking();
      const inserts = network.answerInTurn(INSERT, [later]);
      const page = await device.openInstalled('/booking');
      await setClock(device, before * HOUR_MS);
      const reference = await bookOnDevice(page, booking);

      await setClock(device, after * HOUR_MS);
      await expectNotReceived(backend, booking);

      await expectReceivedOnce(device, backend, booking);
      await expectSettled(device, reference);
      expect(inserts.count).toBe(2);
    },
  );
}

test.describe('with every page closed', () => {
  test.use({ deviceArgs: quickSync({ attempts: 4 }) });

  for (const { name, before, after } of JUMPS) {
    test(
      `a booking that the worker lets rest while the clock jumps ${name} is sent once`,
      { tag: name === 'two hours ahead' ? [] : '@nightly' },
      async ({ device, network, backend }) => {
        const booking = aBooking();
        const page = await device.openInstalled('/booking');
        await setClock(device, before * HOUR_MS);
        await device.goOffline();
        const reference = await bookOnDevice(page, booking);
        await device.closePages();
        const inserts = network.answerInTurn(INSERT, [later]);
        await device.goOnline();
        await expect.poll(() => inserts.count).toBe(1);

        await setClock(device, after * HOUR_MS);
        await expectNotReceived(backend, booking);

        await expect.poll(() => inserts.count).toBe(2);
        await expectReceivedOnce(device, backend, booking);
        await expectSettled(device, reference);
      },
    );
  }
});
