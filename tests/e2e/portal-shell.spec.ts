import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { noAnswer } from '../support/faults.ts';
import { openPortal } from '../support/portal.ts';
import { signOutButton } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';
import { cachePortal } from '../support/visit.ts';

/** The cached files, without the origin. */
const cachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return kept.flat().map(({ url }) => url.slice(location.origin.length));
  });

const signInForm = (page: Page) => page.getByRole('button', { name: 'Sign In' });
const LOGIN_SCREEN = /\/login-page-.*\.js$/;
const PORTAL_SCRIPT = /\/portal-.*\.js$/;

test('every address of the portal is one document, with an install of its own and left out of search engines', async ({
  device,
}) => {
  for (const path of ['/admin/', '/admin/login', '/admin/bookings']) {
    const answer = await device.context.request.get(path);
    expect(answer.status()).toBe(200);
    const html = await answer.text();
    expect(html).toContain('<link rel="manifest" href="/portal.webmanifest" />');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  }
});

test('the portal opens without an error of its page or its policy', async ({ device }) => {
  const page = await device.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/admin/login');

  await expect(signInForm(page)).toBeVisible();
  expect(errors).toEqual([]);
});

test(
  '/admin leads to the portal, from the server and from the worker',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await device.open('/admin');
    await expect(page).toHaveURL(/\/admin\/login$/);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await device.goOffline();

    const later = await device.open('/admin?from=mail');

    await expect(later).toHaveURL(/\/admin\//);
  },
);

test('a visitor’s device keeps the portal’s page and none of its scripts', async ({ device }) => {
  const page = await device.openInstalled('/');

  const kept = await cachedFiles(page);

  expect(kept.filter((file) => file.startsWith('/admin/index.html'))).toHaveLength(1);
  expect(
    kept.filter((file) => LOGIN_SCREEN.test(file) || /\/portal-.*\.(js|css)$/.test(file)),
  ).toEqual([]);
});

test('a device without the portal’s files names the cause offline, and loads them online', async ({
  device,
  network,
}) => {
  await device.openInstalled('/');
  await device.goOffline();

  const page = await device.open('/admin/login');

  await expect(
    page.getByRole('heading', { name: 'The portal is not on this device yet' }),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Check your connection');
  await expectAccessible(page);

  // The browser is online before the first request succeeds.
  const unreachable = network.answerEvery('GET /assets/*.js', noAnswer);
  await device.goOnline();
  await expect.poll(() => unreachable.count).toBeGreaterThan(0);
  unreachable.stop();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a device that keeps the portal opens it with no network in a browser just started', async ({
  device,
}) => {
  const first = await device.openInstalled('/admin/login');
  expect(await cachePortal(first)).toBe(true);
  const kept = await cachedFiles(first);
  for (const file of [LOGIN_SCREEN, PORTAL_SCRIPT])
    expect(kept).toContainEqual(expect.stringMatching(file));
  await device.kill();
  await device.start();
  await device.goOffline();

  const page = await device.open('/admin/login');

  await expect(signInForm(page)).toBeVisible();
});

test(
  'a portal that can not be fetched whole is not kept in part',
  { tag: '@nightly' },
  async ({ device, network }) => {
    const page = await device.openInstalled('/');
    network.answerEvery('GET /assets/login-page-*.js', noAnswer);

    expect(await cachePortal(page)).toBe(false);

    expect((await cachedFiles(page)).filter((file) => PORTAL_SCRIPT.test(file))).toEqual([]);
  },
);

test(
  'where the browser cannot read the lists, the frame of the portal stays',
  { tag: '@nightly' },
  async ({ device }) => {
    await device.context.addInitScript(() => {
      const get = IDBObjectStore.prototype.get;
      IDBObjectStore.prototype.get = function (query) {
        if (this.name === 'cursor') throw new DOMException('Internal error', 'UnknownError');
        return get.call(this, query);
      };
    });

    const page = await openPortal(device, '/admin/messages');

    await expect(page.getByText('This device could not keep the lists')).not.toHaveCount(0);
    await expect(signOutButton(page)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible();
  },
);
