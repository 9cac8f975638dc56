import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { kb, printTable, ratio } from './report.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const PAGES = ['home', 'about', 'services', 'booking', 'gallery', 'testimonials', 'careers', 'contact', 'privacy', 'requests'];

const brotli = async (file: string) => brotliCompressSync(await readFile(file)).byteLength;

/** Every chunk that the given ones import at once, themselves included. */
function closure(manifest: Manifest, keys: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    manifest[key]?.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return seen;
}

async function routeBytes(manifest: Manifest, page: string): Promise<number> {
  const keys = closure(manifest, ['index.html', `src/site/${page}/${page}-page.tsx`]);
  const sizes = [...keys].map((key) => brotli(path.join(ROOT, 'dist', manifest[key]?.file ?? '')));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The smallest React site: react, react-dom and the declarative router, built by the same bundler. */
async function referenceBytes(): Promise<number> {
  const folder = await mkdtemp(path.join(ROOT, '.cache', 'bench-'));
  try {
    const entry = path.join(folder, 'entry.js');
    await writeFile(
      entry,
      `import { createElement } from 'react';
       import { createRoot } from 'react-dom/client';
       import { BrowserRouter, Link, Outlet, Route, Routes, useLocation } from 'react-router-dom';
       const Page = () => createElement(Link, { to: '/' }, useLocation().pathname, createElement(Outlet));
       const routes = createElement(Routes, null, createElement(Route, { path: '*', element: createElement(Page) }));
       createRoot(document.body).render(createElement(BrowserRouter, null, routes));`,
    );
    const outDir = path.join(folder, 'out');
    await build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      build: { outDir, rolldownOptions: { input: entry, output: { entryFileNames: 'reference.js' } } },
    });
    return await brotli(path.join(outDir, 'reference.js'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the JavaScript each route's first load needs, next to react + react-dom + router alone. */
export async function benchFirstLoad(): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'dist/.vite/manifest.json'), 'utf8')) as Manifest;
  const reference = await referenceBytes();
  const rows = PAGES.map(async (page): Promise<[string, string, string]> => {
    const bytes = await routeBytes(manifest, page);
    return [page, kb(bytes), ratio(bytes, reference)];
  });
  const react: [string, string] = ['react + react-dom + router alone', kb(reference)];
  printTable('JavaScript of a first load, brotli', [react, ...(await Promise.all(rows))]);
}
