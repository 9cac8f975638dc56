import type { Manifest } from 'vite';

interface Page {
  /** The built index.html. */
  template: string;
  css: string;
  manifest: Manifest;
  path: string;
  /** What React rendered: hoisted head elements, then the body. */
  markup: string;
}

const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * The document of a page: its title and description in the head, its styles inline (one request fewer before the first
 * paint), its own chunks announced early, its markup in the body.
 */
export function composePage({ template, css, manifest, path, markup }: Page): string {
  const hoisted = HOISTED.exec(markup)?.[0] ?? '';
  const head = `${hoisted}<style>${css}</style>${preloads(manifest, template, path)}`;
  return template
    .replace(STYLESHEET, '')
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup.slice(hoisted.length)}</div>`);
}

/** Links to the page's chunks that the template does not already name. */
function preloads(manifest: Manifest, template: string, path: string): string {
  const name = path === '/' ? 'home' : path === '/404' ? 'not-found' : path.slice(1);
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit(`src/site/${name}/${name}-page.tsx`);
  return [...files]
    .filter((file) => !template.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}
