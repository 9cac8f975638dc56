import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { entryChunk } from './build/entry-chunk.ts';
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
        // A page's document lists its scripts: shorter names keep it within the first round trip.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Only these two have names; every other chunk follows the import graph (docs/decisions/0011-pages-and-hosting.md).
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: packages('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom'),
            },
            {
              debugName: 'shell',
              name: entryChunk(
                'shell',
                fileURLToPath(new URL('src/app/main.tsx', import.meta.url)),
              ),
            },
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
