import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  composePage,
  composeShell,
  nameInDocument,
  nameInManifest,
  shareTags,
} from '../../build/documents.ts';
import { pageFiles } from '../../build/page-files.ts';
import { partsByFile } from '../../build/part-files.ts';
import { securityHeaders, robotsTxt, sitemapXml } from '../../build/host-files.ts';
import type { ListRequest } from '../../src/app/inline/input.ts';
import { NAMED_SERVICE_KEYS } from '../../src/core/domain/named-services.ts';
import { ICON_PATHS, PORTAL_ICON_PATHS } from '../../src/ui/icon-paths.ts';

const template =
  '<html><head><link rel="stylesheet" crossorigin href="/assets/a.css"><script type="module" src="/assets/index.js"></script></head><body><div id="root"></div></body></html>';

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    imports: ['shared'],
    dynamicImports: ['src/site/about/about-page.tsx', 'background'],
  },
  'src/site/about/about-page.tsx': {
    file: 'assets/about.js',
    imports: ['shared'],
    dynamicImports: ['form'],
  },
  form: { file: 'assets/form.js', imports: ['shared', 'fields'] },
  fields: { file: 'assets/fields.js' },
  shared: { file: 'assets/shared.js' },
  background: { file: 'assets/background.js' },
};

const compose = (markup: string, list?: ListRequest) =>
  composePage({
    path: '/about',
    origin: 'https://a.example',
    template,
    css: 'p{color:red}',
    facts: '<script type="application/ld+json">{}</script>',
    input: { ...pageFiles(manifest, '/about'), at: 'idle', list },
    script: 'load()',
    markup,
  });

test('a page’s title and description go to the head, its markup to the root', () => {
  const html = compose('<title>About</title><meta name="description" content="$&"/><h1>About</h1>');
  expect(html).toContain('<title>About</title><meta name="description" content="$&"/>');
  expect(html).toContain('<div id="root"><h1>About</h1></div>');
});

test('a page’s preview elsewhere has its title, its description and a picture with its size and text', () => {
  const head =
    '<title>About &amp; us</title><meta name="description" content="Who we are"/><link rel="canonical" href="https://a.example/about"/>';
  const tags = shareTags(head, '/about', 'https://a.example');
  for (const tag of [
    '<meta property="og:title" content="About &amp; us">',
    '<meta property="og:description" content="Who we are">',
    '<meta property="og:url" content="https://a.example/about">',
    '<meta property="og:image" content="https://a.example/og/site.jpg">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:alt" content="About &amp; us">',
    '<meta name="twitter:card" content="summary_large_image">',
  ])
    expect(tags).toContain(tag);
  expect(compose(head)).toContain(tags);
});

test('each service has a picture of its own for previews, and the site has one, of the size that the tags name', async () => {
  for (const path of ['/', ...NAMED_SERVICE_KEYS.map((key) => `/services/${key}`)]) {
    const [, file = ''] =
      /og:image" content="https:\/\/a\.example([^"]+)"/.exec(
        shareTags('', path, 'https://a.example'),
      ) ?? [];
    const { width, height } = await sharp(
      await readFile(new URL(`../../public${file}`, import.meta.url)),
    ).metadata();
    expect([width, height]).toEqual([1200, 630]);
  }
});

test('styles stand in the page, without a request of their own', () => {
  const html = compose('<h1>About</h1>');
  expect(html).toContain('<style>p{color:red}</style>');
  expect(html).not.toContain('stylesheet');
});

test('a page holds the icons that it shows, and the one of its open menu', () => {
  const html = compose('<svg><use href="#icon-phone"/></svg>');
  expect([...html.matchAll(/<path id="icon-(\w+)"/g)].map(([, name]) => name)).toEqual([
    'close',
    'phone',
  ]);
});

test('text for machines stands in the head', () => {
  expect(compose('<h1>About</h1>')).toContain('<script type="application/ld+json">{}</script>');
});

test('a page’s scripts are loaded with the entry, each once, and nothing before its moment', () => {
  const html = compose('<h1>About</h1>');
  expect(html).not.toMatch(/<script[^>]* src=|<link[^>]*modulepreload/);
  for (const file of ['index', 'about', 'shared', 'form', 'fields'])
    expect(html.split(`"/assets/${file}.js"`)).toHaveLength(2);
});

test('the document of a page with a list holds the list’s request, and the markup of its pictures', () => {
  const list = {
    url: '/rest/v1/gallery_images?select=*&limit=1000',
    init: { headers: { apikey: 'key' }, redirect: 'manual' as const },
    early: { places: 'places', single: '<img alt="">', pair: '<span></script></span>' },
  };
  const [, input = ''] = /id="scripts">([^<]*)</.exec(compose('<h1>Gallery</h1>', list)) ?? [];
  expect(JSON.parse(input)).toMatchObject({ list });
});

test('a page’s first scripts are the entry’s and its own; those that it asks for itself come later', () => {
  expect(pageFiles(manifest, '/about')).toEqual({
    first: ['/assets/index.js', '/assets/shared.js', '/assets/about.js'],
    later: ['/assets/form.js', '/assets/fields.js'],
  });
});

test('the sitemap holds every listed page, claims no day of a change, and robots.txt names it', () => {
  const sitemap = sitemapXml('https://a.example', ['/', '/about']);
  expect(sitemap).toContain('<url><loc>https://a.example/about</loc></url>');
  expect(sitemap).not.toContain('lastmod');
  expect(robotsTxt('https://a.example')).toContain('Sitemap: https://a.example/sitemap.xml');
});

test('robots.txt lets the portal be read, whose document says that it is not to be listed', () => {
  expect(robotsTxt('https://a.example')).not.toContain('Disallow');
});

test('installed apps have the company’s names, and the files of a build name no other company', async () => {
  const names = { name: 'Cart & "Sons"', shortName: 'Cart & Co' };
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  const manifest = nameInManifest(await read('public/site.webmanifest'), names);
  expect(JSON.parse(manifest)).toMatchObject({ name: names.name, short_name: names.shortName });
  expect(nameInDocument(await read('index.html'), names)).toContain('content="Cart &amp; Co"');
  for (const file of ['site', 'portal', 'crew'].map((part) => `public/${part}.webmanifest`))
    expect(await read(file)).toMatch(/\{(name|shortName)\}/);
});

test('the portal’s shell is the same document with an install, an icon and scripts of its own', async () => {
  const template = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
  const html = composeShell({
    part: 'portal',
    template,
    script: '/assets/portal.js',
    imported: ['/assets/vendor.js'],
    styles: ['/assets/portal.css'],
    markup: '<title>Portal</title><meta name="robots" content="noindex"/><p>Loading…</p>',
  });
  for (const part of [
    '<title>Portal</title><meta name="robots" content="noindex"/><link rel="stylesheet" crossorigin href="/assets/portal.css">',
    'href="/portal.webmanifest"',
    '<meta name="apple-mobile-web-app-title" content="Portal" />',
    'href="/icons/portal-apple-touch-icon.png"',
    '<script type="module" crossorigin src="/assets/portal.js"></script>',
    '<div id="root"><p>Loading…</p></div>',
    '<path id="icon-signOut"',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).not.toMatch(/site\.webmanifest|main\.tsx|forms of this site/);
});

test('the crew’s shell has an install, an icon, a name and texts of its own', async () => {
  const template = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
  const html = composeShell({
    part: 'crew',
    template,
    script: '/assets/crew.js',
    imported: [],
    styles: ['/assets/crew.css'],
    markup: '<title>Our day</title><meta name="robots" content="noindex"/><p>Loading…</p>',
  });
  for (const part of [
    '<meta name="robots" content="noindex"/>',
    'href="/crew.webmanifest"',
    '<meta name="apple-mobile-web-app-title" content="Our day" />',
    'href="/icons/crew-apple-touch-icon.png"',
    '/splash/crew-light-',
    'This page is not on this phone yet',
  ])
    expect(html).toContain(part);
  expect(html).not.toMatch(/portal|site\.webmanifest/i);
});

test('a part’s own files are those that no page of the site imports, and two parts may share one', () => {
  const built = {
    'index.html': { file: 'assets/index.js', imports: ['shared'], dynamicImports: ['late'] },
    'src/app/portal-main.tsx': {
      file: 'assets/portal.js',
      css: ['assets/portal.css'],
      imports: ['shared', 'staff'],
      dynamicImports: ['late', 'screen'],
    },
    'src/app/crew-main.tsx': { file: 'assets/crew.js', imports: ['shared', 'staff'] },
    shared: { file: 'assets/shared.js' },
    staff: { file: 'assets/staff.js' },
    late: { file: 'assets/late.js' },
    screen: {
      file: 'assets/screen.js',
      imports: ['src/app/portal-main.tsx', 'list'],
      assets: ['assets/empty.svg'],
    },
    list: { file: 'assets/list.js' },
  };
  const portal = ['portal'];
  expect(Object.fromEntries(partsByFile(built))).toEqual({
    'assets/portal.js': portal,
    'assets/portal.css': portal,
    'assets/screen.js': portal,
    'assets/list.js': portal,
    'assets/empty.svg': portal,
    'assets/staff.js': ['portal', 'crew'],
    'assets/crew.js': ['crew'],
  });
});

test('the site shows no icon that only the portal’s document holds', async () => {
  const texts = await Promise.all(
    ['site', 'ui'].map(async (folder) => {
      const root = new URL(`../../src/${folder}/`, import.meta.url);
      const names = (await readdir(root, { recursive: true })).filter((name) =>
        /\.tsx?$/.test(name),
      );
      return (await Promise.all(names.map((name) => readFile(new URL(name, root), 'utf8')))).join(
        '',
      );
    }),
  );
  const shown = new Set(
    [...texts.join('').matchAll(/\b(?:icon|name)(?:=|: )['"](\w+)['"]/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect([...shown].filter((name) => name in ICON_PATHS).length).toBeGreaterThan(10);
  expect([...shown].filter((name) => name in PORTAL_ICON_PATHS)).toEqual([]);
});

test('the policy lets the pages run their own scripts only, inline ones by their hash, each once', () => {
  const page =
    '<script type="application/ld+json">{}</script><script type="application/json" id="a">{}</script><script>start()</script><script type="module" src="/a.js"></script>';
  const policy = securityHeaders([page, page], null)['content-security-policy'];
  expect(policy).toContain(
    "script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=';",
  );
  expect(policy).toContain("frame-ancestors 'none'");
});

test('a page that another one opened shares no window with it', () => {
  expect(securityHeaders([], null)).toMatchObject({ 'cross-origin-opener-policy': 'same-origin' });
});

test('the policy lets the pages reach the Supabase project they were built for', () => {
  const policy = securityHeaders([], 'https://project.example')['content-security-policy'];
  expect(policy).toContain("connect-src 'self' https://project.example;");
  expect(policy).toContain("img-src 'self' data: blob: https://project.example;");
});
