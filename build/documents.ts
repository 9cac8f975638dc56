import { TIDY_STEPS } from '../src/core/domain/tidy-path.ts';
import { drawIcons, ICON_PATHS, PORTAL_ICON_PATHS } from '../src/ui/icon-paths.ts';
import { LOADER, pageScripts, type ListRequest, type LoadAt } from './loader.ts';
import type { PageFiles } from './page-files.ts';
import { SAY_NOT_LOADED } from './portal-not-loaded.ts';
import { splashLinks } from './draw-splash-screens.ts';

const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const SCRIPT = /\s*<script type="module"[^>]* src="[^"]+"[^>]*><\/script>/;

/** index.html without its script and styles. */
function withoutEntry(template: string): string {
  if (!SCRIPT.test(template)) throw new Error('index.html has no module script.');
  return template.replace(STYLESHEET, '').replace(SCRIPT, '');
}

/** Rendered markup, split into head and body elements. */
function takeHoisted(markup: string): { hoisted: string; body: string } {
  const hoisted = HOISTED.exec(markup)?.[0] ?? '';
  return { hoisted, body: markup.slice(hoisted.length) };
}

/** Inserts a page's parts into the document. */
const fillIn = (rest: string, head: string, body: string, icons: string): string =>
  rest
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
    .replace('</body>', () => `${icons}</body>`);

/**
 * The icons in a page's markup, and the menu's second icon. A script adds the others (`addIcons`).
 */
function iconsOf(body: string): string {
  const isShown = ([name]: [string, string]) =>
    name === 'close' || body.includes(`href="#icon-${name}"`);
  return drawIcons(Object.fromEntries(Object.entries(ICON_PATHS).filter(isShown)));
}

/**
 * The not-found page's inline script: it opens the page that the address means, if there is one
 * (`tidyPath`). `paths`: those of the public pages.
 */
export const leadToPage = (paths: readonly string[]): string =>
  `<script>${[
    `const path=location.pathname.toLowerCase()${TIDY_STEPS.map(([pattern, replacement]) => `.replace(${pattern},'${replacement}')`).join('')};`,
    `if(path!==location.pathname&&(${JSON.stringify(paths)}.includes(path)||/^\\/admin(\\/|$)/.test(path)))`,
    'location.replace(path+location.search+location.hash)',
  ].join('')}</script>`;

/** The name of a page's share picture in `public/og`. */
const pictureOf = (path: string) => /^\/services\/(.+)/.exec(path)?.[1] ?? 'site';

/**
 * The tags of a link's preview elsewhere, from the page's own head elements. Only the document
 * holds them: services that show previews run no scripts.
 */
export function shareTags(hoisted: string, path: string, origin: string): string {
  const valueOf = (pattern: RegExp) => pattern.exec(hoisted)?.[1];
  const title = valueOf(/<title>([^<]*)</);
  const facts = {
    title,
    description: valueOf(/name="description" content="([^"]*)"/),
    type: 'website',
    url: valueOf(/rel="canonical" href="([^"]*)"/),
    image: `${origin}/og/${pictureOf(path)}.jpg`,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': title,
  };
  return [
    ...Object.entries(facts).flatMap(([name, content]) =>
      content === undefined ? [] : [`<meta property="og:${name}" content="${content}">`],
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}

interface Page {
  path: string;
  /** The site's origin, for addresses in share tags. */
  origin: string;
  /** The built index.html. */
  template: string;
  css: string;
  /** Further head elements of the page. */
  facts: string;
  files: PageFiles;
  loadAt: LoadAt;
  /** The request for the page's list, if it has one. */
  list?: ListRequest | undefined;
  /** React's markup: hoisted head elements, then the body. */
  markup: string;
}

/**
 * A page's document: title and description in the head, styles inline (one request fewer before the
 * first paint), the markup in the body, and a loader in place of the scripts.
 */
export function composePage(page: Page): string {
  const { path, origin, template, css, facts, files, loadAt, list, markup } = page;
  const { hoisted, body } = takeHoisted(markup);
  const head = `${hoisted}${shareTags(hoisted, path, origin)}<style>${css}</style>${facts}${pageScripts(files, loadAt, list)}${LOADER}`;
  return fillIn(withoutEntry(template), head, body, iconsOf(body));
}

interface Shell {
  /** index.html. */
  template: string;
  /** The address of the portal's entry. */
  script: string;
  imported: readonly string[];
  styles: readonly string[];
  /** The portal's markup before the session is known. */
  markup: string;
}

/**
 * The portal's head elements: a manifest of its own, a theme colour, and a text for browsers
 * without scripts.
 */
const OWN = [
  ['/site.webmanifest', '/portal.webmanifest'],
  ['/icons/icon.svg', '/icons/portal.svg'],
  ['/icons/apple-touch-icon.png', '/icons/portal-apple-touch-icon.png'],
  ['content="Whitecart"', 'content="Portal"'],
  ['content="#fbfaf7"', 'content="#12383a"'],
  ['content="#0f1b1d"', 'content="#0a1415"'],
  ['The forms of this site need JavaScript.', 'The portal needs JavaScript.'],
] as const;

/** The one document for every address of the portal. */
export function composeShell({ template, script, imported, styles, markup }: Shell): string {
  const { hoisted, body } = takeHoisted(markup);
  const head = [
    hoisted,
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    `<script>${SAY_NOT_LOADED}</script>`,
    ...imported.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    `<script type="module" crossorigin src="${script}"></script>`,
    splashLinks('portal'),
  ].join('');
  const html = fillIn(
    withoutEntry(template),
    head,
    body,
    drawIcons({ ...ICON_PATHS, ...PORTAL_ICON_PATHS }),
  );
  return OWN.reduce((text, [site, portal]) => text.replace(site, portal), html);
}
