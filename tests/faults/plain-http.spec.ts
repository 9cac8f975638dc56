import { aBooking, bookOnDevice, readReference, book, outcomeNotice } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, test } from '../support/test.ts';

// Not a loopback address, so the browser denies workers, locks and random ids.
const HOST = 'office.lan';
test.use({
  visitedBefore: null,
  inShell: true,
  deviceArgs: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
});

test('a booking on plain http in a local network is sent, and kept without a connection', async ({
  device,
  backend,
}) => {
  const [sent, kept] = [aBooking(), aBooking()];
  const page = await device.open(`http://${HOST}:${new URL(backend.url).port}/booking`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  await book(page, sent);
  await expect(outcomeNotice(page)).toContainText('Request received');
  const first = await readReference(page);
  await expectReceivedOnce(device, backend, sent);

  await device.goOffline();
  expect(await bookOnDevice(page, kept)).not.toBe(first);
  await device.goOnline();
  await expectReceivedOnce(device, backend, kept);
});
