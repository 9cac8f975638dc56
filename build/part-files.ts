import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, Plugin } from 'vite';
import type { ManifestTransform } from 'workbox-build';
import { filesOf } from './page-files.ts';

/** The parts of the product with a document and scripts of their own, by their entries. */
export const PART_ENTRIES = {
  portal: 'src/app/portal-main.tsx',
  crew: 'src/app/crew-main.tsx',
} as const;

export type Part = keyof typeof PART_ENTRIES;

export const PARTS = Object.keys(PART_ENTRIES) as readonly Part[];

const allFiles = (manifest: Manifest, module: string) =>
  Object.values(filesOf(manifest, module, { later: true })).flatMap((files) => [...files]);

/** The parts that import a file, statically or dynamically; none for one that the site imports. */
export function partsByFile(manifest: Manifest): ReadonlyMap<string, readonly Part[]> {
  const ofTheSite = new Set(allFiles(manifest, 'index.html'));
  const parts = new Map<string, Part[]>();
  for (const part of PARTS)
    for (const file of new Set(allFiles(manifest, PART_ENTRIES[part])))
      if (!ofTheSite.has(file)) parts.set(file, [...(parts.get(file) ?? []), part]);
  return parts;
}

/**
 * Marks files in the worker's manifest that only parts need: the worker stores them on those parts'
 * devices alone. The plugin receives the build's folder.
 */
export function createPartMarker(): { plugin: Plugin; mark: ManifestTransform } {
  let dist = '';
  return {
    plugin: {
      name: 'part-files',
      configResolved: ({ root, build }) => void (dist = path.resolve(root, build.outDir)),
    },
    async mark(entries) {
      const parts = partsByFile(
        JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest,
      );
      return {
        manifest: entries.map((entry) => {
          const ofParts = parts.get(entry.url);
          return ofParts ? { ...entry, parts: ofParts } : entry;
        }),
      };
    },
  };
}
