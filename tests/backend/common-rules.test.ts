import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';
import { normalTarget } from '../../supabase/local/server/normal-path.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import { tokenOf } from './support/admin-backend.ts';
import { aBooking } from '../support/records.ts';
import { pdf } from './support/people.ts';
import { sendRaw } from './support/raw-request.ts';
import { useServer } from './support/use-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rules-'));
let site: Listening;
beforeAll(async () => {
  mkdirSync(path.join(folder, '.vite'));
  mkdirSync(path.join(folder, 'about'));
  for (const file of [
    'index.html',
    'about/index.html',
    '404.html',
    '_headers',
    '_redirects',
    '.vite/manifest.json',
    '.inputs',
    '.assetsignore',
  ]) {
    writeFileSync(path.join(folder, file), file);
  }
  site = await listen(siteListener(folder), {
    host: '127.0.0.1',
    port: 0,
    variable: 'PORT',
  });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const { visitor, administrator, url, inboxUrl, query } = useServer({ HOST: '127.0.0.1' });
const apikey = LOCAL_PUBLISHABLE_KEY;
const json = { apikey, 'content-type': 'application/json' };
const get = (address: string, target: string, headers: Record<string, string> = {}) =>
  sendRaw(address, { method: 'GET', path: target, headers });

describe('an address', () => {
  test.each([
    '/_headers',
    '//_headers',
    '/./_headers',
    '/about/../_headers',
    '/about/..%2f_headers',
    '/about/%2e%2e/_headers',
    '/%5fheaders',
    '/%255fheaders',
    '/_HEADERS',
    '/_headers/',
    '/about\\..\\_headers',
    '/about%5c..%5c_headers',
    '/_headers%00',
    '//_redirects',
    '/.vite/manifest.json',
    '//.vite/manifest.json',
    '/%2evite/manifest.json',
    '/%252evite/manifest.json',
    '/about/../.vite/manifest.json',
    '/.inputs',
    '/.assetsignore',
    '/about//../.inputs',
    'http://localhost//_headers',
  ])('as %s gives nothing of what is not served', async (target) => {
    const { status, text } = await get(site.url, target);
    expect([status, /^(_headers|_redirects|\.vite|\.inputs|\.assetsignore)/.test(text)]).toEqual([
      404,
      false,
    ]);
  });

  test.each([
    '/rest/v1/../../_system/config',
    '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
    '/rest/v1/..%2f..%2f_system/info',
    '/_system/config',
  ])('as %s does not reach what lies beside the API', async (target) => {
    expect((await get(url(), target, { apikey })).status).toBe(404);
  });

  test('of the API is recognised in every spelling', async () => {
    expect((await get(url(), '/%72est/v1/careers?select=title', { apikey })).status).toBe(200);
    expect(
      (await get(url(), 'http://localhost/rest/v1/careers?select=title', { apikey })).status,
    ).toBe(200);
  });

  test.each(['/%', '/%zz', '/about/%C3', '/./'])(
    'that cannot be read, %s, gives the not-found page',
    async (target) => {
      const { status, text } = await get(site.url, target);
      expect([status, text]).toEqual([404, '404.html']);
    },
  );

  test('with doubled slashes gives the page', async () => {
    const { status, text } = await get(site.url, '//about?service=deep');
    expect([status, text]).toEqual([200, 'about/index.html']);
  });

  test.each([
    ['/', '/'],
    ['/booking/', '/booking/'],
    ['/a%20b?x=%00&y=/../', '/a%20b?x=%00&y=/../'],
    ['/%61', '/a'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/a%3Fb', '/a%3Fb'],
    ['/@vite/client?t=1', '/@vite/client?t=1'],
    ['*', undefined],
    ['', undefined],
    ['/a//b', '/a/b'],
    ['//a', '/a'],
    ['//', '/'],
    ['http://localhost//a//', '/a/'],
    ['/a/%2Fb', undefined],
    ['//../a', undefined],
    ['/a/./b', undefined],
    ['/%C3', undefined],
    ['/%c2%85', undefined],
  ])('%s has the one spelling %s', (target, spelling) => {
    expect(normalTarget(target)).toBe(spelling);
  });
});

test('a query for a hundred ids is served', async () => {
  const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
  const { error } = await visitor().from('careers').select('id').in('id', ids);
  expect(error).toBeNull();
});

describe('every answer tells browsers not to guess its media type', () => {
  const long = 'x'.repeat(70_000);
  test.each<[string, string, string, Record<string, string>, string | undefined, number]>([
    ['a page', 'GET', '/', {}, undefined, 200],
    ['a page that nobody knows', 'GET', '/none', {}, undefined, 404],
    ['an address with no spelling', 'GET', '/./', {}, undefined, 404],
    ['a page that is sent something', 'POST', '/', {}, 'x', 405],
    ['a list', 'GET', '/rest/v1/careers', { apikey }, undefined, 200],
    ['a preflight', 'OPTIONS', '/rest/v1/careers', {}, undefined, 204],
    ['no key', 'GET', '/rest/v1/careers', {}, undefined, 401],
    ['a table that nobody knows', 'GET', '/rest/v1/none', { apikey }, undefined, 404],
    ['rows that are too long', 'POST', '/rest/v1/bookings', json, long, 413],
    ['the function', 'PUT', '/functions/v1/send-form-email', {}, undefined, 405],
    ['a function that nobody knows', 'GET', '/functions/v1/none', {}, undefined, 404],
    [
      'a request for the function that is too long',
      'POST',
      '/functions/v1/send-form-email',
      json,
      long,
      413,
    ],
    [
      'wrong credentials',
      'POST',
      '/auth/v1/token?grant_type=password',
      json,
      '{"email":"nobody@example.com","password":"wrong"}',
      400,
    ],
    ['no file', 'GET', '/storage/v1/object/public/gallery/none', { apikey }, undefined, 400],
  ])('for %s', async (_, method, target, headers, body, status) => {
    // This server's site is the checkout's build, which may be missing.
    const address = /^\/(rest|functions|auth|storage)\//.test(target) ? url() : site.url;
    const answer = await sendRaw(address, {
      method,
      path: target,
      headers,
      ...(body !== undefined && { body }),
    });
    expect([answer.status, answer.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
  });

  test('for an unchanged file, and for the inbox', async () => {
    const { headers } = await get(site.url, '/');
    const unchanged = await get(site.url, '/', { 'if-none-match': String(headers['etag']) });
    expect([unchanged.status, unchanged.headers['x-content-type-options']]).toEqual([
      304,
      'nosniff',
    ]);
    for (const target of ['/', '/none', '/api/messages'])
      expect((await get(inboxUrl(), target)).headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('a body', () => {
  const post = (target: string, headers: Record<string, string>, body: string) =>
    sendRaw(url(), { method: 'POST', path: target, headers: { apikey, ...headers }, body });

  test('for rows has at most 64 KB', async () => {
    const row = aBooking();
    const padded = (bytes: number) =>
      JSON.stringify(row) + ' '.repeat(bytes - JSON.stringify(row).length);
    const refused = await post('/rest/v1/bookings', json, padded(64 * 1024 + 1));
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      413,
      expect.objectContaining({ code: '54000', message: expect.any(String) as string }),
    ]);
    expect(await query('select from bookings where id = $1', [row.id])).toEqual([]);
    const headers = { ...json, prefer: 'return=minimal' };
    expect((await post('/rest/v1/bookings', headers, padded(64 * 1024))).status).toBe(201);
  });

  test('for a sign-in has at most 16 KB', async () => {
    const credentials = (bytes: number) =>
      JSON.stringify({ email: 'nobody@example.com', password: 'x'.repeat(bytes) });
    const signIn = '/auth/v1/token?grant_type=password';
    const refused = await post(signIn, json, credentials(16 * 1024));
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      413,
      expect.objectContaining({ code: 413, msg: expect.any(String) as string }),
    ]);
    expect((await post(signIn, json, credentials(1000))).status).toBe(400);
  });

  test('in chunks has the same limit', async () => {
    const row = aBooking();
    const send = async (body: string) =>
      (
        await sendRaw(url(), {
          method: 'POST',
          path: '/rest/v1/bookings',
          headers: json,
          body,
          isChunked: true,
        })
      ).status;
    expect(await send(JSON.stringify(row).padEnd(64 * 1024 + 1))).toBe(413);
    expect(await send(JSON.stringify(row))).toBe(201);
  });

  test('with a file has the limit of its bucket', async () => {
    const admin = await administrator();
    const upload = async (bucket: string, bytes: number) =>
      (await admin.storage.from(bucket).upload(`${crypto.randomUUID()}.pdf`, pdf(bytes))).error as {
        statusCode?: string;
      } | null;
    expect(await upload('resumes', 10 * 1024 * 1024)).toBeNull();
    expect((await upload('resumes', 11 * 1024 * 1024))?.statusCode).toBe('413');
    expect((await upload('testimonials', 1024 * 1024 + 100 * 1024))?.statusCode).toBe('413');
  });

  test('whose Content-Length exceeds the limit is refused before it is sent', async () => {
    const { port } = new URL(url());
    const answer = await new Promise<string>((resolve) => {
      const socket = createConnection(Number(port), '127.0.0.1');
      socket.setEncoding('utf8').once('data', (text: string) => {
        socket.destroy();
        resolve(text);
      });
      socket.write(
        `POST /rest/v1/bookings HTTP/1.1\r\nHost: localhost\r\napikey: ${apikey}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{`,
      );
    });
    expect(answer).toContain('413');
  });

  test('longer than its Content-Length is cut off there', async () => {
    const answer = await sendRaw(url(), {
      method: 'POST',
      path: '/rest/v1/bookings',
      headers: { ...json, 'content-length': '2' },
      body: '{"id":1}'.padEnd(200_000),
    });
    expect([0, 400]).toContain(answer.status);
  });
});

describe('an answer for one person is not cached', () => {
  test('with a token, and about a session', async () => {
    const admin = await administrator();
    const authorization = `Bearer ${(await tokenOf(admin)).token}`;
    await visitor()
      .storage.from('resumes')
      .upload('22222222-2222-4222-8222-222222222222.pdf', pdf());
    const cacheControlOf = async (target: string, headers: Record<string, string>) => {
      const answer = await get(url(), target, headers);
      return [answer.status, answer.headers['cache-control']];
    };
    expect(await cacheControlOf('/rest/v1/bookings?select=id', { apikey, authorization })).toEqual([
      200,
      'no-store',
    ]);
    expect(await cacheControlOf('/rest/v1/careers?select=id', { apikey, authorization })).toEqual([
      200,
      'no-store',
    ]);
    expect(await cacheControlOf('/auth/v1/user', { apikey, authorization })).toEqual([
      200,
      'no-store',
    ]);
    expect(await cacheControlOf('/auth/v1/user', { apikey })).toEqual([401, 'no-store']);
    expect(
      await cacheControlOf('/storage/v1/object/resumes/22222222-2222-4222-8222-222222222222.pdf', {
        apikey,
        authorization,
      }),
    ).toEqual([200, 'no-store']);
  });

  test('but a public answer may be', async () => {
    const publicKey = { apikey, authorization: `Bearer ${apikey}` };
    for (const headers of [{ apikey }, publicKey])
      expect(
        (await get(url(), '/rest/v1/careers?select=id', headers)).headers['cache-control'],
      ).not.toBe('no-store');
    const [picture] = await query<{ url: string }>('select url from gallery_images limit 1');
    const shown = await get(url(), picture?.url ?? '');
    expect(shown.status).toBe(200);
    expect(shown.headers['cache-control']).not.toBe('no-store');
  });
});

describe('the character NUL', () => {
  test.each([
    '/rest/v1/%00',
    '/rest/v1/bookings%00',
    '/rest/v1/rpc/%00',
    '/storage/v1/object/public/gallery/%00',
    '/storage/v1/object/resumes/a%00.pdf',
    '/rest/v1/careers?select=%00',
    '/rest/v1/careers?title=eq.%00',
    '/rest/v1/careers?%00=eq.1',
    '/rest/v1/careers?order=%00',
  ])('is refused in names and values: %s', async (target) => {
    const { status } = await get(url(), target, { apikey });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe('the inbox', () => {
  test.each(['evil.example', 'evil.example:80', 'localhost.evil.example'])(
    'shows no mail to a page that uses the host %j',
    async (host) => {
      const { status, text } = await get(inboxUrl(), '/api/messages', { host });
      expect([status, text.startsWith('[')]).toEqual([421, false]);
    },
  );

  test.each(['localhost', 'localhost:4174', '127.0.0.1:9'])('answers as %s', async (host) => {
    expect((await get(inboxUrl(), '/api/messages', { host })).status).toBe(200);
  });
});
