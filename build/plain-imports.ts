import type { Plugin } from 'vite';

/**
 * Keeps `import()` small. Vite wraps each in a helper that first fetches a part's styles and scripts. Here the styles of
 * every part stand in its document's own sheet, and the documents say which scripts to fetch ahead (page-files.ts): that
 * helper would be more than many a page's own code.
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
