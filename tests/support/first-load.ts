import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { pageFiles } from '../../build/page-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, '.cache');

const brotli = async (file: string) => brotliCompressSync(await readFile(file)).byteLength;

/** The build's manifest. */
const readManifest = async () =>
  JSON.parse(await readFile(path.join(ROOT, 'dist/.vite/manifest.json'), 'utf8')) as Manifest;

/** The pages that load a group's scripts, immediately or as a prefetch. */
export async function pagesWith(group: string, pages: readonly string[]): Promise<string[]> {
  const manifest = await readManifest();
  const isOfGroup = (file: string) => file.startsWith(`/assets/${group}-`);
  return pages.filter((page) => Object.values(pageFiles(manifest, page)).flat().some(isOfGroup));
}

/** The compressed size in bytes of the scripts that each page needs, in the build in `dist`. */
export async function firstLoadBytes(pages: readonly string[]): Promise<Map<string, number>> {
  const manifest = await readManifest();
  const filesOf = (page: string) => pageFiles(manifest, page).first;
  const sizes = new Map<string, number>();
  for (const file of new Set(pages.flatMap(filesOf)))
    sizes.set(file, await brotli(path.join(ROOT, 'dist', file)));
  return new Map(
    pages.map((page) => [
      page,
      filesOf(page).reduce((sum, file) => sum + (sizes.get(file) ?? NaN), 0),
    ]),
  );
}

/** The compressed size in bytes of each page's document, in the build in `dist`. */
export async function documentBytes(pages: readonly string[]): Promise<Map<string, number>> {
  const sizes = await Promise.all(
    pages.map((page) => brotli(path.join(ROOT, 'dist', page, 'index.html'))),
  );
  return new Map(pages.map((page, i) => [page, sizes[i] ?? NaN]));
}

/**
 * The size in bytes of the smallest React site: react, react-dom and the declarative router, built
 * by the same bundler.
 */
export async function referenceBytes(): Promise<number> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'reference-'));
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
      build: {
        outDir,
        rolldownOptions: { input: entry, output: { entryFileNames: 'reference.js' } },
      },
    });
    return await brotli(path.join(outDir, 'reference.js'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
