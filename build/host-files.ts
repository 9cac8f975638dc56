import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ADDRESS_RULES } from '../supabase/local/site/address-rules.ts';
import { formatHeaderRules, type HeaderRule } from '../supabase/local/site/header-rules.ts';
import { securityHeaders } from './security-headers.ts';

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
const REVALIDATED = { 'cache-control': 'no-cache' };
/** Made from the list of all other files, so later than they. */
const WORKER = 'sw.js';

/** Writes `_headers` and `_redirects` for static hosts once every page is there. `backend` is the origin of a Supabase elsewhere. */
export async function writeHostFiles(dist: string, paths: readonly string[], backend: string | null): Promise<void> {
  const files = await readdir(dist, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html')).sort();
  const texts = await Promise.all(pages.map((page) => readFile(path.join(dist, page), 'utf8')));
  const rules: HeaderRule[] = [
    { from: '/*', headers: securityHeaders(texts, backend) },
    ...revalidatedAddresses([...files, WORKER]).map((from) => ({ from, headers: REVALIDATED })),
    { from: '/assets/*', headers: IMMUTABLE },
  ];
  await writeFile(path.join(dist, '_headers'), formatHeaderRules(rules));
  await writeFile(path.join(dist, '_redirects'), formatRedirects(paths));
}

/** What covers every file but the hashed ones, without covering any address twice. */
function revalidatedAddresses(files: readonly string[]): string[] {
  const addresses = files.flatMap((file) => {
    const [top = '', ...below] = file.split(path.sep);
    if (top === 'assets' || top.startsWith('.')) return [];
    if (below.length === 0) return path.extname(top) === '' ? [] : [`/${top}`];
    return below[0] === 'index.html' ? [`/${top}`, `/${top}/*`] : [`/${top}/*`];
  });
  return ['/', ...new Set(addresses)].sort();
}

/** Hosts would lead `/booking` to its folder, `/booking/`; here the page is at the address that links and the sitemap tell. */
function formatRedirects(paths: readonly string[]): string {
  const pages = paths.filter((page) => page !== '/').map((from) => ({ from, to: `${from}/`, status: 200 }));
  return [...ADDRESS_RULES, ...pages].map(({ from, to, status }) => `${from} ${to} ${status}\n`).join('');
}
