import type { PageInput } from '../src/app/inline/input.ts';
import { drawIcons, ICON_PATHS, PORTAL_ICON_PATHS } from '../src/ui/icon-paths.ts';
import { sayNotLoaded, type NotLoadedTexts } from './not-loaded.ts';
import type { Part } from './part-files.ts';
import { splashLinks } from './draw-splash-screens.ts';

/** The company's names for an installed app. */
export interface CompanyNames {
  name: string;
  shortName: string;
}

const PLACES = /\{(name|shortName)\}/g;

/** A manifest with the company's names in the places `{name}` and `{shortName}`. */
export const nameInManifest = (json: string, names: CompanyNames): string =>
  json.replace(PLACES, (_, place: keyof CompanyNames) => JSON.stringify(names[place]).slice(1, -1));

/** A document with the company's names in the same places, as text of attributes. */
export const nameInDocument = (html: string, names: CompanyNames): string =>
  html.replace(PLACES, (_, place: keyof CompanyNames) =>
    names[place].replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  );

const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const SCRIPT = /\s*<script type="module"[^>]* src="[^"]+"[^>]*><\/script>/;
const INDENTATION = /\n\s*/g;
/** React Router's mark for its framework mode, which this site does not use. */
const DISCOVER = / data-discover="true"/g;

/** index.html without its script, styles and indentation. */
function withoutEntry(template: string): string {
  if (!SCRIPT.test(template)) throw new Error('index.html has no module script.');
  return template.replace(STYLESHEET, '').replace(SCRIPT, '').replace(INDENTATION, ' ');
}

/** Rendered markup without marks that nothing reads, split into head and body elements. */
function takeHoisted(markup: string): { hoisted: string; body: string } {
  const hoisted = HOISTED.exec(markup)?.[0] ?? '';
  return { hoisted, body: markup.slice(hoisted.length).replace(DISCOVER, '') };
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

/** Data for an inline script. */
export const jsonScript = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

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
  input: PageInput;
  /** Reads the input and loads the page's scripts. */
  script: string;
  /** React's markup: hoisted head elements, then the body. */
  markup: string;
}

/**
 * A page's document: title and description in the head, styles inline (one request fewer before the
 * first paint), the markup in the body, and a loader in place of the scripts.
 */
export function composePage(page: Page): string {
  const { path, origin, template, css, facts, input, script, markup } = page;
  const { hoisted, body } = takeHoisted(markup);
  const head = `${hoisted}${shareTags(hoisted, path, origin)}<style>${css}</style>${facts}${jsonScript('scripts', input)}<script>${script}</script>`;
  return fillIn(withoutEntry(template), head, body, iconsOf(body));
}

interface Shell {
  part: Part;
  /** index.html. */
  template: string;
  /** The address of the part's entry. */
  script: string;
  imported: readonly string[];
  styles: readonly string[];
  /** The part's markup before anything of the device is known. */
  markup: string;
}

/** Also on a host that sends no headers: a former mail's address has a booking's id in its path. */
const NO_REFERRER = '<meta name="referrer" content="no-referrer">';

interface ShellFacts {
  /** On a device's home screen. */
  title: string;
  /** The colours of the system's bars. */
  bars: { light: string; dark: string };
  noScript: string;
  notLoaded: NotLoadedTexts;
}

const SHELLS: Record<Part, ShellFacts> = {
  portal: {
    title: 'Portal',
    bars: { light: '#12383a', dark: '#0a1415' },
    noScript: 'The portal needs JavaScript.',
    notLoaded: {
      bar: 'Admin Portal',
      title: 'The portal is not on this device yet',
      text: 'It could not be loaded. Check your connection and reload this page. Once you have signed in here, the portal opens without a connection too.',
    },
  },
  crew: {
    title: 'Our day',
    bars: { light: '#fbfaf7', dark: '#0f1b1d' },
    noScript: 'This page needs JavaScript.',
    notLoaded: {
      bar: 'Our day',
      title: 'This page is not on this phone yet',
      text: 'It could not be loaded. Check your connection and reload this page. Once you have typed the office’s code here, it opens without a connection too.',
    },
  },
};

/** A part's head elements in place of the site's: its manifest, icons, name, colours and texts. */
const ownElements = (part: Part) => {
  const { title, bars, noScript } = SHELLS[part];
  return [
    ['/site.webmanifest', `/${part}.webmanifest`],
    ['/icons/icon.svg', `/icons/${part}.svg`],
    ['/icons/apple-touch-icon.png', `/icons/${part}-apple-touch-icon.png`],
    ['content="{shortName}"', `content="${title}"`],
    ['content="#fbfaf7"', `content="${bars.light}"`],
    ['content="#0f1b1d"', `content="${bars.dark}"`],
    ['The forms of this site need JavaScript.', noScript],
  ] as const;
};

/** The one document for every address of a part. */
export function composeShell({ part, template, script, imported, styles, markup }: Shell): string {
  const { hoisted, body } = takeHoisted(markup);
  const head = [
    NO_REFERRER,
    hoisted,
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    `<script>${sayNotLoaded(SHELLS[part].notLoaded)}</script>`,
    ...imported.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    `<script type="module" crossorigin src="${script}"></script>`,
    splashLinks(part),
  ].join('');
  const html = fillIn(
    withoutEntry(template),
    head,
    body,
    drawIcons({ ...ICON_PATHS, ...PORTAL_ICON_PATHS }),
  );
  return ownElements(part).reduce((text, [site, own]) => text.replace(site, own), html);
}
