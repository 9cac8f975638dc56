import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, Plugin } from 'vite';
import type { ManifestTransform } from 'workbox-build';
import { filesOf } from './chunks.ts';

export const PORTAL_ENTRY = 'src/app/portal-main.tsx';

/** Files that only the portal imports, statically or dynamically. */
export function ownFiles(manifest: Manifest): Set<string> {
  const all = (module: string) =>
    Object.values(filesOf(manifest, module, { later: true })).flatMap((files) => [...files]);
  const ofTheSite = new Set(all('index.html'));
  return new Set(all(PORTAL_ENTRY).filter((file) => !ofTheSite.has(file)));
}

/**
 * Marks files that only the portal needs in the worker's manifest: the worker stores them on
 * staff's devices alone. The plugin receives the build's folder.
 */
export function createPortalMarker(): { plugin: Plugin; mark: ManifestTransform } {
  let dist = '';
  return {
    plugin: {
      name: 'portal-files',
      configResolved: ({ root, build }) => void (dist = path.resolve(root, build.outDir)),
    },
    async mark(entries) {
      const own = ownFiles(
        JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest,
      );
      return {
        manifest: entries.map((entry) => (own.has(entry.url) ? { ...entry, portal: true } : entry)),
      };
    },
  };
}
