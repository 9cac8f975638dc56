import { expect, type Browser, type TestInfo } from '@playwright/test';
import { backendTest } from './backend-test.ts';
import { Device, killBrowser, launchBrowser } from './device.ts';
import { useProfiles, type InstalledProfile } from './installed-profile.ts';
import { startConnectedBackend, type ConnectedBackend, type Network } from './network.ts';
import type { Visit } from './visit.ts';
import { VisitedDevices } from './visited-devices.ts';

export interface DeviceSettings {
  /** The device's earlier visit, so that the worker is installed and the test saves that time. */
  visitedBefore: Visit | null;
  /** Further command line arguments for the device's browser. */
  deviceArgs: string[];
  /**
   * Whether the device runs the headless shell, which has no Background Sync and no notifications.
   */
  inShell: boolean;
}

interface TestFixtures extends DeviceSettings {
  /** A fresh, online device without stored data of the site, except that of `visitedBefore`. */
  device: Device;
  /**
   * The network between the device and its backend, where a test can replace the server's answers.
   */
  network: Network;
  /** The profile that the device starts with a copy of, if any. */
  startingProfile: string | undefined;
}

interface WorkerFixtures {
  installedProfile: InstalledProfile;
  /** The whole browser or its shell; started when the first test asks. */
  sharedBrowser: (inShell: boolean) => Promise<Browser>;
  /** The devices that the site was visited on before. */
  visitedDevices: VisitedDevices;
}

/** Provides the network, and fails a passed test whose scripted answers were not requested. */
export async function useNetwork(
  network: Network,
  use: (network: Network) => Promise<void>,
  testInfo: TestInfo,
): Promise<void> {
  await use(network);
  const unmet = network.forget();
  if (testInfo.status === testInfo.expectedStatus)
    expect(unmet, 'requests that were to be answered and never came').toEqual([]);
}

/**
 * All worker fixtures of the browser tests are here: Playwright starts another worker, and with it
 * a backend, for a test that has other worker fixtures than the one before.
 */
export const test = backendTest.extend<TestFixtures, WorkerFixtures>({
  installedProfile: [
    ({ backend }, use) => useProfiles(async () => backend.url, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedBrowser: [
    async ({}, use) => {
      const started = new Map<boolean, Promise<Browser>>();
      await use((inShell) => {
        const browser = started.get(inShell) ?? launchBrowser({ inShell });
        started.set(inShell, browser);
        return browser;
      });
      for (const browser of started.values()) await killBrowser(await browser);
    },
    { scope: 'worker' },
  ],
  visitedDevices: [
    async ({ backend }, use) => use(new VisitedDevices(backend.url)),
    { scope: 'worker' },
  ],
  deviceArgs: [[], { option: true }],
  inShell: [true, { option: true }],
  visitedBefore: [null, { option: true }],
  startingProfile: [
    async ({ visitedBefore, inShell, installedProfile }, use) =>
      use(visitedBefore ? await installedProfile(visitedBefore, inShell) : undefined),
    // A separate timeout, so that making the profile does not use up the first test's time.
    { timeout: 60_000 },
  ],
  network: async ({ backend }, use, testInfo) => useNetwork(backend.network, use, testInfo),
  device: async ({ network, deviceArgs, inShell, startingProfile }, use) => {
    const device = await Device.create({
      siteUrl: network.url,
      args: deviceArgs,
      profile: startingProfile,
      inShell,
    });
    await use(device);
    await device.dispose();
  },
});

/**
 * For tests that don't kill their browser: their devices share one, which saves a start per test.
 * They have no service worker by default, because its installation takes longer than a page. A file
 * that needs one sets `test.use({ serviceWorkers: 'allow' })`, or `test.use({ visitedBefore: 'site'
 * })` for an installed worker on a device that the worker's tests use in turn.
 */
export const pageTest = test.extend({
  serviceWorkers: 'block',
  device: [
    async (
      {
        network,
        sharedBrowser,
        visitedDevices,
        visitedBefore,
        inShell,
        serviceWorkers,
        timezoneId,
      },
      use,
      testInfo,
    ) => {
      const browser = await sharedBrowser(inShell);
      if (visitedBefore) {
        const device = await visitedDevices.take(browser, inShell, visitedBefore);
        await use(device);
        await visitedDevices.giveBack(device, testInfo.status === testInfo.expectedStatus);
        return;
      }
      const device = await Device.inBrowser(browser, {
        siteUrl: network.url,
        serviceWorkers,
        timezoneId,
      });
      await use(device);
      await device.dispose();
    },
    // A separate timeout, so that making the visit does not use up the first test's time.
    { scope: 'test', timeout: 60_000 },
  ],
});

interface OwnBackend {
  /** The test's own backend, which it may kill. */
  ownBackend: ConnectedBackend;
  /** That backend's settings that differ from the default. */
  backendEnv: Record<string, string>;
}

export const testWithOwnBackend = test.extend<OwnBackend>({
  backendEnv: [{}, { option: true }],
  ownBackend: [
    async ({ backendEnv }, use) => {
      const backend = await startConnectedBackend(backendEnv);
      await use(backend);
      await backend.close();
    },
    { timeout: 60_000 },
  ],
  network: async ({ ownBackend }, use, testInfo) => useNetwork(ownBackend.network, use, testInfo),
  device: async ({ network, deviceArgs, inShell }, use) => {
    const device = await Device.create({
      siteUrl: network.url,
      args: deviceArgs,
      inShell,
    });
    await use(device);
    await device.dispose();
  },
});

export { expect } from '@playwright/test';
