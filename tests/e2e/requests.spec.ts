import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Booking } from '../../src/core/domain/booking.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import type { OutboxEntry } from '../../src/core/store/device-schema.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import {
  aBooking,
  book,
  bookAnother,
  bookOnDevice,
  dayFromNow,
  expectEmptyForm,
  expectFilledIn,
  fieldsOf,
  outcomeNotice,
  readReference,
  submitButton,
} from '../support/booking.ts';
import { setClock } from '../support/clock.ts';
import { anEntry } from '../support/entries.ts';
import { INSERT, noAnswer, refusal } from '../support/faults.ts';
import { readStore, writeEntries } from '../support/local-store.ts';
import { expectNotReceived, expectReceivedOnce, received } from '../support/office.ts';
import { editOffline, noRequests, requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const MINUTE = 60_000;

/** An entry written while its day was in the future. */
const lateEntry = (booking: Booking) =>
  anEntry(booking, { createdAt: Date.now() - 3 * 24 * 60 * 60 * 1000 });

/** Discards a request on the page My requests. */
async function discard(requests: Page, reference: string): Promise<void> {
  await requestCard(requests, reference).getByRole('button', { name: 'Delete' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(requestCard(requests, reference)).toHaveCount(0);
}

test('a device without requests says so and offers to make one', async ({ device }) => {
  const page = await device.open('/requests');

  await expect(noRequests(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /book/i })).toBeVisible();
});

test('a request shows as waiting, is exported, then shows as sent without a reload; its form still says so after it is cleared', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ notes: 'Ring twice' });
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('Waiting to be sent');
  await expect(outcomeNotice(page)).toContainText('Deep Cleaning');
  await expect(outcomeNotice(page)).toContainText(
    `Once it has reached us, we’ll call you on ${booking.phone} within one working day.`,
  );
  const downloading = requests.waitForEvent('download');
  await requestCard(requests, reference).getByRole('button', { name: 'Save a copy' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    kind: 'booking',
    values: booking,
  });

  await device.goOnline();

  await expect(requestCard(requests, reference)).toContainText('Sent');
  await expect(outcomeNotice(page)).toContainText('Request received');
  await expect(outcomeNotice(page)).toContainText('Deep Cleaning');
  await expect(requestCard(requests, reference)).not.toContainText('Waiting');
  await expectReceivedOnce(device, backend, booking);

  await requests.getByRole('button', { name: 'Clear sent requests' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: /Clear/ }).click();
  await expect(noRequests(requests)).toBeVisible();
  await page.bringToFront();
  // It would change as soon as it hears of it, and nothing says when that is.
  await page.waitForTimeout(1_000);
  await expect(outcomeNotice(page)).toContainText('Request received');
  await expect(page.getByText('Saved on this device')).toHaveCount(0);
});

test('a request that came to need its sender while no page was open says so on the next visit, until My requests says it', async ({
  device,
}) => {
  const entry = anEntry(aBooking(), {
    state: { name: 'attention', reason: 'refused', message: '' },
  });
  await writeEntries(await device.open('/robots.txt'), [entry]);

  const page = await device.open('/');

  const message = toast(page, `Your booking ${referenceOf(entry.id)} needs attention.`);
  await expect(message).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('1 needs attention');

  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'My requests' })
    .click();
  await expect(requestCard(page, referenceOf(entry.id))).toBeVisible();
  await expect(message).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('contentinfo')).toContainText('1 needs attention');
  await expect(message).toHaveCount(0);
});

test(
  'a request whose form is open waits half an hour, and the form says when it is sent as it was',
  { tag: '@nightly' },
  async ({ device }) => {
    const entry = anEntry(aBooking());
    await writeEntries(await device.open('/robots.txt'), [entry]);
    const page = await device.context.newPage();
    await page.clock.install();
    await device.goOffline();
    await device.goOnline();
    await device.context.route('**/rest/v1/bookings*', (route) => route.abort());
    await page.goto('/requests');
    await page.clock.runFor(5_000);
    await requestCard(page, referenceOf(entry.id)).getByRole('button', { name: 'Edit' }).click();
    const notice = page.getByText(`You are editing ${referenceOf(entry.id)}`);
    const endsAt = await page.evaluate(() => new Date(Date.now() + 30 * 60_000).toTimeString());
    await expect(notice).toContainText(
      `If you don’t submit this form, it is sent unchanged after ${endsAt.slice(0, 5)}.`,
    );
    const stateNow = async () =>
      (await readStore<Pick<OutboxEntry, 'state'>>(page, 'entries'))[0]?.state;
    const begun = await stateNow();
    expect(begun).toMatchObject({ retry: { reason: 'editing', delayMs: 30 * MINUTE } });

    for (let minute = 0; minute < 20; minute++) await page.clock.runFor(MINUTE);

    expect(await stateNow(), 'an open form does not renew it').toEqual(begun);
  },
);

test('a form whose request was discarded in another tab says that it is not kept, and is sent when it is submitted', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const { requests: form, reference } = await editOffline(device, booking);
  await expectFilledIn(form, booking);
  await discard(await device.open('/requests'), reference);

  await form.bringToFront();
  await expect(form.getByRole('main')).toContainText(
    `This continues ${reference}, which is not kept on this device: it is sent only when you submit this form.`,
  );
  await device.goOnline();
  await expectNotReceived(backend, booking);
  await submitButton(form).click();

  await expectReceivedOnce(device, backend, booking);
});

test('a form no longer promises to send a booking that was discarded in another tab', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, aBooking());

  await discard(await device.open('/requests'), reference);
  await page.bringToFront();

  await expect(outcomeNotice(page)).toContainText('No longer on this device');
  await expect(outcomeNotice(page)).not.toContainText('automatically');
  await expect(outcomeNotice(page).getByRole('link', { name: /^0/ })).toHaveAttribute(
    'href',
    /^tel:/,
  );
});

test('when a request is sent, the focus moves from its button, also in a dialog, to the request', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const one = await bookOnDevice(page, aBooking());
  await bookAnother(page);
  const other = await bookOnDevice(page, aBooking());
  const inDialog = await device.open('/requests');
  await requestCard(inDialog, one).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(inDialog.getByRole('dialog')).toBeVisible();
  const requests = await device.open('/requests');
  await requestCard(requests, other).getByRole('button', { name: 'Save a copy' }).focus();

  await device.goOnline();

  await expect(requestCard(requests, one)).toContainText('Sent');
  await expect(requestCard(requests, other)).toContainText('Sent');
  await expect(requestCard(requests, other)).toBeFocused();
  await inDialog.bringToFront();
  await expect(inDialog.getByRole('dialog')).toHaveCount(0);
  await expect(requestCard(inDialog, one)).toBeFocused();
});

test(
  'after the edit of a refused request is given up, it is no longer said to be in the form',
  { tag: '@nightly' },
  async ({ device, network }) => {
    const { requests } = await editOffline(device, aBooking());
    await expect(fieldsOf(requests).name).not.toHaveValue('');
    network.answerInTurn(INSERT, [refusal]);
    await device.goOnline();
    await submitButton(requests).click();
    const notice = requests.getByText('What you typed is still in the form.');
    await expect(notice).toBeVisible();

    await requests.getByRole('button', { name: 'Cancel editing' }).click();

    await expectEmptyForm(requests);
    await expect(notice).toHaveCount(0);
  },
);

test('a request that is being edited stays on the device, and is sent with its changes under its reference', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const { requests, reference } = await editOffline(device, booking);
  await expect(requests.getByRole('main')).toContainText(`You are editing ${reference}`);
  const meanwhile = await device.open('/requests');
  await expect(requestCard(meanwhile, reference)).toContainText('You are editing this');
  await expect(requestCard(meanwhile, reference)).toContainText('Waiting to be sent');

  await fieldsOf(requests).phone.fill('0141 496 0150');
  await submitButton(requests).click();
  await expect(outcomeNotice(requests)).toContainText(reference);
  await device.goOnline();

  await expectReceivedOnce(device, backend, { ...booking, phone: '0141 496 0150' });
});

test(
  'a request whose edit is left half-way waits under its reference, and is sent as it was half an hour later',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const booking = aBooking();
    const { requests, reference } = await editOffline(device, booking);
    await fieldsOf(requests).phone.fill('0141 496 0150');
    await device.closePages();
    await device.goOnline();

    const later = await device.open('/requests');
    await expect(requestCard(later, reference)).toContainText('You are editing this');
    await expectNotReceived(backend, booking);
    await setClock(device, 31 * 60_000);
    await later.reload();

    await expectReceivedOnce(device, backend, booking);
    await expect(requestCard(later, reference)).toContainText('Sent');
    const form = await device.open('/booking');
    await expect(form.getByRole('main')).toContainText(`${reference} was sent as it was`);
  },
);

test('an edited request that is refused keeps its reference on the device', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const { requests, reference } = await editOffline(device, booking);
  await expectFilledIn(requests, booking);
  network.answerInTurn(INSERT, [refusal]);
  await device.goOnline();
  await submitButton(requests).click();
  await expect(toast(requests, 'Failed to submit booking. Please try again.')).toBeVisible();

  const meanwhile = await device.open('/requests');
  await expect(requestCard(meanwhile, reference)).toContainText('Needs attention');
  await submitButton(requests).click();

  await expectReceivedOnce(device, backend, booking);
  await expect(requestCard(meanwhile, reference)).toContainText('Sent');
});

test('sending without a connection says why the request still waits, and the button keeps the focus', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, aBooking());
  const requests = await device.open('/requests');
  const sendNow = requestCard(requests, reference).getByRole('button', { name: 'Send now' });

  await sendNow.press('Enter');

  await expect(requestCard(requests, reference).getByRole('status')).toContainText(
    'There is no connection, so it could not be sent now.',
  );
  await expect(sendNow).toBeFocused();
});

test('a request refused for its content has to be edited first, and cannot be sent again unchanged', async ({
  device,
  network,
}) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, aBooking());
  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toBeVisible();
  network.answerInTurn(INSERT, [refusal]);
  await device.goOnline();
  await expect(requestCard(requests, reference)).toContainText('Edit it, check every field');

  await expect(requestCard(requests, reference).getByRole('button')).toHaveText([
    'Edit',
    'Save a copy',
    'Delete',
  ]);
  // The toast's link would lead to this page.
  await expect(toast(requests, `Your booking ${reference} needs attention.`)).toBeVisible();
  await expect(
    requests
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'My requests' }),
  ).toHaveCount(0);
  await page.bringToFront();
  await expect(
    page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'My requests' }),
  ).toBeVisible();
  // The form that sent it shows the same.
  await expect(outcomeNotice(page)).toContainText('Your booking needs attention');
  await expect(outcomeNotice(page)).toContainText('Edit it, check every field');
  await expect(outcomeNotice(page)).not.toContainText('sent automatically');
  await expect(
    outcomeNotice(page).getByRole('link', { name: 'See it in My requests' }),
  ).toBeVisible();
});

test('the message that a request needs attention goes from every tab once that is seen to in one', async ({
  device,
  network,
}) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, aBooking());
  network.answerInTurn(INSERT, [refusal]);
  await device.goOnline();
  const message = toast(page, `Your booking ${reference} needs attention.`);
  await expect(message).toBeVisible();

  const requests = await device.open('/requests');
  await requestCard(requests, reference).getByRole('button', { name: 'Delete' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(requestCard(requests, reference)).toHaveCount(0);
  await page.bringToFront();

  await expect(message).toHaveCount(0);
});

test('discarding asks first: a discarded request never arrives, and one that is kept does', async ({
  device,
  backend,
}) => {
  const [unwanted, wanted] = [aBooking(), aBooking()];
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, unwanted);
  await page.reload();
  const kept = await bookOnDevice(page, wanted);
  const requests = await device.open('/requests');

  await requestCard(requests, kept).getByRole('button', { name: 'Delete' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await discard(requests, reference);
  await device.goOnline();

  await expectReceivedOnce(device, backend, wanted);
  await expectNotReceived(backend, unwanted);
});

test('a request that had no answer waits by the form’s words and by My requests’, and its discard says that it may arrive in rare cases', async ({
  device,
  network,
}) => {
  network.answerEvery(INSERT, noAnswer);
  const page = await device.openInstalled('/booking');
  const reference = await bookOnDevice(page, aBooking());
  await expect(outcomeNotice(page)).toContainText(
    'not with us yet. There is no connection. It will be sent automatically',
  );
  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText(
    'There is no connection. It waits on this device and will be sent automatically.',
  );
  await expect(requestCard(requests, reference)).not.toContainText('reached us');
  await expect(
    requestCard(requests, reference).getByRole('button', { name: 'Edit' }),
  ).toBeVisible();

  await requestCard(requests, reference).getByRole('button', { name: 'Delete' }).click();

  await expect(requests.getByRole('dialog')).toContainText(
    'In rare cases a request arrives although no answer came back to this device.',
  );
});

test('a request that rests after a failure is sent at once on demand', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const entry = anEntry(booking, {
    serverMayHave: 'file',
    state: {
      name: 'waiting',
      tries: 9,
      retry: { reason: 'server', at: Date.now(), delayMs: 900_000 },
    },
  });
  const page = await device.openInstalled('/requests');
  await writeEntries(page, [entry]);
  await page.reload();
  await expect(requestCard(page, referenceOf(entry.id))).toContainText('Waiting to be sent');
  await expectNotReceived(backend, booking);

  await requestCard(page, referenceOf(entry.id)).getByRole('button', { name: 'Send now' }).click();

  await expectReceivedOnce(device, backend, booking);
});

test('a refused request says why and is mended through the form', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  network.answerInTurn(INSERT, [refusal]);
  await device.goOnline();
  const requests = await device.open('/requests');
  await expect(requestCard(requests, reference)).toContainText('Needs attention');

  await requestCard(requests, reference).getByRole('button', { name: 'Edit' }).click();
  await fieldsOf(requests).phone.fill('0141 496 0150');
  await submitButton(requests).click();

  await expectReceivedOnce(device, backend, { ...booking, phone: '0141 496 0150' });
});

test('a booking whose day passed while it waited stays on the device until the form gives it another day, and arrives with that one', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ preferred_date: dayFromNow(-1) });
  const page = await device.openInstalled('/requests');
  const entry = lateEntry(booking);
  await writeEntries(page, [entry]);
  await page.reload();
  await requestCard(page, referenceOf(entry.id)).getByRole('button', { name: 'Edit' }).click();
  await expectFilledIn(page, booking);

  await submitButton(page).click();

  await expect(
    page.getByRole('group', { name: /The preferred date passed while this booking waited\./ }),
  ).toBeVisible();
  const slip = dayFromNow(-400);
  await fieldsOf(page).date.fill(slip);
  await submitButton(page).click();
  await expect(fieldsOf(page).date).toHaveAccessibleDescription(/This day has passed/);
  await expect
    .poll(() => readStore(page, 'forms'))
    .toMatchObject([{ values: { preferred_date: slip } }]);
  await page.reload();
  await expect(fieldsOf(page).date).toHaveValue(slip);
  await submitButton(page).click();
  await expect(fieldsOf(page).date).toHaveAccessibleDescription(/This day has passed/);
  await expectNotReceived(backend, booking);

  await fieldsOf(page).date.fill(dayFromNow(3));
  await submitButton(page).click();
  await expectReceivedOnce(device, backend, { ...booking, preferred_date: dayFromNow(3) });
});

test('a booking whose day passed while it waited is sent only after its sender says so', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ preferred_date: dayFromNow(-1) });
  const entry = lateEntry(booking);
  const page = await device.openInstalled('/requests');
  await writeEntries(page, [entry]);
  await page.reload();
  const card = requestCard(page, referenceOf(entry.id));
  await expect(card).toContainText('Needs attention');
  await expectNotReceived(backend, booking);

  await card.getByRole('button', { name: 'Send anyway' }).click();

  await expectReceivedOnce(device, backend, booking);
  await expect(card).toContainText('Sent');
});

test('a receipt holds only the service and the day, and receipts are cleared on request', async ({
  device,
  backend,
}) => {
  const booking = aBooking({ preferred_date: '2031-12-24' });
  const page = await device.open('/booking');
  await book(page, booking);
  const { id } = await expectReceivedOnce(device, backend, booking);
  const requests = await device.open('/requests');
  await expect(requestCard(requests, referenceOf(id))).toContainText('Sent');
  await expect(requestCard(requests, referenceOf(id))).toContainText(
    'Deep Cleaning, Wednesday 24 December 2031',
  );
  await expect.poll(() => readStore(requests, 'receipts')).toHaveLength(1);
  const kept = JSON.stringify(await readStore(requests, 'receipts'));
  for (const typed of [booking.name, booking.phone, booking.email, booking.address])
    expect(kept).not.toContain(typed);

  await requests.getByRole('button', { name: 'Clear sent requests' }).click();
  await requests.getByRole('dialog').getByRole('button', { name: /Clear/ }).click();

  await expect(requestCard(requests, referenceOf(id))).toHaveCount(0);
  expect((await received(backend, booking)).rows).toHaveLength(1);
});

test('the card of a request that was sent says that it is received, when we reply and how to change it', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await book(page, aBooking());
  await expect(outcomeNotice(page)).toContainText('Request received');
  const reference = await readReference(page);

  const requests = await device.open('/requests');

  const card = requestCard(requests, reference);
  await expect(card).toContainText(/Request received\. We’ll call you by \w+day \d+ \w+\./);
  await expect(card).toContainText(`Call us with your reference: ${COMPANY.phone}`);

  await setClock(device, 20 * 24 * 60 * MINUTE);
  await requests.reload();
  await expect(card).toContainText(
    /We meant to reply by .+ If you haven’t heard from us, please call\./,
  );
});
