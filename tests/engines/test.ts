import { backendTest } from '../support/backend-test.ts';
import { Device } from './device.ts';
import type { StartBrowser } from './drivers/driver.ts';
import { startFirefox } from './drivers/firefox.ts';
import { startWebKit } from './drivers/webkit.ts';

const ENGINES = { firefox: startFirefox, webkit: startWebKit } satisfies Record<
  string,
  StartBrowser
>;

export interface EngineOptions {
  engine: keyof typeof ENGINES;
}

interface TestFixtures extends EngineOptions {
  /** A new online device with the engine's browser and nothing stored. */
  device: Device;
}

export const test = backendTest.extend<TestFixtures>({
  engine: ['firefox', { option: true }],
  device: async ({ engine, backend }, use) => {
    const device = await Device.create(ENGINES[engine], backend.url);
    await use(device);
    await device.dispose();
  },
});

export { expect } from '@playwright/test';
