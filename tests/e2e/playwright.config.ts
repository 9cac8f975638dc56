import { defineConfig } from '@playwright/test';
import type { HostOptions } from '../support/cross-origin.ts';
import type { DeviceSettings } from '../support/test.ts';

/** Staff's screens. The field day is a short journey through all of them, for the quick proof. */
const PORTAL = /\/(admin|portal)-(?!field-day)[^/]*\.spec\.ts$/;

/**
 * Nightly, because a change rarely breaks these and faster tests find most of it: a lint rule for
 * translation, the widths in the site's own font, the hammer and the backend's own test for a
 * killed backend.
 */
const SLOW =
  /\/(translated-pages|portal-translated|wide-fonts|backend-killed-under-load)\.spec\.ts$/;

/** Variations of a test that a change rarely breaks alone have this tag, and run nightly too. */
const VARIATION = /@nightly/;

const FAULTS = {
  testDir: '../faults',
  testIgnore: SLOW,
  use: { visitedBefore: 'site', inShell: false },
} as const;

/** One worker: these build releases. */
const LONG = { testDir: '../long', use: { inShell: false }, workers: 1 } as const;

/**
 * A test has a browser of its own or shares its worker's, see support/test.ts; a worker's tests
 * share one backend.
 */
export default defineConfig<DeviceSettings, HostOptions>({
  outputDir: '../../test-results/browser',
  globalSetup: './prepare.ts',
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'e2e', testDir: '.', testIgnore: [PORTAL, SLOW], grepInvert: VARIATION },
    { name: 'portal', testDir: '.', testMatch: PORTAL, testIgnore: SLOW, grepInvert: VARIATION },
    { name: 'faults', ...FAULTS, grepInvert: VARIATION },
    { name: 'slow', testDir: '..', testMatch: SLOW },
    { name: 'slow-journeys', testDir: '.', testIgnore: SLOW, grep: VARIATION },
    { name: 'slow-faults', ...FAULTS, grep: VARIATION },
    { name: 'long', ...LONG, grepInvert: VARIATION },
    { name: 'slow-long', ...LONG, grep: VARIATION },
    {
      name: 'cloudflare',
      testDir: '../long',
      testMatch: 'cross-origin.spec.ts',
      use: { inShell: false, host: 'cloudflare' },
    },
    { name: 'screens', testDir: '../screens' },
  ],
});
