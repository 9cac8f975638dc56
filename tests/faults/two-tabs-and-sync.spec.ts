import { aBooking, book, bookOnDevice, outcomeNotice, readReference } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('two tabs and the worker that all flush at once send each booking once', async ({
  device,
  backend,
}) => {
  const bookings = [aBooking(), aBooking()] as const;
  const tabs = [
    await device.openInstalled('/booking'),
    await device.openInstalled('/booking'),
  ] as const;
  await device.goOffline();
  const references = [
    await bookOnDevice(tabs[0], bookings[0]),
    await bookOnDevice(tabs[1], bookings[1]),
  ];

  await device.goOnline();

  for (const reference of references) await expectSettled(device, reference);
  for (const booking of bookings) await expectReceivedOnce(device, backend, booking);
});

test('two tabs that book at the same moment both hear that theirs is sent', async ({
  device,
  backend,
}) => {
  const bookings = [aBooking(), aBooking()] as const;
  const tabs = [
    await device.openInstalled('/booking'),
    await device.openInstalled('/booking'),
  ] as const;

  await Promise.all([book(tabs[0], bookings[0]), book(tabs[1], bookings[1])]);

  for (const tab of tabs) {
    await expect(outcomeNotice(tab)).toContainText('Request received');
    await expectSettled(device, await readReference(tab));
  }
  for (const booking of bookings) await expectReceivedOnce(device, backend, booking);
});
