import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking, book, expectFilledIn, fieldsOf, fillIn } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { pauseAnswer, INSERT, signInPage } from '../support/faults.ts';
import { writeEntries } from '../support/local-store.ts';
import {
  becomesNext,
  countLoads,
  isNext,
  loadsOf,
  offer,
  openWithRelease,
  takenOver,
  tookOver,
  updateNow,
  waitsFor,
} from '../support/next-release.ts';
import { arrives, expectHasOnce, expectReceivedOnce } from '../support/office.ts';
import { sentEverythingOf } from '../support/outbox.ts';
import { card } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { releaseTest as test } from '../support/releases.ts';
import { requestCard, toast } from '../support/requests.ts';
import { expect } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

test('a new release is offered, and when the person agrees all tabs load it once', async ({
  device,
  site,
  nextRelease,
}) => {
  await countLoads(device);
  const [first, second] = [
    await device.openInstalled('/'),
    await device.openInstalled('/services'),
  ];
  await site.deploy(nextRelease);
  const third = await device.open('/about');
  await expect(offer(third)).toBeVisible();
  expect(await Promise.all([first, second, third].map(isNext))).toEqual([false, false, false]);

  const before = await Promise.all([first, second, third].map(loadsOf));

  await updateNow(third);

  for (const page of [first, second, third]) await becomesNext(page);
  for (const page of [first, second, third]) await takenOver(page);
  expect(await Promise.all([first, second, third].map(loadsOf))).toEqual(
    before.map((loads) => loads + 1),
  );
});

test('a postponed release changes nothing until every tab is closed', async ({
  device,
  site,
  nextRelease,
}) => {
  await device.openInstalled('/');
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/about');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(offer(page)).toBeHidden();
  await page.reload();
  expect(await isNext(page)).toBe(false);

  await device.closePages();
  await tookOver(device);

  // Offline, so that the new release must be on the device.
  await device.goOffline();
  const later = await device.open('/about');
  expect(await isNext(later)).toBe(true);
  await becomesNext(later);
});

test(
  'a postponed release is active after the browser restarts',
  { tag: '@nightly' },
  async ({ device, site, nextRelease }) => {
    await device.openInstalled('/');
    await site.deploy(nextRelease);
    const page = await openWithRelease(device, '/about');
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(offer(page)).toBeHidden();

    await device.kill();
    await device.start();

    await device.goOffline();
    const later = await device.open('/about');
    expect(await isNext(later)).toBe(true);
    await becomesNext(later);
  },
);

test('a release is not offered while a form in another tab has unsent text', async ({
  device,
  site,
  nextRelease,
}) => {
  const form = await device.openInstalled('/booking');
  const booking = aBooking();
  await fillIn(form, booking);
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/about');
  await waitsFor(page, 'unsaved');
  await expect(offer(page)).toBeHidden();
  await expectFilledIn(form, booking);

  await form.close();

  await expect(offer(page)).toBeVisible();
});

test('a form begun after the offer keeps its text: the update waits and says why', async ({
  device,
  site,
  nextRelease,
}) => {
  await device.openInstalled('/');
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/about');
  await expect(offer(page)).toBeVisible();
  const form = await device.open('/booking');
  const { name } = fieldsOf(form);
  await name.fill('Ailsa Craig');

  await page.bringToFront();
  await updateNow(page);

  await expect(
    toast(page, 'A form still has unsent text. Send or clear it first, then update.'),
  ).toBeVisible();
  await expect(name).toHaveValue('Ailsa Craig');
  expect(await isNext(page)).toBe(false);
});

test(
  'an outbox full of bookings survives the update, and each arrives exactly once',
  { tag: '@nightly' },
  async ({ device, network, site, nextRelease }) => {
    const bookings = Array.from({ length: 8 }, () => aBooking());
    const entries = bookings.map((booking) => anEntry(booking));
    const first = await device.openInstalled('/requests');
    const inserts = network.answerEvery(INSERT, signInPage);
    await writeEntries(first, entries);
    await site.deploy(nextRelease);
    const page = await openWithRelease(device, '/requests');
    await expect(offer(page)).toBeVisible();

    await updateNow(page);

    await becomesNext(page);
    for (const { id } of entries)
      await expect(requestCard(page, referenceOf(id))).toContainText('Waiting');
    inserts.stop();
    await device.goOffline();
    await device.goOnline();
    for (const booking of bookings) await arrives(site, booking);
    await sentEverythingOf(device, bookings.at(-1)?.email ?? '');
    for (const booking of bookings) await expectHasOnce(site, booking);
  },
);

test('an update loses neither a full outbox nor a half-filled form, and the portal opens offline right after it', async ({
  device,
  network,
  site,
  nextRelease,
}) => {
  test.slow();
  const [bookings, halfFilled] = [Array.from({ length: 8 }, () => aBooking()), aBooking()];
  await clear(site, 'bookings');
  await storeBooking(site, { name: 'Morag Sloan' });
  const first = await openInstalledPortal(device, '/admin/bookings');
  const inserts = network.answerEvery(INSERT, signInPage);
  await writeEntries(
    first,
    bookings.map((booking) => anEntry(booking)),
  );
  const form = await device.open('/booking');
  await fillIn(form, halfFilled);
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/about');
  await waitsFor(page, 'unsaved');
  await expect(offer(page)).toBeHidden();
  await form.close();
  await expect(offer(page)).toBeVisible();

  await updateNow(page);
  await becomesNext(page);
  await device.goOffline();

  const portal = await device.open('/admin/bookings');
  await expect(card(portal, 'Morag Sloan')).toBeVisible();
  expect(await isNext(portal)).toBe(true);
  const formAgain = await device.open('/booking');
  await expectFilledIn(formAgain, halfFilled);
  expect(await isNext(formAgain)).toBe(true);
  inserts.stop();
  await device.goOnline();
  for (const booking of bookings) await expectReceivedOnce(device, site, booking);
});

test('an update waits until the current request is sent', async ({
  device,
  network,
  site,
  nextRelease,
}) => {
  await device.openInstalled('/');
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/about');
  await expect(offer(page)).toBeVisible();
  const form = await device.open('/booking');
  const booking = aBooking();
  const paused = pauseAnswer();
  network.answerInTurn(INSERT, [paused.answer]);
  await book(form, booking);
  await expect(form.getByRole('button', { name: 'Submitting...' })).toBeVisible();

  await page.bringToFront();
  await updateNow(page);
  await waitsFor(page, 'outbox');
  expect(await isNext(page)).toBe(false);
  paused.release();

  await becomesNext(page);
  await expectReceivedOnce(device, site, booking);
});
