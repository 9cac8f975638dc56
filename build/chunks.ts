import type { Manifest } from 'vite';

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
