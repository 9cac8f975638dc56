import { defineConfig } from '@playwright/test';
import type { HostOptions } from '../support/cross-origin.ts';
import type { DeviceSettings } from '../support/test.ts';

/** Staff's screens. The field day is a short journey through all of them, for the quick proof. */
const PORTAL = /\/(admin|portal)-(?!field-day)[^/]*\.spec\.ts$/;

/**
 * Nightly, because a change rarely breaks these alone, and faster tests or the hammer find most of
 * it.
 */
const NIGHTLY_FILES = [
  // A lint rule and the widths of the site's own font.
  'translated-pages',
  'portal-translated',
  'wide-fonts',
  // The hammer finds most of it: moved clocks, lost and late answers of mails.
  'clock-jumps',
  'email-function-down',
  'kept-answers',
  // The tests' own devices.
  'visited-device',
  // Edges of an app that is installed already, and of a notch.
  'installs',
  'manifests',
  'safe-areas',
  // Screens that few changes reach.
  'admin-recovery',
  'admin-resume-on-disk',
  'admin-shared-computer',
  'autofill',
  'portal-autofill',
  'portal-long-deletion',
  'portal-long-texts',
];
const SLOW = new RegExp(`/(${NIGHTLY_FILES.join('|')})\\.spec\\.ts$`);

/** Variations of a test that a change rarely breaks alone have this tag, and run nightly too. */
const VARIATION = /@nightly/;

const FAULTS = {
  testDir: '../faults',
  use: { visitedBefore: 'site', inShell: false },
} as const;

/** An update of the site under its visitors' open tabs. */
const UPDATE = '**/update.spec.ts';

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
    { name: 'faults', ...FAULTS, testIgnore: SLOW, grepInvert: VARIATION },
    { name: 'slow', testDir: '..', testMatch: SLOW, testIgnore: '**/faults/**' },
    { name: 'slow-journeys', testDir: '.', testIgnore: SLOW, grep: VARIATION },
    { name: 'slow-faults', ...FAULTS, testIgnore: SLOW, grep: VARIATION },
    { name: 'slow-fault-files', ...FAULTS, testMatch: SLOW },
    { name: 'update', ...LONG, testMatch: UPDATE, grepInvert: VARIATION },
    { name: 'long', ...LONG, testIgnore: UPDATE },
    { name: 'slow-long', ...LONG, testMatch: UPDATE, grep: VARIATION },
    {
      name: 'cloudflare',
      testDir: '../long',
      testMatch: 'cross-origin.spec.ts',
      use: { inShell: false, host: 'cloudflare' },
    },
  ],
});
