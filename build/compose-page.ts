import type { Manifest } from 'vite';
import { filesOf } from './chunks.ts';
import { loaderScript, type LoadAt } from './loader.ts';
import { fillIn, takeEntry, takeHoisted } from './template.ts';

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

/**
 * The document of a page: its title and description in the head, its styles inline (one request fewer before the first
 * paint), its markup in the body, and a loader for its scripts in place of the scripts.
 */
export function composePage({ template, css, manifest, path, loadAt, markup }: Page): string {
  const { hoisted, body } = takeHoisted(markup);
  const { rest, entry, imported } = takeEntry(template);
  const files = new Set([entry, ...imported, ...chunksOf(manifest, path)]);
  const head = `${hoisted}<style>${css}</style><script>${loaderScript([...files], loadAt)}</script>`;
  return fillIn(rest, head, body);
}

/** The files of a page's own chunk and of all it imports at once. */
function chunksOf(manifest: Manifest, path: string): string[] {
  const name = path === '/' ? 'home' : path === '/404' ? 'not-found' : path.slice(1);
  const { scripts } = filesOf(manifest, `src/site/${name}/${name}-page.tsx`, { later: false });
  return [...scripts].map((file) => `/${file}`);
}
