import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DRAFT_RETENTION_DAYS, RECEIPT_RETENTION_DAYS } from '../../src/core/domain/limits.ts';
import { STORED_FOR_CREW } from '../../src/crew/stored-data.ts';
import { STORED_FOR_STAFF } from '../../src/portal/device/stored-data.ts';
import { daysText, STORED_FOR_VISITORS } from '../../src/site/content/device-storage.ts';
import {
  anApplicant,
  aResume,
  fillIn as fillInApplication,
  openPosition,
  positionCard,
  submitButton as submitApplication,
} from '../support/application.ts';
import { DATA_PROTECTION } from '../../src/site/content/data-protection.ts';
import { aBooking, book, fillIn, outcomeNotice, submitButton } from '../support/booking.ts';
import { answerWith } from '../support/faults.ts';
import { tiles, upload, waiting } from '../support/gallery.ts';
import { storedPlaces } from '../support/stored-places.ts';
import { addMember, openRegistered, storeJob } from '../support/crew-phone.ts';
import { clearStore } from '../support/local-store.ts';
import { notifyButton } from '../support/notifications.ts';
import { aPhoto } from '../support/photos.ts';
import { goTo, openInstalledPortal } from '../support/portal.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { connectPushService, stubPushService } from '../support/web-push.ts';

// These tests need notifications.
test.use({ inShell: false, serviceWorkers: 'allow' });

/** The storage places on the privacy page, on the portal's page of the device and on the crew's page, as patterns. */
const FOR_VISITORS = STORED_FOR_VISITORS.flatMap(({ places }) => places);
const FOR_STAFF = STORED_FOR_STAFF.flatMap(({ places }) => places);
const FOR_CREW = STORED_FOR_CREW.flatMap(({ places }) => places);

const matches = (pattern: string, place: string) => {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? place === pattern : place.startsWith(start) && place.endsWith(end);
};

/** The current storage places under the privacy page's names; unnamed places under their own. */
async function kept(page: Page): Promise<string[]> {
  const names = (await storedPlaces(page)).map(
    (place) =>
      [...FOR_VISITORS, ...FOR_STAFF, ...FOR_CREW].find((pattern) => matches(pattern, place)) ??
      place,
  );
  return [...new Set(names)].sort();
}

/** Expects these places in the end; a reading that a page load interrupts is repeated. */
const expectStored = (page: Page, places: readonly string[]) =>
  expect(async () => expect(await kept(page)).toEqual([...places].sort())).toPass({
    timeout: 10_000,
  });

const FACTS = 'database/cleaning/facts';
/** The places that any visit creates. */
const VISIT = [
  'cache/workbox-precache-*',
  'cache/site-pictures-v1',
  'cache/public-reads-v1',
  'cache/public-pictures-v1',
  'database/workbox-expiration/cache-entries',
  `${FACTS}/install-id`,
  'local/install-id',
];
const ENTRIES = 'database/cleaning/entries';
const FILES = 'database/cleaning/files';
const DRAFTS = 'database/cleaning/forms';
const DRAFT_FILES = 'database/cleaning/formFiles';
const RECEIPTS = 'database/cleaning/receipts';
const DETAILS = `${FACTS}/details`;
const WISH = `${FACTS}/tell:*`;
const PUSH = `${FACTS}/push:*`;
const LOSS = `${FACTS}/loss`;
const RELOADED = 'session/reloaded-for-missing-files';
const LINKED = 'session/linked-request';
const NO_TO_INSTALLING = 'local/install-dismissed-site';

/** The browser offers the installation, and the person declines. */
async function declineToInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(
      Object.assign(event, {
        prompt: () => Promise.resolve(),
        userChoice: Promise.resolve({ outcome: 'dismissed' }),
      }),
    );
  });
}

test('a visit and a booking store on the device only the data that the privacy page lists', async ({
  device,
}) => {
  const page = await device.openInstalled('/booking');
  await expectStored(page, VISIT);

  await fillIn(page, aBooking());
  await expectStored(page, [...VISIT, DRAFTS]);
  await page.getByRole('checkbox', { name: /^Remember me on this device/ }).check();
  await device.goOffline();
  await submitButton(page).click();
  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  await notifyButton(page).click();
  await expectStored(page, [...VISIT, ENTRIES, DETAILS, WISH]);

  await device.goOnline();
  await expect(outcomeNotice(page)).toContainText('Request received');
  await expectStored(page, [...VISIT, RECEIPTS, DETAILS]);
  await declineToInstall(page);
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await expectStored(page, [...VISIT, RECEIPTS, DETAILS, NO_TO_INSTALLING]);
  expect(await device.context.cookies()).toEqual([]);
});

test('a notification of our answer is stored until the customer ends the notifications', async ({
  device,
}) => {
  await stubPushService(device);
  const page = await device.openInstalled('/booking');
  await book(page, aBooking());
  await expect(outcomeNotice(page)).toContainText('Request received');
  await page.getByRole('link', { name: 'My requests' }).first().click();
  const button = page.getByRole('button', { name: 'Tell me when it’s confirmed' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const deliver = await connectPushService(device);
  await deliver(
    JSON.stringify({
      title: 'Your booking is confirmed',
      body: 'Fri 4 Dec, morning',
      tag: 'answer-0000-0000',
      sequence: 1,
      path: '/requests',
    }),
  );
  await expectStored(page, [...VISIT, RECEIPTS, PUSH]);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expectStored(page, [...VISIT, RECEIPTS]);
});

test('a link of our email stores only the data that the privacy page lists', async ({ device }) => {
  const page = await device.openInstalled(`/requests#${randomUUID()}`);
  await expect(page.getByRole('region', { name: 'Your link' })).toBeVisible();
  await expectStored(page, [...VISIT, LINKED]);
});

test('an application, and a loss of its storage, store only the data that the privacy page lists', async ({
  device,
  backend,
}) => {
  const position = await openPosition(backend);
  const page = await device.openInstalled('/careers');
  await expect(positionCard(page, position)).toBeVisible();
  await positionCard(page, position).check();
  await fillInApplication(page, anApplicant(), aResume());
  await expectStored(page, [...VISIT, DRAFTS, DRAFT_FILES]);
  await device.goOffline();
  await submitApplication(page).click();
  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  await expectStored(page, [...VISIT, ENTRIES, FILES]);
  await device.goOnline();
  await expectStored(page, [...VISIT, RECEIPTS]);

  await clearStore(page, 'facts');
  await page.reload();
  await expectStored(page, [...VISIT, RECEIPTS, LOSS]);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page with a missing part stores only the data that the privacy page lists', async ({
    device,
    network,
  }) => {
    network.answerEvery('GET /assets/about-page-*', answerWith(404, ''));
    const page = await device.open('/privacy');
    await expectStored(page, []);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
    await reloaded;
    await expectStored(page, [RELOADED]);
  });
});

test('the privacy page lists only data that these acts store', () => {
  const left = [
    ...VISIT,
    DRAFTS,
    DRAFT_FILES,
    ENTRIES,
    FILES,
    RECEIPTS,
    DETAILS,
    WISH,
    PUSH,
    LOSS,
    NO_TO_INSTALLING,
    RELOADED,
    LINKED,
  ];
  expect([...FOR_VISITORS].sort()).toEqual(left.sort());
});

test('staff’s work, and signing out, leave on the device only the data that the two pages list', async ({
  device,
}) => {
  const page = await openInstalledPortal(device, '/admin/gallery');
  const signedIn = ['session', 'replicas', 'portalFacts'].map(
    (store) => `database/cleaning/${store}`,
  );
  const copy = ['database/replica-*'];
  const portal = [...VISIT, 'cache/portal-v1'];
  await expect(tiles(page).first()).toBeVisible();
  await expectStored(page, [...portal, ...signedIn, ...copy]);

  await device.goOffline();
  await upload(page, { files: [await aPhoto()], alt: 'A hall' });
  await expect(waiting(page)).toHaveCount(1);
  await expectStored(page, [...portal, ...signedIn, ...copy, ENTRIES, FILES]);
  await device.goOnline();
  await expectStored(page, [...portal, ...signedIn, ...copy, RECEIPTS]);

  await declineToInstall(page);
  const account = page.getByRole('region', { name: 'Account' });
  await account.getByRole('button', { name: 'Install this app' }).click();
  await expectStored(page, [
    ...portal,
    ...signedIn,
    ...copy,
    RECEIPTS,
    'local/install-dismissed-portal',
  ]);
  await goTo(page, 'Bookings');
  await page.getByText('Schedule', { exact: true }).click();
  await expectStored(page, [
    ...portal,
    ...signedIn,
    ...copy,
    RECEIPTS,
    'local/bookings-view',
    'local/install-dismissed-portal',
  ]);
  const spokenOf = [...VISIT, ...FOR_STAFF].filter((place) => place !== ENTRIES && place !== FILES);
  expect(await kept(page), 'all that the pages list').toEqual(spokenOf.sort());

  await account.getByRole('button', { name: 'Sign Out' }).click();
  await expectStored(page, [...portal, 'local/bookings-view', 'local/install-dismissed-portal']);
});

test('a cleaner’s day stores on the phone only the data that the privacy page and the crew’s page list', async ({
  device,
  backend,
}) => {
  await stubPushService(device);
  const ann = await addMember(backend);
  await storeJob(backend, [ann]);
  const page = await openRegistered(device, ann);
  // A loss of the stored data needs no notice here: the page asks for a code.
  const visit = VISIT.filter((place) => !place.endsWith('install-id'));
  const phone = [...visit, 'cache/crew-v1', 'database/cleaning/crew'];
  await expectStored(page, phone);

  await device.goOffline();
  await page.getByRole('button', { name: 'Could not get in' }).click();
  await page.getByLabel(/^Photographs/).setInputFiles([await aPhoto()]);
  await page.getByRole('button', { name: /^Send/ }).click();
  await expectStored(page, [...phone, ENTRIES, FILES]);
  await device.goOnline();
  await expectStored(page, [...phone, RECEIPTS]);

  await page.getByRole('button', { name: 'Tell me when my day changes' }).click();
  await expect(page.getByText('You get a notification when your day changes.')).toBeVisible();
  const deliver = await connectPushService(device);
  const message = { title: 'Your day has changed', body: '', tag: 'crew', sequence: 1 };
  await deliver(JSON.stringify({ ...message, path: '/crew' }));
  await declineToInstall(page);
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await expectStored(page, [...phone, RECEIPTS, PUSH, 'local/install-dismissed-crew']);
  const spokenOf = [...visit, ...FOR_CREW].filter((place) => place !== ENTRIES && place !== FILES);
  expect(await kept(page), 'all that the pages list').toEqual(spokenOf.sort());

  await page.getByText('What else is stored about you').click();
  for (const { text } of STORED_FOR_CREW)
    await expect(page.getByText(text, { exact: true })).toBeVisible();
});

test('the privacy page lists stored data with its retention, and the processors', async ({
  device,
}) => {
  const main = (await device.open('/privacy')).getByRole('main');
  await main.getByText('The whole list').click();
  for (const { text } of STORED_FOR_VISITORS)
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(
    main.getByText(`It is removed after ${daysText(RECEIPT_RETENTION_DAYS)}`),
  ).toBeVisible();
  await expect(
    main.getByText(`have not sent, with a file you chose, for ${daysText(DRAFT_RETENTION_DAYS)}`),
  ).toBeVisible();
  for (const { name } of DATA_PROTECTION.processors)
    await expect(main.getByText(name)).toBeVisible();
  await expect(main.getByRole('link', { name: /^Information Commissioner/ })).toHaveAttribute(
    'href',
    'https://ico.org.uk/make-a-complaint/',
  );
});
