import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { icons } from './build/icons.ts';
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
        // What is loaded at one moment comes in one file: fewer requests, and better compressed. A module that no group
        // names goes where those who share it need it.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
            {
              name: 'shell',
              test: /src\/(app\/(app|early-tap|error-boundary|page|paths|site-routes)\.|runtime\/(load-outbox|missing-files)|site\/layout|site\/content\/company|ui\/(button|check-list|icon|notice|picture|skeleton|use-idle|use-mounted))/,
            },
            { name: 'list', test: /src\/(site\/lists\/use-shown-rows|runtime\/(env|read-public))/ },
            { name: 'form', test: /src\/(site\/forms\/(bind|form-shell|late-form)|ui\/(card|character-count|text-field|textarea-field)|core\/domain\/limits)/ },
            { name: 'testimonials', test: /src\/(site\/testimonials\/testimonial-card|ui\/(avatar|star-rating))/ },
            { name: 'select', test: /src\/(ui\/select-field|core\/domain\/booking-choices)/ },
            { name: 'dexie', test: /node_modules\/dexie\// },
            // Of its own, so that a dialog does not bring the outbox along.
            { name: 'tslib', test: /node_modules\/tslib\// },
            {
              name: 'outbox',
              test: /node_modules\/@supabase\/|src\/(core\/(domain\/reference|outbox\/receipts)|runtime\/(listeners|on-return|outbox|storage|sw-bridge)|ui\/toast)\.ts/,
            },
            {
              name: 'background',
              test: /src\/(app\/offer-updates|site\/(content\/kind-texts|requests\/(request-notices|waiting-count))|runtime\/(awaited|drafts|install|start|triggers|updates|use-loss|use-requests))/,
            },
            {
              name: 'form-code',
              test: /node_modules\/(@hookform|react-hook-form|zod)\/|src\/(site\/forms\/(submission-form|upload-progress|use-)|ui\/(file-progress|forms\/(live-character-count|text-))|runtime\/actions)/,
            },
          ],
        },
      },
    },
  },
  define,
  resolve: {
    alias: [
      // The package names its development build for every use, warnings and all; its production build lies beside it.
      { find: /^react-router$/, replacement: fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)) },
    ],
  },
  plugins: [
    ...plugins,
    icons(),
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
