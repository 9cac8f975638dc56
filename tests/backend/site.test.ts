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
write('index.html', '<p>home');
write('booking/index.html', '<p>booking');
write('404.html', '<p>not found');
write('admin/index.html', '<p>portal');
write('assets/app-1234.js', 'run()');
const LONG = 'run();'.repeat(1000);
write('assets/long-1234.js', LONG);
write('sw.js', 'listen()');
write('site.webmanifest', '{}');
write('../outside.txt', 'outside');
write('.inputs', 'inputs');
write(
  '_headers',
  "/*\n  content-security-policy: default-src 'self'\n  strict-transport-security: max-age=1\n/assets/*\n  cache-control: public, max-age=31536000, immutable\n",
);
write('_redirects', '/a /b 301\n');

const serve = serveSite(dist);
const get = (pathname: string, init?: RequestInit) =>
  serve(new Request(`http://localhost${pathname}`, init));
const headersOf = async (pathname: string, ...names: string[]) => {
  const { headers } = await get(pathname);
  return names.map((name) => headers.get(name));
};

describe('the site', () => {
  test.each([
    ['/', '<p>home'],
    ['/booking', '<p>booking'],
    ['/booking/', '<p>booking'],
  ])('shows the page of %s', async (pathname, text) => {
    const page = await get(pathname);
    expect([page.status, await page.text()]).toEqual([200, text]);
  });

  test.each(['/admin/', '/admin/login', '/admin/bookings?status=new', '/admin/no-such-screen/'])(
    'shows the portal’s shell at %s',
    async (pathname) => {
      const page = await get(pathname);
      expect([page.status, await page.text()]).toEqual([200, '<p>portal']);
    },
  );

  test('redirects /admin to /admin/, the scope of the installed portal', async () => {
    const answer = await get('/admin?from=mail');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/admin/?from=mail']);
  });

  test.each(['/administration', '/adminx/login'])(
    'does not take %s for the portal',
    async (pathname) => {
      expect((await get(pathname)).status).toBe(404);
    },
  );

  test.each([
    ['/Booking?service=deep', '/booking?service=deep'],
    ['/booking.', '/booking'],
    ['/booking)', '/booking'],
    ['/booking%20', '/booking'],
    ['/ADMIN/Bookings', '/admin/bookings'],
    ['/Admin', '/admin'],
  ])('redirects %s to the page that it means', async (written, address) => {
    const answer = await get(written);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, address]);
  });

  test.each([
    ['/booking&fbclid=1', '/booking?fbclid=1'],
    ['/booking%3Fservice=deep', '/booking?service=deep'],
    ['/booking%230197a2b3', '/booking#0197a2b3'],
  ])(
    'redirects %s to the address that it means, and lets no cache keep it',
    async (written, to) => {
      const { status, headers } = await get(written);
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        302,
        to,
        'no-store',
      ]);
    },
  );

  test.each(['/%', '/%zz', '/%C3', '/booking/%'])(
    'shows the not-found page, with 404, for %s, which is encoded wrongly',
    async (pathname) => {
      const page = await get(pathname);
      expect([page.status, await page.text()]).toEqual([404, '<p>not found']);
    },
  );

  test('shows the not-found page, with 404, for an unknown address', async () => {
    const page = await get('/no-such-page');
    expect([page.status, await page.text()]).toEqual([404, '<p>not found']);
  });

  test.each([
    '/assets/gone-9999.js',
    '/..%2Foutside.txt',
    '/%2e%2e/outside.txt',
    '/_headers',
    '/%5Fheaders',
    '/_redirects',
    '/.inputs',
    '/Assets/App-1234.js',
    '/booking.pdf',
  ])('has no file %s, and lets nobody keep that it has none', async (pathname) => {
    const { status, headers } = await get(pathname);
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-cache']);
  });

  test('names the type of each file', async () => {
    expect(await headersOf('/assets/app-1234.js', 'content-type')).toEqual([
      'text/javascript; charset=utf-8',
    ]);
    expect(await headersOf('/site.webmanifest', 'content-type')).toEqual([
      'application/manifest+json',
    ]);
  });

  test('lets hashed files be cached for good, and pages and the worker be revalidated', async () => {
    expect(await headersOf('/assets/app-1234.js', 'cache-control')).toEqual([
      'public, max-age=31536000, immutable',
    ]);
    for (const pathname of ['/', '/booking', '/sw.js'])
      expect(await headersOf(pathname, 'cache-control')).toEqual(['no-cache']);
  });

  test('answers 304 to a client with the current file', async () => {
    const [etag] = await headersOf('/sw.js', 'etag');
    const headers = { 'if-none-match': String(etag) };
    expect((await get('/sw.js', { headers })).status).toBe(304);
    expect(
      (await get('/sw.js', { headers: { 'if-none-match': `"older", W/${String(etag)}` } })).status,
    ).toBe(304);
    write('sw.js', 'listen(better)');
    expect((await get('/sw.js', { headers })).status).toBe(200);
  });

  test('compresses text for a client that accepts it', async () => {
    const answer = await get('/assets/long-1234.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(LONG);
  });

  test('answers HEAD without a body', async () => {
    const answer = await get('/', { method: 'HEAD' });
    expect([
      answer.status,
      await answer.text(),
      Number(answer.headers.get('content-length')) > 0,
    ]).toEqual([200, '', true]);
  });

  test('sends text uncompressed to a client that accepts no compression', async () => {
    const answer = await get('/assets/long-1234.js', {
      headers: { 'accept-encoding': 'gzip;q=0, identity' },
    });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, LONG]);
  });

  test('has the headers of the build’s own rules, except the one for TLS', async () => {
    const names = ['content-security-policy', 'strict-transport-security'];
    for (const pathname of ['/', '/sw.js', '/no-such-page'])
      expect(await headersOf(pathname, ...names)).toEqual(["default-src 'self'", null]);
  });
});

test.each([
  ['bytes=0-2', 206, 'bytes 0-2/5', 'run'],
  ['bytes=3-', 206, 'bytes 3-4/5', '()'],
  ['bytes=9-12', 416, 'bytes */5', ''],
])('the part %s of a file is answered with %i', async (range, status, contentRange, text) => {
  const answer = await get('/assets/app-1234.js', { headers: { range } });
  expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
    status,
    contentRange,
    text,
  ]);
});
