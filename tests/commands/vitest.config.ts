import { defineConfig } from 'vitest/config';

/** What the owner runs: the start, backups and commands. Each test starts programs, so this suite runs nightly. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite/commands',
  test: {
    name: 'commands',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['../backend/support/build-template.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
