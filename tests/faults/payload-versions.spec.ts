import { referenceOf } from '../../src/core/domain/submission.ts';
import { ENTRY_VERSION } from '../../src/core/outbox/entry.ts';
import { aBooking } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { readStore, writeEntries } from '../support/local-store.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('an entry of a newer release is left alone and shown as waiting, and the others are sent', async ({
  device,
  backend,
}) => {
  const [newer, own] = [aBooking(), aBooking()];
  const foreign = anEntry(newer, { version: ENTRY_VERSION + 1, createdAt: Date.now() - 1000 });
  const page = await device.openInstalled('/requests');
  await writeEntries(page, [foreign, anEntry(own)]);

  await page.reload();

  await expectReceivedOnce(device, backend, own);
  await expect(requestCard(page, referenceOf(foreign.id))).toContainText('Waiting to be sent');
  await expect.poll(() => readStore(page, 'entries')).toEqual([foreign]);
  await expectNotReceived(backend, newer);
});
