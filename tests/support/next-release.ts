import { expect, type Locator, type Page } from '@playwright/test';
import type { Device } from './device.ts';
import { toast } from './requests.ts';

/**
 * Whether the page belongs to the second release, by the mark of build-release.ts. Its scripts may
 * still be loading.
 */
export const isNext = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('meta[name=release]') !== null);

/** Waits until the page runs the second release's scripts. */
export const becomesNext = async (page: Page): Promise<void> =>
  void (await page.waitForFunction(() => 'release' in globalThis));

/**
 * Opens a page, and waits until the browser has found and installed the release that is now on the
 * server.
 */
export async function openWithRelease(device: Device, path: string): Promise<Page> {
  const page = await device.open(path);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (installing)
      await new Promise((resolve) =>
        installing.addEventListener('statechange', resolve, { once: true }),
      );
  });
  return page;
}

/** Counts how often each tab loads a page from now on. */
export const countLoads = (device: Device): Promise<unknown> =>
  device.context.addInitScript(() => {
    sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads')) + 1));
  });

export const loadsOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('loads')));

/** Waits until the page has started completely, and no worker waits to take over. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { waiting, active } = await navigator.serviceWorker.ready;
    return (
      waiting === null &&
      active?.state === 'activated' &&
      navigator.serviceWorker.controller === active
    );
  });
  await page.waitForLoadState('networkidle');
}

/**
 * Waits until the page waits for a lock: `unsaved` of forms with text, or `outbox` of the sending
 * tab.
 */
export const waitsFor = (page: Page, lock: 'unsaved' | 'outbox'): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)),
      'locks waited for',
    )
    .toContain(lock);

/** Waits until the waiting release has taken over, with no tab of the site open. */
export async function tookOver(device: Device): Promise<void> {
  const statuses = new Map<string, string>();
  const cdp = await device.controlBrowser();
  cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) =>
    versions.forEach(({ versionId, status }) => statuses.set(versionId, status)),
  );
  await cdp.send('ServiceWorker.enable');
  await expect
    .poll(() => [...statuses.values()].filter((status) => status !== 'redundant'), 'workers')
    .toEqual(['activated']);
  await cdp.detach();
}

/** The toast that offers the release. */
export const offer = (page: Page): Locator => toast(page, 'A new version is ready.');

export const updateNow = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Update now' }).click();
