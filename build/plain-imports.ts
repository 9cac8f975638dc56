import type { Plugin } from 'vite';

/**
 * Keeps `import()` small. Vite wraps each in a helper that first fetches a chunk's styles and
 * scripts. Here each document has all its styles and lists the scripts to prefetch (page-files.ts),
 * and the helper would be larger than the code of many pages.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.isDynamicEntry || !file.viteMetadata?.importedCss.size)
          continue;
        this.error(
          `${file.name} loads late, so its styles would be missing: import them in src/ui/base.css.`,
        );
      }
    },
  };
}
