import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSite } from '../../supabase/local/site/serve-site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
const dist = path.join(folder, 'dist');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
  writeFileSync(path.join(dist, file), text);
}
write('index.html', '<script>start()</script><p>home');
write('booking/index.html', '<p>booking');
write('404.html', '<p>not found');
write('admin/index.html', '<p>portal');
write('assets/app-1234.js', 'run()');
write('sw.js', 'listen()');
write('site.webmanifest', '{}');
write('../outside.txt', 'outside');

const serve = serveSite(dist, null);
const get = (pathname: string, init?: RequestInit) => serve(new Request(`http://localhost${pathname}`, init));
const headersOf = async (pathname: string, ...names: string[]) => {
  const { headers } = await get(pathname);
  return names.map((name) => headers.get(name));
};

describe('the site', () => {
  test.each([
    ['/', '<script>start()</script><p>home'],
    ['/booking', '<p>booking'],
    ['/booking/', '<p>booking'],
  ])('shows the page of %s', async (pathname, text) => {
    const page = await get(pathname);
    expect([page.status, await page.text()]).toEqual([200, text]);
  });

  test.each(['/admin/', '/admin/login', '/admin/bookings?status=new', '/admin/no-such-screen/'])('shows the portal’s shell at %s', async (pathname) => {
    const page = await get(pathname);
    expect([page.status, await page.text()]).toEqual([200, '<p>portal']);
  });

  test('leads /admin below the slash, where the portal is installed', async () => {
    const answer = await get('/admin?from=mail');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/admin/?from=mail']);
  });

  test.each(['/administration', '/adminx/login'])('does not take %s for the portal', async (pathname) => {
    expect((await get(pathname)).status).toBe(404);
  });

  test('shows the not-found page, with 404, for an address nobody knows', async () => {
    const page = await get('/no-such-page');
    expect([page.status, await page.text()]).toEqual([404, '<p>not found']);
  });

  test.each(['/assets/gone-9999.js', '/%E0%A4%A', '/..%2Foutside.txt', '/%2e%2e/outside.txt'])('has no file %s', async (pathname) => {
    const { status, headers } = await get(pathname);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  test('names the type of each file', async () => {
    expect(await headersOf('/assets/app-1234.js', 'content-type')).toEqual(['text/javascript; charset=utf-8']);
    expect(await headersOf('/site.webmanifest', 'content-type')).toEqual(['application/manifest+json']);
  });

  test('keeps hashed files for good, and asks anew for pages and the worker', async () => {
    expect(await headersOf('/assets/app-1234.js', 'cache-control')).toEqual(['public, max-age=31536000, immutable']);
    for (const pathname of ['/', '/booking', '/sw.js']) expect(await headersOf(pathname, 'cache-control')).toEqual(['no-cache']);
  });

  test('answers 304 to who has the file, until it changes', async () => {
    const [etag] = await headersOf('/sw.js', 'etag');
    const headers = { 'if-none-match': String(etag) };
    expect((await get('/sw.js', { headers })).status).toBe(304);
    write('sw.js', 'listen(better)');
    expect((await get('/sw.js', { headers })).status).toBe(200);
  });

  test('sends text compressed to who takes it', async () => {
    const answer = await get('/assets/app-1234.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe('run()');
  });

  test('answers HEAD without a body', async () => {
    const answer = await get('/', { method: 'HEAD' });
    expect([answer.status, await answer.text(), Number(answer.headers.get('content-length')) > 0]).toEqual([200, '', true]);
  });

  test('lets a page run its own scripts only, inline ones by their hash', async () => {
    const [policy] = await headersOf('/', 'content-security-policy');
    expect(policy).toContain("script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await headersOf('/sw.js', 'x-content-type-options')).toEqual(['nosniff']);
  });

  test('lets a page reach the Supabase project it was built for', async () => {
    const page = await serveSite(dist, 'https://project.example')(new Request('http://localhost/'));
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' https://project.example");
  });
});
