import type { Plugin } from 'vite';
import { ICON_PATHS } from '../src/ui/icon-paths.ts';

/** Draws every icon once, at the end of the document, where `Icon` (src/ui/icon.tsx) takes it from. */
export function icons(): Plugin {
  const paths = Object.entries(ICON_PATHS).map(([name, d]) => `<path id="icon-${name}" d="${d}"/>`);
  return {
    name: 'icons',
    transformIndexHtml: () => [{ tag: 'svg', attrs: { hidden: true }, children: `<defs>${paths.join('')}</defs>`, injectTo: 'body' }],
  };
}
