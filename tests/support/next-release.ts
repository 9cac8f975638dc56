import type { Locator, Page } from '@playwright/test';
import type { Device } from './device.ts';
import { toast } from './requests.ts';

/** Whether a page that is marked so, see build-release.ts, is of the release after the first. */
export const isNext = (page: Page): Promise<boolean> => page.evaluate(() => 'release' in globalThis);

export const becomesNext = async (page: Page): Promise<void> => void (await page.waitForFunction(() => 'release' in globalThis));

/** Opens a page, and waits until the browser has noticed and installed the release that is now on the server. */
export async function openWithRelease(device: Device, path: string): Promise<Page> {
  const page = await device.open(path);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  });
  return page;
}

/** The message that offers the release. */
export const offer = (page: Page): Locator => toast(page, 'A new version is ready.');

export const updateNow = (page: Page): Promise<void> => page.getByRole('button', { name: 'Update now' }).click();
