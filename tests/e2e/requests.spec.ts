import { readFile } from 'node:fs/promises';
import type { Booking } from '../../src/core/domain/booking.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking, book, bookOnDevice, dayFromNow, expectFilledIn, fieldsOf, submitButton } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { answerInTurn, INSERT, refusal, serverError } from '../support/faults.ts';
import { readStore, writeEntries } from '../support/local-store.ts';
import { expectNotReceived, expectReceivedOnce, received } from '../support/office.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Written when its day was still to come. */
const lateEntry = (booking: Booking) => anEntry(booking, { createdAt: Date.now() - 3 * 24 * 60 * 60 * 1000 });

test('a device without requests says so and offers to make one', async ({ device }) => {
  const page = await device.open('/requests');

  await expect(page.getByRole('main').getByRole('link', { name: /book/i })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
});

test('a request is seen waiting and then sent, with nothing reloaded', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('Waiting to be sent');

  await device.goOnline();

  await expect(requestCard(requests, reference)).toContainText('Sent');
  await expect(requestCard(requests, reference)).not.toContainText('Waiting');
  await expectReceivedOnce(backend, booking);
});

test('a booking whose day passed while it waited is given another day in the form, and arrives with that one', async ({ device, backend }) => {
  const booking = aBooking({ preferred_date: dayFromNow(-1) });
  const page = await device.openInstalled('/requests');
  const entry = lateEntry(booking);
  await writeEntries(page, [entry]);
  await page.reload();

  await requestCard(page, referenceOf(entry.id)).getByRole('button', { name: 'Edit' }).click();
  await expectFilledIn(page, booking);
  await fieldsOf(page).date.fill(dayFromNow(3));
  await submitButton(page).click();

  await expectReceivedOnce(backend, { ...booking, preferred_date: dayFromNow(3) });
});

test('a request that left the device before is not offered for editing', async ({ device }) => {
  const entry = anEntry(aBooking(), { attempted: true });
  const page = await device.openInstalled('/requests');
  await device.goOffline();
  await writeEntries(page, [entry]);
  await page.reload();

  const card = requestCard(page, referenceOf(entry.id));
  await expect(card.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('discarding asks first, and a request kept is still sent', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  const requests = await device.open('/requests');

  await requestCard(requests, reference).getByRole('button', { name: 'Discard' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await device.goOnline();

  await expectReceivedOnce(backend, booking);
});

test('a discarded request never arrives', async ({ device, backend }) => {
  const [unwanted, wanted] = [aBooking(), aBooking()];
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, unwanted);
  await page.reload();
  await bookOnDevice(page, wanted);
  const requests = await device.open('/requests');

  await requestCard(requests, reference).getByRole('button', { name: 'Discard' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(requestCard(requests, reference)).toHaveCount(0);
  await device.goOnline();

  await expectReceivedOnce(backend, wanted);
  await expectNotReceived(backend, unwanted);
});

test('discarding what has been tried says that it may already have arrived', async ({ device }) => {
  await answerInTurn(device.context, INSERT, [serverError, serverError, serverError, serverError]);
  const page = await device.openInstalled('/booking');
  const reference = await bookOnDevice(page, aBooking());
  const requests = await device.open('/requests');

  await requestCard(requests, reference).getByRole('button', { name: 'Discard' }).click();

  await expect(requests.getByRole('dialog')).toContainText(/may (already )?have (already )?(arrived|reached)/);
});

test('a waiting request is exported as a file with everything typed', async ({ device }) => {
  const booking = aBooking({ notes: 'Ring twice' });
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  const requests = await device.open('/requests');

  const downloading = requests.waitForEvent('download');
  await requestCard(requests, reference).getByRole('button', { name: 'Export' }).click();
  const download = await downloading;

  expect(download.suggestedFilename()).toMatch(/\.json$/);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ submission: { kind: 'booking', values: booking } });
});

test('a request that rests after a failure is sent at once on demand', async ({ device, backend }) => {
  const booking = aBooking();
  const entry = anEntry(booking, { attempted: true, attempts: 9, retry: { reason: 'server', at: Date.now(), delayMs: 900_000 } });
  const page = await device.openInstalled('/requests');
  await writeEntries(page, [entry]);
  await page.reload();
  await expect(requestCard(page, referenceOf(entry.id))).toContainText('Waiting to be sent');
  await expectNotReceived(backend, booking);

  await requestCard(page, referenceOf(entry.id)).getByRole('button', { name: 'Send now' }).click();

  await expectReceivedOnce(backend, booking);
});

test('a refused request says why and is mended through the form', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  await answerInTurn(device.context, INSERT, [refusal]);
  await device.goOnline();
  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('Needs attention');

  await requestCard(requests, reference).getByRole('button', { name: 'Edit' }).click();
  await fieldsOf(requests).phone.fill('0141 496 0150');
  await submitButton(requests).click();

  await expectReceivedOnce(backend, { ...booking, phone: '0141 496 0150' });
});

test('a booking whose day passed while it waited is sent only after its sender says so', async ({ device, backend }) => {
  const booking = aBooking({ preferred_date: dayFromNow(-1) });
  const entry = lateEntry(booking);
  const page = await device.openInstalled('/requests');
  await writeEntries(page, [entry]);
  await page.reload();
  const card = requestCard(page, referenceOf(entry.id));
  await expect(card).toContainText('Needs attention');
  await expectNotReceived(backend, booking);

  await card.getByRole('button', { name: 'Send anyway' }).click();

  await expectReceivedOnce(backend, booking);
  await expect(card).toContainText('Sent');
});

test('a receipt holds nothing of what was typed, and receipts are cleared on request', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.open('/booking');
  await book(page, booking);
  const { id } = await expectReceivedOnce(backend, booking);
  const requests = await device.open('/requests');
  await expect(requestCard(requests, referenceOf(id))).toContainText('Sent');
  await expect.poll(() => readStore(requests, 'receipts')).toHaveLength(1);
  expect(JSON.stringify(await readStore(requests, 'receipts'))).not.toContain(booking.name);

  await requests.getByRole('button', { name: 'Clear sent requests' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: /Clear/ }).click();

  await expect(requestCard(requests, referenceOf(id))).toHaveCount(0);
  expect((await received(backend, booking)).rows).toHaveLength(1);
});
