import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'database',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./build-template.ts'],
    // Each file holds a whole PostgreSQL in memory.
    maxWorkers: 2,
    // Starting one takes a second, on a busy machine several.
    hookTimeout: 60_000,
  },
});
