import type { Page } from '@playwright/test';
import { becomesNext, isNext, offer, openWithRelease, updateNow } from '../support/next-release.ts';
import { card } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { openInstalledPortal, openPortal, waitUntilReplicated } from '../support/portal.ts';
import { releaseTest as test } from '../support/releases.ts';
import { expect } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

/** The cached portal files that the server no longer has. */
const filesOfOldReleases = (page: Page) =>
  page.evaluate(async () => {
    const kept = await (await caches.open('portal-v1')).keys();
    const answers = await Promise.all(
      kept.map(({ url }) => fetch(url, { method: 'HEAD', cache: 'no-store' })),
    );
    return answers.filter(({ ok }) => !ok).map(({ url }) => url);
  });

test('the portal reads its lists offline right after an update', async ({
  device,
  site,
  nextRelease,
}) => {
  await clear(site, 'bookings');
  await storeBooking(site, { name: 'Morag Sloan' });
  await openInstalledPortal(device);
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/admin/bookings');
  await expect(offer(page)).toBeVisible();

  await updateNow(page);
  await becomesNext(page);
  await device.goOffline();

  const offline = await device.open('/admin/bookings');
  await expect(card(offline, 'Morag Sloan')).toBeVisible();
  expect(await isNext(offline)).toBe(true);
});

test(
  'an update leaves no file of the portal’s previous release',
  { tag: '@nightly' },
  async ({ device, site, nextRelease }) => {
    await openInstalledPortal(device);
    await site.deploy(nextRelease);
    const page = await openWithRelease(device, '/admin/dashboard');
    await expect(offer(page)).toBeVisible();
    expect(await filesOfOldReleases(page)).not.toEqual([]);

    await updateNow(page);
    await becomesNext(page);

    await expect.poll(() => filesOfOldReleases(page)).toEqual([]);
  },
);

test.describe('on a device without the portal', () => {
  test.use({ visitedBefore: 'site' });

  test('the portal is cached after a sign-in under the previous release’s worker', async ({
    device,
    site,
    nextRelease,
  }) => {
    await device.openInstalled('/');
    await site.deploy(nextRelease);

    const page = await openPortal(device);

    expect(await isNext(page)).toBe(true);
    await expect(offer(page)).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await updateNow(page);
    await reloaded;
    await waitUntilReplicated(page);
    await device.goOffline();
    const offline = await device.open('/admin/dashboard');
    await expect(
      offline.getByRole('heading', { level: 1, name: 'Dashboard Overview' }),
    ).toBeVisible();
  });
});
