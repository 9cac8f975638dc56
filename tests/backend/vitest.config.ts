import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../node_modules/.vite/backend',
  test: {
    name: 'backend',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    // Makes the database's template once, before the files that copy it start side by side.
    globalSetup: ['./support/build-template.ts'],
    maxWorkers: 2,
    // Some start several processes, each of which opens a PostgreSQL.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What happens by itself is waited for: how fast it does is told by benchmarks.
    expect: { poll: { timeout: 30_000 } },
  },
});
