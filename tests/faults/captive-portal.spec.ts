import { aBooking, bookOnDevice } from '../support/booking.ts';
import { INSERT, signInPage } from '../support/faults.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { requestCard } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

test("a hotel's sign-in page is no delivery: the booking waits and is sent once past it", async ({ device, backend }) => {
  const booking = aBooking();
  await device.context.route(INSERT, signInPage);
  const page = await device.openInstalled('/booking');

  const reference = await bookOnDevice(page, booking);

  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('Waiting to be sent');
  await expectNotReceived(backend, booking);

  await device.context.unroute(INSERT);
  await expect(requestCard(requests, reference)).toContainText('Sent', { timeout: 20_000 });
  await expectReceivedOnce(backend, booking);
});

test('a redirect is no delivery either', async ({ device, backend }) => {
  const booking = aBooking();
  await device.context.route(INSERT, (route) => route.fulfill({ status: 302, headers: { location: '/' } }));
  const page = await device.openInstalled('/booking');

  await bookOnDevice(page, booking);

  await expectNotReceived(backend, booking);
});
