import type { Browser } from '@playwright/test';
import { startBackend, type TestBackend } from './backend.ts';
import { backendTest } from './backend-test.ts';
import { Device, killBrowser, launchBrowser } from './device.ts';

interface TestFixtures {
  /** A fresh device, online, on which nothing of the site is stored yet. */
  device: Device;
  /** Further command line arguments for the device's browser. */
  deviceArgs: string[];
}

export const test = backendTest.extend<TestFixtures>({
  deviceArgs: [[], { option: true }],
  device: async ({ backend, deviceArgs }, use) => {
    const device = await Device.create({ siteUrl: backend.url, args: deviceArgs });
    await use(device);
    await device.dispose();
  },
});

interface SharedBrowser {
  sharedBrowser: Browser;
}

/**
 * For tests that don't kill their browser: their devices share one, which saves each a start. Most of them look at a page
 * and need no service worker, whose installation takes longer than the page; a file that does asks for it:
 * `test.use({ serviceWorkers: 'allow' })`.
 */
export const pageTest = test.extend<object, SharedBrowser>({
  sharedBrowser: [
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await killBrowser(browser);
    },
    { scope: 'worker' },
  ],
  serviceWorkers: 'block',
  device: async ({ backend, sharedBrowser, serviceWorkers }, use) => {
    const device = await Device.inBrowser(sharedBrowser, { siteUrl: backend.url, serviceWorkers });
    await use(device);
    await device.dispose();
  },
});

interface OwnBackend {
  /** A backend of the test's own, that it may kill. */
  ownBackend: TestBackend;
  /** Settings of that backend that differ from the usual. */
  backendEnv: Record<string, string>;
}

export const testWithOwnBackend = test.extend<OwnBackend>({
  backendEnv: [{}, { option: true }],
  ownBackend: [
    async ({ backendEnv }, use) => {
      const backend = await startBackend(backendEnv);
      await use(backend);
      await backend.close();
    },
    { timeout: 60_000 },
  ],
  device: async ({ ownBackend, deviceArgs }, use) => {
    const device = await Device.create({ siteUrl: ownBackend.url, args: deviceArgs });
    await use(device);
    await device.dispose();
  },
});

export { expect } from '@playwright/test';
