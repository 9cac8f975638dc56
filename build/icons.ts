import type { Plugin } from 'vite';
import { ICON_PATHS, PORTAL_ICON_PATHS } from '../src/ui/shell/icon-paths.ts';

const draw = (icons: Record<string, string>) =>
  Object.entries(icons).map(([name, d]) => `<path id="icon-${name}" d="${d}"/>`).join('');

/** Draws every icon once, at the end of the document, where `Icon` (src/ui/shell/icon.tsx) takes it from. */
export function icons(): Plugin {
  return {
    name: 'icons',
    transformIndexHtml: () => [{ tag: 'svg', attrs: { hidden: true }, children: `<defs>${draw(ICON_PATHS)}</defs>`, injectTo: 'body' }],
  };
}

/** The same for those of the portal alone. */
export const portalIcons = () => `<svg hidden><defs>${draw(PORTAL_ICON_PATHS)}</defs></svg>`;
