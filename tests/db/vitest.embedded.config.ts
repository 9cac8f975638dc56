import { defineConfig } from 'vitest/config';

/** Runs on PGlite, like the embedded backend, without the tests that need several sessions. */
export default defineConfig({
  test: {
    name: 'embedded database',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./build-template.ts'],
    // Each file holds a whole PostgreSQL in memory.
    maxWorkers: 2,
    // Starting one takes a second, or several on a busy machine.
    hookTimeout: 60_000,
  },
});
