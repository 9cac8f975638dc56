import { aBooking, bookOnDevice } from '../support/booking.ts';
import { answerInTurn, INSERT, serverError } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expectSettled } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';
import type { Entry } from '../../src/core/store/rows.ts';

test('a booking whose last Background Sync fails is sent by the next page that opens', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  const [entry] = await readStore<Entry>(page, 'entries');
  await device.closePages();
  const requests = await answerInTurn(device.context, INSERT, [serverError, serverError]);
  await device.goOnline();
  await expect.poll(() => requests.count).toBe(1);

  const { cdp, registrations } = await device.controlWorkers();
  for (const { registrationId } of registrations) {
    await cdp.send('ServiceWorker.dispatchSyncEvent', { origin: backend.url, registrationId, tag: `outbox:${entry?.id}`, lastChance: true });
  }

  await expectSettled(device, reference);
  await expectReceivedOnce(backend, booking);
});
