import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'database',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./template.ts'],
    // Each file holds a whole PostgreSQL in memory.
    maxWorkers: 2,
    // A copied database opens in about a second, in several on a busy machine.
    hookTimeout: 60_000,
  },
});
