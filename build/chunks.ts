import type { Manifest } from 'vite';

interface Reached {
  scripts: Set<string>;
  styles: Set<string>;
  assets: Set<string>;
}

/** The built files that a module imports, statically or dynamically, as the manifest names them. */
export function filesOf(
  manifest: Manifest,
  module: string,
  { later }: { later: boolean },
): Reached {
  const reached: Reached = { scripts: new Set(), styles: new Set(), assets: new Set() };
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || reached.scripts.has(chunk.file)) return;
    reached.scripts.add(chunk.file);
    chunk.css?.forEach((file) => reached.styles.add(file));
    chunk.assets?.forEach((file) => reached.assets.add(file));
    chunk.imports?.forEach(visit);
    if (later) chunk.dynamicImports?.forEach(visit);
  };
  visit(module);
  return reached;
}
