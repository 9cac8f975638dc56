import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findChromium, findHeadlessShell } from './runner/find-chromium.mjs';
import { PHOTOGRAPHS } from './browser/support/photographs.ts';

/** Pictures without files: the build's own plugin would encode them all. */
const noPictures = {
  name: 'no-pictures',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.endsWith('&picture') ? `\0${id}` : undefined),
  load: (id: string) =>
    id.endsWith('&picture')
      ? 'export default { stem: "picture", widths: [1], width: 1, height: 1 }'
      : undefined,
};

const ENVIRONMENT = { 'process.env.NODE_ENV': '"production"' };

/** React as a build has it, in half the time of its development build. */
const builtReact = {
  name: 'built-react',
  config: () => ({
    define: ENVIRONMENT,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    optimizeDeps: {
      include: ['react/jsx-runtime'],
      rolldownOptions: { transform: { define: ENVIRONMENT } },
    },
  }),
};

/** The tests of a folder. Together with others, they run in this order. */
const project = (
  name: string,
  folder: string,
  groupOrder: number,
  test: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    root: path.join(import.meta.dirname, folder),
    sequence: { groupOrder },
    ...test,
  },
});

const BACKEND_TEMPLATE = path.join(import.meta.dirname, 'backend/support/build-template.ts');
const POSTGRES_TEMPLATE = path.join(import.meta.dirname, 'support/postgres/template.ts');
const INDEXED_DB = path.join(import.meta.dirname, 'unit/indexed-db.ts');

/** The adapters of the ports, which the tests of screens replace. */
const ADAPTERS = /^.*\/supabase-((admin|team|push|crew)-)?(backend|auth)\.ts$/;
const PORTS = path.join(import.meta.dirname, 'browser/support/ports.ts');
const CHROMIUM = findHeadlessShell() ?? findChromium();

/** Each test script of package.json runs a project. */
export default defineConfig({
  test: {
    // Generous, because no test asserts speed, and a machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        plugins: [noPictures],
        ...project('unit', 'unit', 0, {
          setupFiles: [INDEXED_DB],
          restoreMocks: true,
          env: {
            VITE_SUPABASE_URL: 'https://project.example',
            VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
          },
        }),
      },
      // Components in a browser; the backend is the unit tests' fakes.
      {
        plugins: [noPictures, builtReact, tailwindcss()],
        resolve: { alias: [{ find: ADAPTERS, replacement: PORTS }] },
        ...project('screens', 'browser', 1, {
          setupFiles: [path.join(import.meta.dirname, 'browser/support/set-up.ts')],
          restoreMocks: true,
          env: { VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test' },
          expect: { poll: { timeout: 10_000 } },
          // As Playwright's: the summary names a test that passes only then.
          retry: 1,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              actionTimeout: 15_000,
              launchOptions: {
                ...(CHROMIUM && { executablePath: CHROMIUM }),
                args: ['--no-sandbox', '--disable-gpu'],
              },
            }),
            commands: PHOTOGRAPHS,
            instances: [{ browser: 'chromium' }],
          },
        }),
      },
      // A PostgreSQL 17 server.
      project('database', 'db', 1, { globalSetup: [POSTGRES_TEMPLATE], maxWorkers: 2 }),
      // PGlite, like the embedded backend, without the tests that need several sessions.
      project('database-embedded', 'db', 2, {
        include: ['*.test.ts'],
        globalSetup: [path.join(import.meta.dirname, 'db/build-template.ts')],
        // Each file holds a whole PostgreSQL in memory.
        maxWorkers: 2,
      }),
      project('backend', 'backend', 3, { globalSetup: [BACKEND_TEMPLATE], maxWorkers: 2 }),
      // Programs: the start, backups and the owner's commands.
      project('commands', 'commands', 4, {
        globalSetup: [BACKEND_TEMPLATE, POSTGRES_TEMPLATE],
        maxWorkers: 2,
      }),
      project('deno', 'deno', 5, { globalSetup: [BACKEND_TEMPLATE], fileParallelism: false }),
      project('hammer', 'hammer', 6, {
        setupFiles: [INDEXED_DB],
        globalSetup: [BACKEND_TEMPLATE],
        fileParallelism: false,
        restoreMocks: true,
        // Hundreds of submissions.
        testTimeout: 600_000,
      }),
    ],
  },
});
