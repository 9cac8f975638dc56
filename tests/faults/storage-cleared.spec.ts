import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { pauseAnswer, INSERT } from '../support/faults.ts';
import { hasItsId, readStore, writeEntries } from '../support/local-store.ts';
import { requestCard, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

// The pages look for a loss.
test.use({ visitedBefore: null, inShell: true });

test('a browser that threw the waiting requests away is noticed, and the notice shows until the person dismisses it', async ({
  device,
  backend,
}) => {
  const page = await device.open('/requests');
  await hasItsId(page);
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: backend.url, storageTypes: 'indexeddb' });

  await page.reload();

  await expect(
    page.getByText(/Requests that were waiting on this device may be lost/),
  ).toBeVisible();

  const dismiss = page.getByRole('main').getByRole('button', { name: 'Dismiss' });
  await dismiss.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a booking whose storage is cleared while it is being sent may have arrived, says its form', async ({
  device,
  network,
  backend,
}) => {
  const booking = aBooking();
  const paused = pauseAnswer();
  network.answerInTurn(INSERT, [paused.answer]);
  const page = await device.open('/booking');
  await book(page, booking);
  await paused.arrived;
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: backend.url, storageTypes: 'indexeddb' });
  paused.release();

  const notice = outcomeNotice(page);
  await expect(notice).toContainText('No longer on this device');
  await expect(notice).toContainText('It may already have reached us.');
  await expect(notice).toContainText('call us before you send another');
});

test(
  'a loss that a person has seen is not shown again on the next visit',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const page = await device.open('/requests');
    await hasItsId(page);
    const cdp = await device.context.newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', {
      origin: backend.url,
      storageTypes: 'indexeddb',
    });
    await page.goto('/about');
    const message = toast(page, /Requests that were waiting on this device may be lost/);
    await expect(message).toBeVisible();
    await expect
      .poll(() => readStore<{ key: string }>(page, 'facts'))
      .toContainEqual({ key: 'loss', value: 'seen' });
    await expect(message).toBeVisible();

    const entry = anEntry(aBooking());
    await writeEntries(page, [entry]);
    await page.goto('/requests');

    await expect(requestCard(page, referenceOf(entry.id))).toContainText('Sent');
    await expect(page.getByText(/may be lost/)).toHaveCount(0);
  },
);

test(
  'neither a first visit nor the next one is taken for a loss',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await device.open('/requests');
    await hasItsId(page);
    const entry = anEntry(aBooking());
    await writeEntries(page, [entry]);

    await page.reload();

    // The app checks for a loss before it sends.
    await expect(requestCard(page, referenceOf(entry.id))).toContainText('Sent');
    await expect(page.getByText(/may be lost/)).toHaveCount(0);
    expect(await readStore<{ key: string }>(page, 'facts')).toMatchObject([{ key: 'install-id' }]);
  },
);
