import { defineConfig } from 'vitest/config';

/** The same tests on a PostgreSQL server, and those that need several sessions. */
export default defineConfig({
  test: {
    name: 'database server',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['../support/postgres/template.ts'],
    maxWorkers: 2,
    hookTimeout: 60_000,
  },
});
