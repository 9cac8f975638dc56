import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { pictures } from './build/pictures.ts';
import { plainImports } from './build/plain-imports.ts';
import { createPortalMarker, PORTAL_ENTRY } from './build/portal-files.ts';
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

/** The modules that stand in these folders of src themselves, not in folders within. Files are not named: they may move. */
const folders = (...names: string[]) => new RegExp(`/src/(${names.join('|')})/[^/]+$`);
const packages = (...names: string[]) => new RegExp(`/node_modules/(${names.join('|')})/`);

const { define = {}, plugins = [] } = shared();
const portalMarker = createPortalMarker();

export default defineConfig({
  build: {
    manifest: true,
    // The pages say themselves what to fetch ahead; a list of it in every script would outweigh most pages.
    modulePreload: false,
    rolldownOptions: {
      input: { index: 'index.html', portal: PORTAL_ENTRY },
      output: {
        // What is loaded at one moment comes in one file: fewer requests, and better compressed. A group takes along what its
        // modules import, unless an earlier one has it. What no group has goes where those who share it need it.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom'),
            },
            {
              name: 'shell',
              test: folders('app', 'runtime/shell', 'site/layout', 'site/content', 'ui/shell'),
            },
            { name: 'reads', test: folders('runtime/reads') },
            { name: 'lists', test: folders('site/lists') },
            { name: 'form-shell', test: folders('site/form-shell', 'ui/form-shell') },
            { name: 'testimonials', test: folders('site/testimonials/card') },
            { name: 'select', test: folders('ui/select', 'core/domain/choices') },
            { name: 'dexie', test: packages('dexie') },
            // Of their own, so that a dialog does not bring the outbox along, nor a picture shown large the forms.
            { name: 'tslib', test: packages('tslib') },
            { name: 'focus', test: folders('ui/focus') },
            { name: 'outbox', test: folders('runtime/outbox') },
            {
              name: 'background',
              test: folders('app/background', 'runtime/app', 'runtime/submissions', 'site/notices'),
            },
            { name: 'forms', test: folders('runtime/forms', 'site/forms', 'ui/forms') },
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
    prerenderPages(shared),
    serveShell(),
    portalMarker.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // Of a picture's two formats one is named; the worker keeps the one that its browser reads.
        globPatterns: ['**/*.{html,js,css,svg,avif,woff2,webmanifest}'],
        manifestTransforms: [portalMarker.mark],
        rollupFormat: 'iife',
      },
      devOptions: { enabled: false },
    }),
  ],
});
