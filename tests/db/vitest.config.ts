import { defineConfig } from 'vitest/config';

/** Runs on a PostgreSQL 17 server. */
export default defineConfig({
  test: {
    name: 'database',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['../support/postgres/template.ts'],
    maxWorkers: 2,
    hookTimeout: 60_000,
  },
});
