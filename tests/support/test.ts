import { expect, type Browser, type TestInfo } from '@playwright/test';
import { backendTest } from './backend-test.ts';
import { Device, killBrowser, launchBrowser } from './device.ts';
import { forgetProfile, makeInstalledProfile } from './installed-profile.ts';
import { startConnectedBackend, type ConnectedBackend, type Network } from './network.ts';

export interface DeviceSettings {
  /** Whether the site was visited on the device before, so that its worker is there: saves a test the installation. */
  visitedBefore: boolean;
  /** Further command line arguments for the device's browser. */
  deviceArgs: string[];
  /** Whether the device runs the headless shell, which has no Background Sync and no notifications. */
  inShell: boolean;
}

interface TestFixtures extends DeviceSettings {
  /** A fresh device, online, on which nothing of the site is stored yet but for what `visitedBefore` says. */
  device: Device;
  /** The way between the device and its backend, on which a test answers for the server. */
  network: Network;
  /** The profile that the device begins with a copy of, if any. */
  startingProfile: string | undefined;
}

interface WorkerFixtures {
  /**
   * A profile with the site installed, in the whole browser or its headless shell; created for the
   * first test that needs it.
   */
  installedProfile: (inShell: boolean) => Promise<string>;
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

export const test = backendTest.extend<TestFixtures, WorkerFixtures>({
  installedProfile: [
    async ({ backend }, use) => {
      const made = new Map<boolean, Promise<string>>();
      await use((inShell) => {
        const profile = made.get(inShell) ?? makeInstalledProfile(backend.url, inShell);
        made.set(inShell, profile);
        return profile;
      });
      for (const profile of made.values()) await forgetProfile(await profile);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  deviceArgs: [[], { option: true }],
  inShell: [true, { option: true }],
  visitedBefore: [false, { option: true }],
  startingProfile: [
    async ({ visitedBefore, inShell, installedProfile }, use) =>
      use(visitedBefore ? await installedProfile(inShell) : undefined),
    // A limit of its own, so that the worker's first test does not spend its own time on the
    // profile.
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

interface SharedBrowser {
  /** The whole browser or its shell; started when the first test asks. */
  sharedBrowser: (inShell: boolean) => Promise<Browser>;
}

/**
 * For tests that don't kill their browser: their devices share one, which saves each a start. Most of them look at a page
 * and need no service worker, whose installation takes longer than the page; a file that does asks for it:
 * `test.use({ serviceWorkers: 'allow' })`.
 */
export const pageTest = test.extend<object, SharedBrowser>({
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
  serviceWorkers: 'block',
  device: async ({ network, sharedBrowser, inShell, serviceWorkers, timezoneId }, use) => {
    const device = await Device.inBrowser(await sharedBrowser(inShell), {
      siteUrl: network.url,
      serviceWorkers,
      timezoneId,
    });
    await use(device);
    await device.dispose();
  },
});

interface OwnBackend {
  /** A backend of the test's own, that it may kill. */
  ownBackend: ConnectedBackend;
  /** Settings of that backend that differ from the usual. */
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
