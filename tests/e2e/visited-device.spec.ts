import type { Device } from '../support/device.ts';
import { anEntry } from '../support/entries.ts';
import { aBooking } from '../support/booking.ts';
import { cachedAnswers } from '../support/caches.ts';
import { readStore, writeEntries } from '../support/local-store.ts';
import { expect, pageTest as test } from '../support/test.ts';

// Three tests in this order, on the device that a worker's tests share.
test.describe.configure({ mode: 'serial' });
test.use({ visitedBefore: 'site' });

/** All data that a page of the site finds on its device. */
async function stored(device: Device) {
  const page = await device.open('/robots.txt');
  const kept = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
    cookies: document.cookie,
    caches: (await caches.keys()).map((name) => name.replace(/-http.*/, '')).sort(),
    isOnline: await fetch('/robots.txt?online').then(
      ({ ok }) => ok,
      () => false,
    ),
    isMarked: 'mark' in window,
  }));
  await page.close();
  return kept;
}

const AFTER_A_VISIT = {
  databases: [],
  localStorage: {},
  sessionStorage: {},
  cookies: '',
  caches: ['site-pictures-v1', 'workbox-precache-v2'],
  isOnline: true,
  isMarked: false,
};

let before: Device;

test('a test leaves a request, a cookie, a cache and an open page behind, without a connection', async ({
  device,
}) => {
  before = device;
  expect(await stored(device)).toEqual(AFTER_A_VISIT);
  const page = await device.openInstalled('/gallery');
  await expect
    .poll(async () => (await cachedAnswers(page)).map(({ cache }) => cache))
    .toContain('public-reads-v1');
  await device.goOffline();
  await writeEntries(page, [anEntry(aBooking())]);
  await page.evaluate(async () => {
    localStorage.setItem('left', 'yes');
    document.cookie = 'left=yes';
    await (await caches.open('left')).put('/left', new Response('yes'));
  });
  expect(await readStore(page, 'entries')).toHaveLength(1);
});

test('the next test gets the same device with only its worker, and another one after a script for every page', async ({
  device,
}) => {
  expect(device).toBe(before);
  expect(await stored(device)).toEqual(AFTER_A_VISIT);
  const page = await device.open('/about');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  await device.context.addInitScript(() => Object.assign(window, { mark: true }));
});

test('a device with a script for every page is no other test’s', async ({ device }) => {
  expect(device).not.toBe(before);
  expect(await stored(device)).toEqual(AFTER_A_VISIT);
});
