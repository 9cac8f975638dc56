/**
 * Builds a later release of the site into a folder: the same sources, with a mark in every page and
 * in the scripts of site, portal and crew.
 */
import path from 'node:path';
import { build, type Plugin } from 'vite';

const MARKED = [
  'app/main.tsx',
  'app/crew-main.tsx',
  'app/portal-main.tsx',
  'site/about/about-page.tsx',
  'portal/login/login-page.tsx',
  'portal/bookings/bookings-page.tsx',
];
const unmarked = new Set(MARKED);

const mark: Plugin = {
  name: 'mark-release',
  transform(code, id) {
    const file = path.relative('src', id);
    if (!MARKED.includes(file)) return null;
    unmarked.delete(file);
    return `${code}\nglobalThis.release = 'next';`;
  },
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'release', content: 'next' } }],
};

await build({
  root: process.cwd(),
  logLevel: 'error',
  plugins: [mark],
  build: { outDir: String(process.argv[2]), emptyOutDir: true },
});

if (unmarked.size > 0) throw new Error(`Not built: ${[...unmarked].join(', ')}`);
