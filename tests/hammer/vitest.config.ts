import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../node_modules/.vite/hammer',
  test: {
    name: 'hammer',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['../unit/indexed-db.ts'],
    globalSetup: '../backend/support/build-template.ts',
    fileParallelism: false,
    // Hundreds of submissions, on a machine that may be busy.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
