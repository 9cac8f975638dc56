import type { Manifest } from 'vite';
import { loaderScript, type LoadAt } from './loader.ts';

interface Page {
  /** The built index.html. */
  template: string;
  css: string;
  manifest: Manifest;
  path: string;
  loadAt: LoadAt;
  /** What React rendered: hoisted head elements, then the body. */
  markup: string;
}

const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const SCRIPT = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const MODULE_PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;

/**
 * The document of a page: its title and description in the head, its styles inline (one request fewer before the first
 * paint), its markup in the body, and a loader for its scripts in place of the scripts.
 */
export function composePage({ template, css, manifest, path, loadAt, markup }: Page): string {
  const hoisted = HOISTED.exec(markup)?.[0] ?? '';
  const entry = SCRIPT.exec(template)?.[1];
  if (!entry) throw new Error('index.html has no module script.');
  const shared = [...template.matchAll(MODULE_PRELOAD)].map(([, href = '']) => href);
  const files = new Set([entry, ...shared, ...chunksOf(manifest, path)]);
  const head = `${hoisted}<style>${css}</style><script>${loaderScript([...files], loadAt)}</script>`;
  return template
    .replace(STYLESHEET, '')
    .replace(SCRIPT, '')
    .replace(MODULE_PRELOAD, '')
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup.slice(hoisted.length)}</div>`);
}

/** The files of a page's own chunk and of all it imports at once. */
function chunksOf(manifest: Manifest, path: string): string[] {
  const name = path === '/' ? 'home' : path === '/404' ? 'not-found' : path.slice(1);
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit(`src/site/${name}/${name}-page.tsx`);
  return [...files].map((file) => `/${file}`);
}
