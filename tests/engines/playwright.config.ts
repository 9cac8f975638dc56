import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './test.ts';

/** The core journeys, on the engines that have no Background Sync. */
export default defineConfig<EngineOptions>({
  testDir: '.',
  outputDir: '../../test-results/engines',
  globalSetup: './prepare.ts',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  reporter: [['list'], ['./journey-table.ts']],
  projects: [
    { name: 'Firefox ESR', use: { engine: 'firefox' } },
    { name: 'WebKitGTK', use: { engine: 'webkit' } },
  ],
});
