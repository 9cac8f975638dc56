import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups, type ChunkGroup } from './build/chunk-groups.ts';
import { licences } from './build/licences.ts';
import { pictures } from './build/pictures.ts';
import { plainImports } from './build/plain-imports.ts';
import { createPartMarker, PART_ENTRIES } from './build/part-files.ts';
import { prerenderPages } from './build/prerender.ts';
import { serveShell } from './build/serve-shell.ts';
import { LOCAL_PUBLISHABLE_KEY } from './supabase/local/keys.ts';

/** What the client's build and the build that writes the pages have in common. */
const shared = (): InlineConfig => ({
  define: {
    'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(process.env.VITE_SUPABASE_URL ?? ''),
    'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(
      process.env.VITE_SUPABASE_PUBLISHABLE_KEY ?? LOCAL_PUBLISHABLE_KEY,
    ),
  },
  plugins: [pictures(), react(), tailwindcss()],
});

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const SITE_ENTRY = pathOf('src/app/main.tsx');

const packages = (...names: string[]) => `/node_modules/(${names.join('|')})/`;

/** The packages of every page, whose file outlives most releases in a browser's cache. */
const VENDOR = {
  name: 'vendor',
  test: new RegExp(
    `${packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'tslib')}|rolldown/runtime`,
  ),
  priority: 100,
};
/** Evaluated in a task of its own, before the outbox. */
const DEXIE = { name: 'dexie', test: new RegExp(packages('dexie')), priority: 100 };

const PAGES = /\/src\/site\/\w+\/[\w-]+-page\.tsx$/;
const OUTSIDE_PORTAL = /^(?!.*\/src\/(portal\/|app\/portal-))/;

/** Files by the moment when they are loaded (docs/decisions/0011-pages-and-hosting.md). */
const GROUPS: readonly ChunkGroup[] = [
  // First paint: the frame of every page, then parts that pages share.
  {
    name: 'site',
    roots: /\/src\/app\/main\.tsx$/,
    also: /\/linked-of-tab\.ts$/,
  },
  {
    name: 'pages',
    roots: new RegExp(`${PAGES.source}|/(lightbox|booking-form|newest-\\w+)\\.tsx$`),
    sharedBy: 2,
  },
  // A tap on a picture, or a question.
  { name: 'dialog', roots: /\/lightbox\.tsx$/, without: PAGES },
  // Idle: the server's lists, and the worker with its releases.
  {
    name: 'lists',
    roots: /\/(newest-pictures|newest-testimonials)\.tsx$/,
    withRoots: true,
    without: PAGES,
  },
  { name: 'background', roots: /\/start-background\.ts$/, withRoots: true, without: PAGES },
  // A form, or a device with requests.
  {
    name: 'outbox',
    roots:
      /\/runtime\/(start-)?outbox\.ts$|\/site\/requests\/(request-notices|requests-link|waiting-count)\.tsx$/,
    withRoots: true,
    without: PAGES,
    // The crew's page needs these without forms and clients.
    also: /\/core\/server\/(request|request-faults|classify-response)\.ts$|\/domain\/(clean-text|file-check)\.ts$|\/ui\/(use-unsaved-lock|use-settled|change-status)\.tsx?$/,
  },
  // Sending: a touched form, or a waiting request.
  { name: 'sending', roots: /\/supabase-backend\.ts$/, withRoots: true, without: PAGES },
  // A form, or My requests.
  {
    name: 'results',
    roots: /\/(request-overview|booking-form)\.tsx$/,
    sharedBy: 2,
    without: PAGES,
  },
  { name: 'forms', roots: /\/src\/site\/\w+\/\w+-form\.tsx$/, without: PAGES },
  // Parts that the portal and the crew's page share.
  {
    name: 'staff',
    roots: /\/src\/app\/crew-main\.tsx$/,
    with: /\/src\/app\/portal-main\.tsx$/,
    without: PAGES,
  },
  // The portal: at once, before the sign-in, and for more than one screen.
  { name: 'portal', roots: /\/src\/app\/portal-main\.tsx$/, without: OUTSIDE_PORTAL },
  { name: 'dates', roots: /\/src\/app\/portal-main\.tsx$/, without: PAGES },
  { name: 'entrance', roots: /\/(login|new-password)-page\.tsx$/, without: OUTSIDE_PORTAL },
  {
    name: 'screens',
    roots: /\/src\/portal\/\w+\/[\w-]+-(page|manager)\.tsx$/,
    sharedBy: 2,
    without: OUTSIDE_PORTAL,
  },
];

const { define = {}, plugins = [] } = shared();
const partMarker = createPartMarker();

export default defineConfig({
  build: {
    manifest: true,
    // The pages say themselves what to fetch ahead; a list of it in every script would outweigh most pages.
    modulePreload: false,
    rolldownOptions: {
      input: { index: 'index.html', ...PART_ENTRIES },
      output: {
        // A page's document lists its scripts: shorter names keep it within the first round trip.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            VENDOR,
            DEXIE,
            ...chunkGroups([SITE_ENTRY, ...Object.values(PART_ENTRIES).map(pathOf)], GROUPS),
          ],
        },
      },
    },
  },
  define,
  resolve: {
    alias: [
      // No condition leads to its production build: upstream names the development build for all, lest two copies of its contexts meet
      // (remix-run/react-router#14102). Here there is one bundler, and so one copy.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(
          new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
        ),
      },
    ],
  },
  plugins: [
    ...plugins,
    plainImports(),
    licences(),
    prerenderPages(shared),
    serveShell(),
    partMarker.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // Of a picture's two formats one is named; the worker keeps the one that its browser reads.
        globPatterns: ['**/*.{html,js,css,svg,avif,woff2,webmanifest}'],
        manifestTransforms: [partMarker.mark],
        rollupFormat: 'iife',
      },
      devOptions: { enabled: false },
    }),
  ],
});
