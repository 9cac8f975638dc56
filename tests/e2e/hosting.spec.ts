import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { SITE_PAGES } from '../../src/app/paths.ts';
import { listen } from '../../supabase/local/server/listen.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { serveSite, siteListener } from '../../supabase/local/site/serve-site.ts';
import { aTarget, lineOf } from '../support/deploy-check.ts';

/** Reads the build's `_headers` and `_redirects` as static hosts document it. */
async function readHost() {
  const headerBlocks = (await readFile(path.join(PATHS.dist, '_headers'), 'utf8'))
    .split(/\n(?=\/)/)
    .map((block) => {
      const [pattern = '', ...lines] = block.trim().split('\n');
      return {
        pattern,
        headers: lines.map((line) => line.trim().split(/: (.*)/, 2) as [string, string]),
      };
    });
  const redirects = (await readFile(path.join(PATHS.dist, '_redirects'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const matches = (pattern: string, address: string) =>
    new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace('*', '.*')}$`).test(address);

  /** All headers for an address, including repeated ones. */
  const headers = (address: string) =>
    headerBlocks
      .filter(({ pattern }) => matches(pattern, address))
      .flatMap((block) => block.headers);

  async function answer(address: string) {
    const [, to = address, status = '200'] =
      redirects.find(([from = '']) => matches(from, address)) ?? [];
    if (status === '301') return { status: 301, location: to };
    const file = path.join(PATHS.dist, to, to.endsWith('/') ? 'index.html' : '');
    const isKnown = existsSync(file);
    const body = await readFile(isKnown ? file : path.join(PATHS.dist, '404.html'));
    return { status: isKnown ? 200 : 404, body: createHash('sha256').update(body).digest('hex') };
  }
  return { headers, answer };
}

const serve = serveSite(PATHS.dist);
const get = (address: string) => serve(new Request(`http://localhost${address}`));

const inDist = async () => {
  const entries = await readdir(PATHS.dist, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(PATHS.dist, path.join(entry.parentPath, entry.name)));
  return files.filter((file) => !/^[._]/.test(file)).map((file) => `/${file}`);
};

const ADDRESSES = [
  ...SITE_PAGES.map((page) => page.path),
  '/admin',
  '/admin/',
  '/admin/bookings',
  '/no-such-page',
  '/administration',
];

test('a static host answers every address as the local server does', async () => {
  const host = await readHost();
  for (const address of [...ADDRESSES, ...(await inDist())]) {
    const local = await get(address);
    const location = local.headers.get('location');
    const body = createHash('sha256')
      .update(Buffer.from(await local.arrayBuffer()))
      .digest('hex');
    expect(await host.answer(address), address).toEqual(
      location === null ? { status: local.status, body } : { status: local.status, location },
    );
  }
});

test('a static host sends the headers that the local server sends, and HSTS', async () => {
  const host = await readHost();
  for (const address of [...ADDRESSES, ...(await inDist())]) {
    const local = await get(address);
    if (local.status === 301) continue;
    const said = host.headers(address);
    expect(
      said.map(([name]) => name),
      `${address} has each header once`,
    ).toEqual([...new Set(said.map(([name]) => name))]);
    const { 'strict-transport-security': hsts, ...others } = Object.fromEntries(said);
    expect(hsts).toMatch(/^max-age=\d{8}$/);
    const sent = Object.keys(others).map((name) => [name, local.headers.get(name)]);
    expect(Object.fromEntries(sent), address).toEqual(others);
    // Hosts revalidate files without a rule.
    if (!('cache-control' in others))
      expect([local.status, local.headers.get('cache-control')], address).toEqual([
        404,
        'no-cache',
      ]);
  }
});

test('hashed files are kept for good; pages, the worker and the manifests are asked for anew', async () => {
  const host = await readHost();
  for (const address of await inDist()) {
    const kept = address.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache';
    expect(Object.fromEntries(host.headers(address)), address).toMatchObject({
      'cache-control': kept,
      'x-content-type-options': 'nosniff',
    });
  }
});

test('the rules stay within what hosts read: a hundred rules, lines of two thousand characters', async () => {
  const lines = (await readFile(path.join(PATHS.dist, '_headers'), 'utf8')).split('\n');
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2000);
});

test('the worker caches none of the hosts’ files', async () => {
  expect(await readFile(path.join(PATHS.dist, 'sw.js'), 'utf8')).not.toMatch(
    /["']_(headers|redirects)["']/,
  );
});

test('deploy:check finds the headers of the real build', async () => {
  const { url, close } = await listen(siteListener(PATHS.dist), {
    host: '127.0.0.1',
    port: 0,
    variable: 'PORT',
  });
  const line = await lineOf('headers', aTarget({ site: url }));
  await close();
  expect(line).toMatchObject({ name: 'headers', state: 'ok' });
});
