import type { Page } from '@playwright/test';
import { answerWith, pauseAnswer } from '../support/faults.ts';
import { clearStore, listReplicas, readReplicas, readStore } from '../support/local-store.ts';
import { openInstalledPortal, signIn } from '../support/portal.ts';
import { storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import {
  createAdministrator,
  expireToken,
  loginHeading,
  revokeRole,
  signOutButton,
  storedSession,
} from '../support/staff.ts';
import { expect, pageTest, test } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

const RENEWAL = 'POST /auth/v1/token?grant_type=refresh_token';
const ROLE = 'POST /rest/v1/rpc/has_role';
const DAY = 24 * 60 * 60 * 1000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const isSignedOut = (page: Page) => expect(loginHeading(page)).toBeVisible();

pageTest(
  'with an expired token and no connection the portal opens with its lists and signs nobody out; back online the token is renewed and the role verified',
  async ({ device, backend }) => {
    await storeBooking(backend, { name: 'Kirsty Kept' });
    const page = await openInstalledPortal(device, '/admin/bookings');
    await expect(page.getByRole('heading', { name: 'Kirsty Kept' })).toBeVisible();
    await device.goOffline();
    await expireToken(page);

    await page.reload();

    await expect(page.getByRole('heading', { name: 'Kirsty Kept' })).toBeVisible();
    await expect(page.getByText(/^Offline, as of \d\d:\d\d$/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(toast(page, 'The lists could not be synced')).toBeVisible();
    await expect(
      toast(page, 'There is no connection. The lists will be synced as soon as it is back.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sync now' })).toHaveAttribute(
      'aria-busy',
      'false',
    );
    expect(await storedSession(page)).toMatchObject({ accessToken: 'expired' });

    const verified = page.waitForResponse('**/rest/v1/rpc/has_role');
    await device.goOnline();

    expect(await (await verified).json()).toBe(true);
    await expect(page.getByText(/^Synced \d\d:\d\d$/)).toBeVisible();
    expect((await storedSession(page))?.accessToken).not.toBe('expired');
  },
);

pageTest(
  'a role that was revoked takes the lists from the device as soon as there is a connection',
  async ({ device, backend }) => {
    await storeBooking(backend);
    const person = await createAdministrator(backend);
    const page = await device.openInstalled('/admin/login');
    await signIn(page, person);
    await expect.poll(() => readReplicas(page)).not.toEqual([]);
    await device.goOffline();
    await revokeRole(backend, person);
    await expect(page.getByText(/^Offline/).first()).toBeVisible();

    await device.goOnline();

    await isSignedOut(page);
    await expect(
      page.getByText('You do not have permission to access the admin portal.'),
    ).toBeVisible();
    await expect.poll(() => listReplicas(page)).toEqual([]);
    expect(await storedSession(page)).toBeNull();
  },
);

pageTest('signing out signs out every tab and forgets the lists', async ({ device, backend }) => {
  await storeBooking(backend);
  const page = await openInstalledPortal(device);
  const other = await device.open('/admin/messages');
  await expect(heading(other, 'Contact Messages')).toBeVisible();

  await signOutButton(page).click();

  await expect(toast(page, /^Signed Out$/)).toBeVisible();
  await expect(toast(page, 'You have been signed out successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await isSignedOut(other);
  await expect.poll(() => listReplicas(page)).toEqual([]);
  expect(await readStore(page, 'portalFacts')).toEqual([]);
});

pageTest('signing out needs no connection', async ({ device, backend }) => {
  await storeBooking(backend);
  const page = await openInstalledPortal(device);
  await device.goOffline();
  await expireToken(page);

  await signOutButton(page).click();

  await isSignedOut(page);
  await expect.poll(() => listReplicas(page)).toEqual([]);
  await device.goOnline();
  await page.reload();
  await isSignedOut(page);
});

test('a sign-in and a sign-out survive the kill of the browser right after them', async ({
  device,
}) => {
  await signIn(await device.open('/admin/login'));
  await device.kill();
  await device.start();
  const page = await device.open('/admin/login');
  await expect(heading(page, 'Dashboard Overview')).toBeVisible();

  await signOutButton(page).click();
  await isSignedOut(page);
  await device.kill();
  await device.start();
  await isSignedOut(await device.open('/admin/dashboard'));
});

pageTest(
  'several tabs whose token ran out make one renewal',
  { tag: '@nightly' },
  async ({ device }) => {
    await openInstalledPortal(device);
    await device.closePages();
    const outside = await device.open('/robots.txt');
    await expireToken(outside);
    let renewals = 0;
    device.context.on(
      'request',
      (request) => (renewals += request.url().includes('grant_type=refresh_token') ? 1 : 0),
    );

    const tabs = await Promise.all(
      ['/admin/dashboard', '/admin/bookings', '/admin/messages'].map((path) => device.open(path)),
    );

    for (const tab of tabs) await expect(tab.getByText(/^Synced/)).toBeVisible();
    await expect.poll(async () => (await storedSession(outside))?.accessToken).not.toBe('expired');
    expect(renewals).toBe(1);
  },
);

for (const [name, status, contentType] of [
  ['a rate limit', 429, 'application/json'],
  ['a firewall’s page', 403, 'text/html'],
  ['a network that wants a sign-in', 511, 'text/html'],
] as const) {
  pageTest(
    `${name} instead of a new token signs nobody out`,
    { tag: status === 403 ? [] : '@nightly' },
    async ({ device, network }) => {
      const page = await openInstalledPortal(device);
      const body =
        contentType === 'text/html'
          ? '<h1>Welcome</h1>'
          : '{"error_code":"over_request_rate_limit"}';
      const renewals = network.answerEvery(
        RENEWAL,
        answerWith(status, body, { 'content-type': contentType }),
      );

      await expireToken(page);
      await page.reload();

      await expect.poll(() => renewals.count).toBeGreaterThan(0);
      // The sync that requested the token has ended, so the answer was read.
      await expect(page.getByRole('button', { name: 'Sync now' })).toHaveAttribute(
        'aria-busy',
        'false',
      );
      await expect(heading(page, 'Dashboard Overview')).toBeVisible();
      expect(await storedSession(page)).toMatchObject({ accessToken: 'expired' });
    },
  );
}

pageTest(
  'a session that the server ended asks to sign in again',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const person = await createAdministrator(backend);
    const page = await device.openInstalled('/admin/login');
    await signIn(page, person);
    await expect(page.getByText(/^Synced/)).toBeVisible();
    await backend.query('delete from auth.sessions where user_id = $1', [person.id]);
    await expireToken(page);

    await page.getByRole('button', { name: 'Sync now' }).click();

    await isSignedOut(page);
    await expect(page.getByText('Your session has ended')).toBeVisible();
  },
);

pageTest(
  'another administrator on the same device sees no data of the first',
  async ({ device, backend }) => {
    const [first, second] = [
      await createAdministrator(backend, 'Isla Bute'),
      await createAdministrator(backend, 'Rona Skye'),
    ];
    const page = await device.openInstalled('/admin/login');
    await signIn(page, first);
    await expect(page.getByText(/^Synced/)).toBeVisible();
    await signOutButton(page).click();
    await isSignedOut(page);

    await signIn(page, second);

    await expect(page.getByRole('banner')).toContainText('Welcome back, Rona Skye');
    await expect(page.getByText(/^Synced/)).toBeVisible();
    await expect
      .poll(async () =>
        (await readStore<{ userId: string }>(page, 'replicas')).map(({ userId }) => userId),
      )
      .toEqual([second.id]);
    await expect.poll(() => listReplicas(page)).toHaveLength(1);
  },
);

pageTest(
  'seven days without a word of the server close the portal and take its lists',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await storeBooking(backend);
    const page = await openInstalledPortal(device);
    await device.goOffline();
    await page.clock.setFixedTime(Date.now() + 7 * DAY + 60_000);

    await page.reload();

    await isSignedOut(page);
    await expect(page.getByText('Your permission could not be checked')).toBeVisible();
    await expect.poll(() => listReplicas(page)).toEqual([]);

    await device.goOnline();
    await expect(heading(page, 'Dashboard Overview')).toBeVisible();
  },
);

pageTest(
  'until the session is known, the page says that it verifies',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const person = await createAdministrator(backend);
    const page = await device.open('/admin/login');
    await signIn(page, person);
    await clearStore(page, 'portalFacts');
    const paused = pauseAnswer();
    network.answerInTurn(ROLE, [paused.answer]);

    await page.goto('/admin/bookings');

    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toContainText(
      'Verifying credentials',
    );
    paused.release();
    await expect(heading(page, 'Bookings')).toBeVisible();
  },
);
