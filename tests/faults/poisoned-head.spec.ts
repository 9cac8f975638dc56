import { referenceOf } from '../../src/core/domain/submission.ts';
import { aBooking } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { writeEntries } from '../support/local-store.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('a booking the server refuses does not hold back the good one behind it', async ({
  device,
  backend,
}) => {
  const [poisoned, good] = [aBooking({ phone: '1' }), aBooking()];
  const entries = [anEntry(poisoned, { createdAt: Date.now() - 1000 }), anEntry(good)] as const;
  const page = await device.openInstalled('/requests');
  await device.goOffline();
  await writeEntries(page, entries);
  await page.reload();

  await device.goOnline();

  await expectReceivedOnce(device, backend, good);
  await expect(requestCard(page, referenceOf(entries[0].id))).toContainText('Needs attention');
  await expect(requestCard(page, referenceOf(entries[1].id))).toContainText('Sent');
  await expectNotReceived(backend, poisoned);
});
