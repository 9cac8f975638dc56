import type { Manifest } from 'vite';
import { filesOf } from './chunks.ts';

/** The scripts of a page of the site, as addresses. */
export interface PageFiles {
  /** What it needs to work: the entry, and all that the entry and the page import at once. The entry comes first. */
  first: string[];
  /** What it asks for once it works: its form, its dialogs. */
  later: string[];
}

/** The scripts of the page at a path. */
export function pageFiles(manifest: Manifest, path: string): PageFiles {
  const name = path === '/' ? 'home' : path === '/404' ? 'not-found' : path.slice(1);
  const page = `src/site/${name}/${name}-page.tsx`;
  const scripts = (modules: readonly string[]) =>
    modules
      .flatMap((module) => [...filesOf(manifest, module, { later: false }).scripts])
      .map((file) => `/${file}`);

  const first = new Set(scripts(['index.html', page]));
  const later = new Set(scripts(manifest[page]?.dynamicImports ?? []));
  return { first: [...first], later: [...later].filter((file) => !first.has(file)) };
}
