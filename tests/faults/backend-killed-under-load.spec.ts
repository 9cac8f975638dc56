import { aBooking } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { writeEntries, readStore } from '../support/local-store.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, testWithOwnBackend as test } from '../support/test.ts';

test('a backend killed in the middle of forty bookings loses and doubles none', async ({ device, ownBackend }) => {
  test.slow();
  const bookings = Array.from({ length: 40 }, () => aBooking());
  const page = await device.openInstalled('/requests');
  await device.goOffline();
  await writeEntries(page, bookings.map((booking) => anEntry(booking)));
  await page.reload();
  await device.goOnline();
  await expect.poll(() => readStore(page, 'receipts').then(({ length }) => length), { intervals: [50] }).toBeGreaterThan(5);

  await ownBackend.kill();
  const deliveredBefore = (await readStore(page, 'receipts')).length;
  await ownBackend.restart();

  expect(deliveredBefore).toBeLessThan(40);
  await expect.poll(() => readStore(page, 'entries'), { timeout: 40_000 }).toEqual([]);
  for (const booking of bookings) await expectReceivedOnce(ownBackend, booking);
});
