import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Manifest, type Plugin, type ResolvedConfig } from 'vite';
import { composePage } from './compose-page.ts';
import { robotsTxt, sitemapXml } from './site-index.ts';

interface ServerEntry {
  paths: string[];
  listedPaths: string[];
  formPaths: string[];
  origin: string;
  render: (path: string) => Promise<string>;
}

const ENTRY = 'src/app/entry-server.tsx';

/**
 * Writes every public page as HTML of its own, with the sitemap, once the client's files are on disk and before the
 * worker's manifest is made from them. `shared` are the plugins and constants that both builds need.
 */
export function prerenderPages(shared: () => InlineConfig): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender-pages',
    apply: (user, { command }) => command === 'build' && !user.build?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        const { root, build: { outDir } } = config;
        // A folder of its own each time, because Node never loads the same file anew.
        const serverDir = path.resolve(root, `.cache/prerender-${Date.now()}`);
        try {
          await writePages(path.resolve(root, outDir), await loadServerEntry(root, serverDir, shared()));
        } finally {
          await rm(serverDir, { recursive: true, force: true });
        }
      },
    },
  };
}

async function writePages(dist: string, entry: ServerEntry): Promise<void> {
  const template = await readFile(path.join(dist, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const css = await readStyles(dist, template);
  for (const page of [...entry.paths, '/404']) {
    const html = composePage({
      template,
      css,
      manifest,
      path: page,
      loadAt: entry.formPaths.includes(page) ? 'paint' : 'idle',
      markup: await entry.render(page),
    });
    const file = path.join(dist, page === '/404' ? '404.html' : path.join(page, 'index.html'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }
  await writeFile(path.join(dist, 'sitemap.xml'), sitemapXml(entry.origin, entry.listedPaths));
  await writeFile(path.join(dist, 'robots.txt'), robotsTxt(entry.origin));
}

/** Builds the site for Node and loads it; its pages are loaded from `outDir` as they are rendered. */
async function loadServerEntry(root: string, outDir: string, shared: InlineConfig): Promise<ServerEntry> {
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

async function readStyles(dist: string, template: string): Promise<string> {
  const sheets = [...template.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)];
  return (await Promise.all(sheets.map(([, href = '']) => readFile(path.join(dist, href), 'utf8')))).join('\n');
}
