import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../node_modules/.vite/deno',
  test: {
    name: 'deno',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['../backend/support/build-template.ts'],
    fileParallelism: false,
    // One of them waits for as long as a function waits for a mail provider.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What happens by itself is waited for: how fast it does is told by benchmarks.
    expect: { poll: { timeout: 30_000 } },
  },
});
