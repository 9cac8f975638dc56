import type { Page } from '@playwright/test';
import { ADMIN } from '../backend/support/people.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { Device } from '../support/device.ts';
import { notificationsOf, tapNotification } from '../support/notifications.ts';
import { openPortal } from '../support/portal.ts';
import { createSubscription } from '../support/push-service.ts';
import { toast } from '../support/requests.ts';
import { signOutButton } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';
import { touchScreen } from '../support/touch.ts';
import { connectPushService, stubPushService, type Keys } from '../support/web-push.ts';

// The headless shell has neither push nor notifications.
test.use({ visitedBefore: 'site', inShell: false });

test.beforeEach(({ backend }) => backend.query('delete from public.push_devices'));

/** Opens a screen of the portal that the worker controls. */
async function openControlled(device: Device, path: string): Promise<Page> {
  const page = await openPortal(device, path);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return page;
}

const section = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
const devices = ({ query }: { query: <T>(sql: string) => Promise<T[]> }) =>
  query<{ name: string }>('select name from public.push_devices');

const PATH = '/admin/bookings?q=0000-0000';
const push = (changes: { title: string; sequence: number }) =>
  JSON.stringify({
    body: 'Fri 4 Dec, morning',
    tag: 'office-0000-0000',
    path: PATH,
    ...changes,
  });
const PUSH = push({ title: 'New booking', sequence: 0 });

/** How the only notification was shown last. */
async function soundOf(device: Device): Promise<'renotify' | 'silent' | 'neither'> {
  const [worker] = device.context.serviceWorkers();
  if (!worker) throw new Error('There is no worker');
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [shown] = (await registration.getNotifications()) as (Notification & {
      renotify: boolean;
    })[];
    if (shown?.renotify) return 'renotify';
    return shown?.silent ? 'silent' : 'neither';
  });
}

test('a push with every page closed shows a notification, one for each record with its latest event, sounds once for each event, and a tap opens the record', async ({
  device,
}) => {
  await openControlled(device, '/admin/dashboard');
  await device.closePages();
  const deliver = await connectPushService(device);

  await deliver(PUSH);
  await expect.poll(() => notificationsOf(device)).toEqual(['New booking']);
  expect(await soundOf(device)).toBe('renotify');
  await deliver(PUSH);
  expect(await soundOf(device)).toBe('silent');
  await deliver(push({ title: 'Booking cancelled', sequence: 3 }));
  expect(await soundOf(device)).toBe('renotify');
  await deliver(push({ title: 'Offer accepted', sequence: 2 }));
  expect(await soundOf(device)).toBe('silent');
  await deliver('unreadable');

  await expect
    .poll(async () => (await notificationsOf(device)).sort())
    .toEqual(['Booking cancelled', 'Something new has arrived']);
  expect(await tapNotification(device, 'office-0000-0000')).toEqual([`open ${PATH}`]);
  expect(await notificationsOf(device)).toEqual(['Something new has arrived']);
});

test(
  'a tap leads an open portal to the record, without another window',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await openControlled(device, '/admin/device');
    const deliver = await connectPushService(device);
    await deliver(PUSH);
    await expect.poll(() => notificationsOf(device)).toEqual(['New booking']);

    expect(await tapNotification(device, 'office-0000-0000')).toEqual(['show /admin/device']);

    await expect(page).toHaveURL(PATH);
  },
);

test('an administrator turns notifications on and off on the page about this device, and a sign-out ends them', async ({
  device,
  backend,
}) => {
  await stubPushService(device);
  const page = await openControlled(device, '/admin/device');
  await section(page).getByRole('button', { name: 'Notify me on this device' }).click();
  await expect(section(page)).toContainText('This device is notified.');
  await expect(section(page).getByRole('listitem')).toContainText('(this device)');
  expect(await devices(backend)).toMatchObject([{ name: expect.stringMatching(/^Chrome on /) }]);
  await expectAccessible(page);

  await section(page)
    .getByRole('button', { name: /^Stop / })
    .click();
  await expect(section(page)).toContainText('This device is not notified.');
  expect(await devices(backend)).toEqual([]);

  await section(page).getByRole('button', { name: 'Notify me on this device' }).click();
  await expect(section(page)).toContainText('This device is notified.');
  await signOutButton(page).first().click();
  await expect.poll(() => devices(backend)).toEqual([]);
  expect(
    await page.evaluate(() => (window as unknown as { subscription: object | null }).subscription),
  ).toBeNull();
});

const offer = (page: Page) =>
  page.getByRole('region', { name: 'Hear of new bookings at once', exact: true });

test('the dashboard offers notifications until the answer is no, which it keeps', async ({
  device,
  backend,
}) => {
  await stubPushService(device);
  const page = await openControlled(device, '/admin/dashboard');
  await expectAccessible(page);
  await offer(page).getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(offer(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('push'))).toEqual([]);
  expect(await devices(backend)).toEqual([]);
});

test('a phone offers notifications on the first screen after a sign-in, and asks no more once they are on', async ({
  device,
  backend,
}) => {
  await stubPushService(device);
  const page = await device.open('/admin/messages');
  await touchScreen(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  await offer(page).getByRole('button', { name: 'Notify me on this device' }).click();

  await expect(toast(page, 'This device is notified')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  expect(await devices(backend)).toHaveLength(1);
  await page.goto('/admin/dashboard');
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

/**
 * Tells the worker that the browser replaced its subscription, which no test can cause. True if the
 * worker ended the new one.
 */
async function replaceSubscription(device: Device, old: Keys): Promise<boolean> {
  const [worker] = device.context.serviceWorkers();
  if (!worker) throw new Error('There is no worker');
  const { p256dh, auth } = await createSubscription();
  return worker.evaluate(
    async ({ keys }) => {
      const decode = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
          char.charCodeAt(0),
        ).buffer;
      let isEnded = false;
      const subscription = (path: string, own: Keys) => ({
        endpoint: `https://fcm.googleapis.com/send/${path}`,
        getKey: (name: keyof Keys) => decode(own[name]),
        unsubscribe: async () => (isEnded = true),
      });
      const world = globalThis as unknown as {
        ExtendableEvent: new (type: string) => Event & { waitUntil: (work: unknown) => void };
      };
      const event = new world.ExtendableEvent('pushsubscriptionchange');
      const work = new Promise((resolve) => {
        Object.assign(event, {
          oldSubscription: subscription('1', keys.old),
          newSubscription: subscription('2', keys.next),
          waitUntil: resolve,
        });
      });
      dispatchEvent(event);
      await work;
      return isEnded;
    },
    { keys: { old, next: { p256dh, auth } } },
  );
}

test(
  'a subscription that the browser replaces stays the same device, and after a sign-out it is ended',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const keys = await stubPushService(device);
    const page = await openControlled(device, '/admin/device');
    await section(page).getByRole('button', { name: 'Notify me on this device' }).click();
    await expect(section(page)).toContainText('This device is notified.');
    const stored = () =>
      backend.query<{ name: string; endpoint: string }>(
        'select name, endpoint from public.push_devices',
      );
    const [{ name = '' } = {}] = await stored();

    expect(await replaceSubscription(device, keys)).toBe(false);
    expect(await stored()).toEqual([{ name, endpoint: 'https://fcm.googleapis.com/send/2' }]);

    await backend.query('delete from public.push_devices');
    expect(await replaceSubscription(device, keys)).toBe(true);
    expect(await stored()).toEqual([]);
  },
);

test(
  'a browser whose push service does not answer says so, and no device is listed',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const page = await openControlled(device, '/admin/device');
    await page.evaluate(() =>
      Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new Error('no')) }),
    );
    await section(page).getByRole('button', { name: 'Notify me on this device' }).click();
    await expect(toast(page, 'The browser’s push service did not answer')).toBeVisible();
    expect(await devices(backend)).toEqual([]);
  },
);
