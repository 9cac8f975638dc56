import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  ADDRESS_RULES,
  formatHeaderRules,
  type HeaderRule,
} from '../supabase/local/site/host-rules.ts';

/** Matches scripts that run; not data (JSON, JSON-LD). */
const INLINE_SCRIPT = /<script(?![^>]*(?:\bsrc=|\bjson"))[^>]*>([\s\S]*?)<\/script>/g;
/** The origin of the interactive map, which loads on a tap. */
const MAP = 'https://www.openstreetmap.org';

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** One policy for all pages; it allows their inline scripts by hash. */
function contentSecurityPolicy(pages: readonly string[], backend: string | null): string {
  const scripts = pages.flatMap((html) =>
    [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashOf(script)),
  );
  const elsewhere = backend === null ? '' : ` ${backend}`;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...new Set(scripts)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    `frame-src ${MAP}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The headers of the whole site. `pages` are the documents of its pages; `backend` is the origin of
 * a Supabase elsewhere.
 */
export const securityHeaders = (
  pages: readonly string[],
  backend: string | null,
): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(pages, backend),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
});

/** The sitemap's pages, without the days of their last change, which a build does not know. */
export function sitemapXml(origin: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

/**
 * Crawlers may read everything. The portal's pages say `noindex`, which a crawler must be able to
 * read.
 */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
const REVALIDATED = { 'cache-control': 'no-cache' };
/** Written from the list of all other files, so after them. */
const WORKER = 'sw.js';
/** Lists this build's hashed files, one a line, for `npm run former-files`. */
export const FILE_LIST = 'files.txt';

/**
 * Writes `_headers`, `_redirects` and the list of files for static hosts after all pages. `backend` is the origin of a
 * Supabase elsewhere.
 */
export async function writeHostFiles(
  dist: string,
  paths: readonly string[],
  backend: string | null,
): Promise<void> {
  const files = await readdir(dist, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html')).sort();
  const texts = await Promise.all(pages.map((page) => readFile(path.join(dist, page), 'utf8')));
  const rules: HeaderRule[] = [
    { from: '/*', headers: securityHeaders(texts, backend) },
    ...revalidatedAddresses([...files, WORKER, FILE_LIST]).map((from) => ({
      from,
      headers: REVALIDATED,
    })),
    { from: '/assets/*', headers: IMMUTABLE },
  ];
  const hashed = files.filter((file) => /^assets[/\\][^/\\]+$/.test(file));
  await writeFile(
    path.join(dist, FILE_LIST),
    hashed
      .map((file) => `assets/${path.basename(file)}\n`)
      .sort()
      .join(''),
  );
  await writeFile(path.join(dist, '_headers'), formatHeaderRules(rules));
  await writeFile(path.join(dist, '_redirects'), formatRedirects(paths));
}

/** Patterns that match every file but the hashed ones, each address once. */
function revalidatedAddresses(files: readonly string[]): string[] {
  const addresses = files.flatMap((file) => {
    const [top = '', ...below] = file.split(path.sep);
    if (top === 'assets' || top.startsWith('.')) return [];
    if (below.length === 0) return path.extname(top) === '' ? [] : [`/${top}`];
    return below[0] === 'index.html' ? [`/${top}`, `/${top}/*`] : [`/${top}/*`];
  });
  return ['/', ...new Set(addresses)].sort();
}

/**
 * Hosts would redirect `/booking` to its folder, `/booking/`; the rewrite serves the page at its
 * canonical address.
 */
function formatRedirects(paths: readonly string[]): string {
  const pages = paths
    .filter((page) => page !== '/')
    .map((from) => ({ from, to: `${from}/`, status: 200 }));
  return [...ADDRESS_RULES, ...pages]
    .map(({ from, to, status }) => `${from} ${to} ${status}\n`)
    .join('');
}
