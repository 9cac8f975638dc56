import { defineConfig } from 'vitest/config';
import backend from '../backend/vitest.config.ts';

/**
 * Start-up, backups and the owner's commands. Each test starts programs, so this suite runs
 * nightly.
 */
export default defineConfig({
  ...backend,
  cacheDir: '../../node_modules/.vite/commands',
  test: {
    ...backend.test,
    name: 'commands',
    root: import.meta.dirname,
    globalSetup: ['../backend/support/build-template.ts', '../support/postgres/template.ts'],
  },
});
