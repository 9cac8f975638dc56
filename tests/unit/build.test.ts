import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { composePage } from '../../build/compose-page.ts';
import { composeShell } from '../../build/compose-shell.ts';
import { ownFiles } from '../../build/portal-files.ts';
import { robotsTxt, sitemapXml } from '../../build/site-index.ts';

const template =
  '<html><head><link rel="stylesheet" crossorigin href="/assets/a.css"><script type="module" src="/assets/index.js"></script></head><body><div id="root"></div></body></html>';

const manifest = {
  'src/site/about/about-page.tsx': { file: 'assets/about.js', imports: ['shared', 'entry'] },
  shared: { file: 'assets/shared.js' },
  entry: { file: 'assets/index.js' },
};

const compose = (markup: string) => composePage({ template, css: 'p{color:red}', manifest, path: '/about', loadAt: 'idle', markup });

test('a page’s title and description go to the head, its markup to the root', () => {
  const html = compose('<title>About</title><meta name="description" content="$&"/><h1>About</h1>');
  expect(html).toContain('<title>About</title><meta name="description" content="$&"/><style>');
  expect(html).toContain('<div id="root"><h1>About</h1></div>');
});

test('styles stand in the page, without a request of their own', () => {
  const html = compose('<h1>About</h1>');
  expect(html).toContain('<style>p{color:red}</style>');
  expect(html).not.toContain('stylesheet');
});

test('a page’s own chunks are loaded with the entry, each once, and nothing before its moment', () => {
  const html = compose('<h1>About</h1>');
  expect(html).not.toMatch(/<script[^>]* src=|<link[^>]*modulepreload/);
  for (const file of ['index', 'about', 'shared']) expect(html.split(`"/assets/${file}.js"`)).toHaveLength(2);
});

test('the sitemap holds every listed page and robots.txt names it', () => {
  expect(sitemapXml('https://a.example', ['/', '/about'])).toContain('<loc>https://a.example/about</loc>');
  expect(robotsTxt('https://a.example')).toContain('Sitemap: https://a.example/sitemap.xml');
});

test('the portal’s shell is the same document with an install, an icon and scripts of its own', async () => {
  const template = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
  const html = composeShell({
    template,
    script: '/assets/portal.js',
    imported: ['/assets/vendor.js'],
    styles: ['/assets/portal.css'],
    markup: '<title>Portal</title><meta name="robots" content="noindex"/><p>Loading…</p>',
  });
  for (const part of [
    '<title>Portal</title><meta name="robots" content="noindex"/><link rel="stylesheet" crossorigin href="/assets/portal.css">',
    'href="/portal.webmanifest"',
    'href="/icons/portal-apple-touch-icon.png"',
    '<script type="module" crossorigin src="/assets/portal.js"></script>',
    '<div id="root"><p>Loading…</p></div>',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).not.toMatch(/site\.webmanifest|main\.tsx|forms of this site/);
});

test('the portal’s own files are those that no page of the site reaches, now or later', () => {
  const built = {
    'index.html': { file: 'assets/index.js', imports: ['shared'], dynamicImports: ['late'] },
    'src/portal.tsx': { file: 'assets/portal.js', css: ['assets/portal.css'], imports: ['shared'], dynamicImports: ['late', 'screen'] },
    shared: { file: 'assets/shared.js' },
    late: { file: 'assets/late.js' },
    screen: { file: 'assets/screen.js', imports: ['src/portal.tsx', 'list'], assets: ['assets/empty.svg'] },
    list: { file: 'assets/list.js' },
  };
  expect([...ownFiles(built)].sort()).toEqual(['empty.svg', 'list.js', 'portal.css', 'portal.js', 'screen.js'].map((name) => `assets/${name}`));
});
