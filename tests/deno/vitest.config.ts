import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../node_modules/.vite/deno',
  test: {
    name: 'deno',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['../backend/support/build-template.ts'],
    fileParallelism: false,
    // One test waits for a function's whole mail timeout.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous, because benchmarks measure the speed of background work, not tests.
    expect: { poll: { timeout: 30_000 } },
  },
});
