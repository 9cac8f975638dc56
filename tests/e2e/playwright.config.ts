import { defineConfig } from '@playwright/test';
import type { DeviceSettings } from '../support/test.ts';

/** What staff do. A field day is one journey through all of it, and short enough for the quick proof. */
const PORTAL = /\/(admin|portal)-(?!field-day)[^/]*\.spec\.ts$/;

/** A lint rule finds most of what breaks under translation, so the simulated translator runs nightly. */
const TRANSLATED = /\/(translated-pages|portal-translated)\.spec\.ts$/;

/** Every test brings its own browser, see `Device`; a worker's tests share one backend. */
export default defineConfig<DeviceSettings>({
  outputDir: '../../test-results/browser',
  globalSetup: './prepare.ts',
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'e2e', testDir: '.', testIgnore: [PORTAL, TRANSLATED] },
    { name: 'portal', testDir: '.', testMatch: PORTAL, testIgnore: TRANSLATED },
    { name: 'translated', testDir: '.', testMatch: TRANSLATED },
    { name: 'faults', testDir: '../faults', use: { visitedBefore: true, inShell: false } },
    { name: 'long', testDir: '../long', use: { inShell: false } },
    { name: 'screens', testDir: '../screens' },
  ],
});
