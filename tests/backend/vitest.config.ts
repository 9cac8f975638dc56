import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../node_modules/.vite/backend',
  test: {
    name: 'backend',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    // Creates the database's template once, before parallel test files copy it.
    globalSetup: ['./support/build-template.ts'],
    maxWorkers: 2,
    // Some start several processes, each with its own PostgreSQL.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous, because benchmarks measure the speed of background work, not tests.
    expect: { poll: { timeout: 30_000 } },
  },
});
