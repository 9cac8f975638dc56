import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Manifest, type Plugin, type ResolvedConfig } from 'vite';
import type { ListRequest } from '../src/app/inline/input.ts';
import {
  composePage,
  composeShell,
  jsonScript,
  nameInDocument,
  nameInManifest,
  type CompanyNames,
} from './documents.ts';
import { buildInlineScripts, type InlineScripts } from './inline-scripts.ts';
import { writeHostFiles, robotsTxt, sitemapXml } from './host-files.ts';
import { filesOf, pageFiles } from './page-files.ts';
import { PART_ENTRIES, PARTS, type Part } from './part-files.ts';
import { writeSplashScreens } from './draw-splash-screens.ts';

interface ServerEntry extends CompanyNames {
  paths: string[];
  listedPaths: string[];
  urgentPaths: string[];
  listOf: (path: string) => Promise<ListRequest | undefined>;
  origin: string;
  /** The origin of a Supabase elsewhere; null for the embedded backend. */
  backend: string | null;
  render: (path: string) => Promise<string>;
  renderFacts: (path: string) => Promise<string>;
  renderPart: (part: Part) => Promise<string>;
}

const ENTRY = 'src/app/entry-server.tsx';

/**
 * Writes every public page and each part's shell as HTML, with the sitemap, after the client's
 * files are on disk and before the worker's manifest is made from them. `shared`: plugins and
 * constants of both builds.
 */
export function prerenderPages(shared: () => InlineConfig): Plugin {
  let config: ResolvedConfig;
  let isWritten = false;
  return {
    name: 'prerender-pages',
    apply: (user, { command }) => command === 'build' && !user.build?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        // Close the build after a failure too.
        if (!isWritten) return;
        const {
          root,
          build: { outDir },
        } = config;
        // A new folder each time, because Node caches modules by path.
        const serverDir = path.resolve(root, `.cache/prerender-${Date.now()}`);
        try {
          await writePages(
            path.resolve(root, outDir),
            await loadServerEntry(root, serverDir, shared()),
            await buildInlineScripts(root),
          );
        } finally {
          await rm(serverDir, { recursive: true, force: true });
        }
      },
    },
  };
}

async function writePages(dist: string, entry: ServerEntry, scripts: InlineScripts): Promise<void> {
  const template = await readFile(path.join(dist, 'index.html'), 'utf8');
  const manifest = JSON.parse(
    await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const css = await readStyles(dist, template);
  for (const page of [...entry.paths, '/404']) {
    const list = await entry.listOf(page);
    const html = composePage({
      path: page,
      origin: entry.origin,
      template: nameInDocument(template, entry),
      css,
      facts:
        page === '/404'
          ? `${jsonScript('paths', entry.paths)}<script>${scripts['not-found']}</script>`
          : await entry.renderFacts(page),
      input: {
        ...pageFiles(manifest, page),
        at: list?.early ? 'pictures' : entry.urgentPaths.includes(page) ? undefined : 'idle',
        list,
      },
      script: list?.early ? scripts.gallery : scripts.page,
      markup: await entry.render(page),
    });
    const file = path.join(dist, page === '/404' ? '404.html' : path.join(page, 'index.html'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }
  for (const part of PARTS) {
    const folder = path.join(dist, PART_FOLDERS[part]);
    await mkdir(folder, { recursive: true });
    await writeFile(
      path.join(folder, 'index.html'),
      shellPage(part, template, manifest, await entry.renderPart(part)),
    );
  }
  for (const install of ['site', ...PARTS]) {
    const file = path.join(dist, `${install}.webmanifest`);
    await writeFile(file, nameInManifest(await readFile(file, 'utf8'), entry));
  }
  await writeFile(path.join(dist, 'sitemap.xml'), sitemapXml(entry.origin, entry.listedPaths));
  await writeFile(path.join(dist, 'robots.txt'), robotsTxt(entry.origin));
  await writeSplashScreens(dist);
  await writeHostFiles(dist, [...entry.paths, `/${PART_FOLDERS.crew}`], entry.backend);
}

/** A part's document is this folder's. */
const PART_FOLDERS: Record<Part, string> = { portal: 'admin', crew: 'crew' };

function shellPage(part: Part, template: string, manifest: Manifest, markup: string): string {
  const { scripts, styles } = filesOf(manifest, PART_ENTRIES[part], { later: false });
  const addresses = (files: Iterable<string>) => [...files].map((file) => `/${file}`);
  const [script = '', ...imported] = addresses(scripts);
  return composeShell({ part, template, script, imported, styles: addresses(styles), markup });
}

/** Builds the site for Node and loads the result; pages are rendered from `outDir`. */
async function loadServerEntry(
  root: string,
  outDir: string,
  shared: InlineConfig,
): Promise<ServerEntry> {
  await build({
    ...shared,
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: ENTRY, outDir, minify: false, copyPublicDir: false },
  });
  return (await import(pathToFileURL(path.join(outDir, 'entry-server.js')).href)) as ServerEntry;
}

/** Legal comments, which `licences.txt` replaces. */
const COMMENT = /\/\*!.*?\*\/\s*/gs;

async function readStyles(dist: string, template: string): Promise<string> {
  const sheets = [...template.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)];
  return (await Promise.all(sheets.map(([, href = '']) => readFile(path.join(dist, href), 'utf8'))))
    .join('\n')
    .replace(COMMENT, '');
}
