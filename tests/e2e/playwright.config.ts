import { defineConfig } from '@playwright/test';

/** Every test brings its own browser, see `Device`; a worker's tests share one backend. */
export default defineConfig({
  outputDir: '../../test-results/browser',
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'e2e', testDir: '.' },
    { name: 'faults', testDir: '../faults' },
    { name: 'screens', testDir: '../screens' },
    { name: 'long', testDir: '../long' },
  ],
});
