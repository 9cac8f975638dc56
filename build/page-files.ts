import type { Manifest } from 'vite';
import type { PageFiles } from '../src/app/inline/input.ts';

interface BuiltFiles {
  scripts: Set<string>;
  styles: Set<string>;
  assets: Set<string>;
}

/** The built files that a module imports, statically or dynamically, as the manifest names them. */
export function filesOf(
  manifest: Manifest,
  module: string,
  { later }: { later: boolean },
): BuiltFiles {
  const files: BuiltFiles = { scripts: new Set(), styles: new Set(), assets: new Set() };
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.scripts.has(chunk.file)) return;
    files.scripts.add(chunk.file);
    chunk.css?.forEach((file) => files.styles.add(file));
    chunk.assets?.forEach((file) => files.assets.add(file));
    chunk.imports?.forEach(visit);
    if (later) chunk.dynamicImports?.forEach(visit);
  };
  visit(module);
  return files;
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
