import type { Manifest } from 'vite';
import { filesOf } from './chunks.ts';

/** The addresses of a page's scripts. */
export interface PageFiles {
  /** The scripts needed to work: the entry first, then the static imports of entry and page. */
  first: string[];
  /** The scripts needed next: the page's form and dialogs. */
  later: string[];
}

/** The scripts of the page at a path. */
export function pageFiles(manifest: Manifest, path: string): PageFiles {
  const name = path === '/' ? 'home' : path === '/404' ? 'not-found' : path.slice(1);
  const page = name.startsWith('services/')
    ? 'src/site/services/service-view.tsx'
    : `src/site/${name}/${name}-page.tsx`;
  const scripts = (modules: readonly string[]) =>
    modules
      .flatMap((module) => [...filesOf(manifest, module, { later: false }).scripts])
      .map((file) => `/${file}`);

  const first = new Set(scripts(['index.html', page]));
  const later = new Set(scripts(manifest[page]?.dynamicImports ?? []));
  return { first: [...first], later: [...later].filter((file) => !first.has(file)) };
}
