import { defineConfig } from 'vitest/config';

/** On PGlite, as the embedded backend has it; without the tests that need several sessions. */
export default defineConfig({
  test: {
    name: 'embedded database',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./build-template.ts'],
    // Each file holds a whole PostgreSQL in memory.
    maxWorkers: 2,
    // Starting one takes a second, on a busy machine several.
    hookTimeout: 60_000,
  },
});
