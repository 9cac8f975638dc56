import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** Upgrades the database as a newer release's tab would, which closes every open connection. */
async function upgradeDatabase(): Promise<void> {
  const open = (version?: number) =>
    new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('cleaning', version);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        resolve(opening.result.version);
        opening.result.close();
      };
    });
  await open((await open()) + 10);
}

test('a booking is kept and sent after another tab upgraded the database', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  const newer = await device.open('/requests');
  await newer.evaluate(upgradeDatabase);

  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Request received');
  await expectSettled(device, await readReference(page));
  await expectReceivedOnce(device, backend, booking);
});
