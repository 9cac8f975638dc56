import { test as base } from '@playwright/test';
import { startBackend, type TestBackend } from '../support/backend.ts';
import { Device } from './device.ts';
import type { StartBrowser } from './drivers/driver.ts';
import { startFirefox } from './drivers/firefox.ts';
import { startWebKit } from './drivers/webkit.ts';

const ENGINES = { firefox: startFirefox, webkit: startWebKit } satisfies Record<string, StartBrowser>;

export interface EngineOptions {
  engine: keyof typeof ENGINES;
}

interface TestFixtures extends EngineOptions {
  /** A fresh device with the engine's browser, online, on which nothing of the site is stored yet. */
  device: Device;
}

interface WorkerFixtures {
  /** A backend that an engine's journeys share; each tells its own submissions by their e-mail address. */
  backend: TestBackend;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['firefox', { option: true }],
  backend: [
    async ({}, use) => {
      const backend = await startBackend();
      await use(backend);
      await backend.close();
    },
    // The very first start lays down the database that the others copy.
    { scope: 'worker', timeout: 60_000 },
  ],
  device: async ({ engine, backend }, use) => {
    const device = await Device.create(ENGINES[engine], backend.url);
    await use(device);
    await device.dispose();
  },
});

export { expect } from '@playwright/test';
