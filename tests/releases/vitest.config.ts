import { defineConfig } from 'vitest/config';

/** Runs the scripts that write fixtures; see README.md. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*/write-fixture.ts'],
    setupFiles: ['../unit/indexed-db.ts'],
    env: {
      VITE_SUPABASE_URL: 'https://project.example',
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    },
  },
});
