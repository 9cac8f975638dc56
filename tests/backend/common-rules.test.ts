import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import { tokenOf } from './support/admin-backend.ts';
import { aBooking } from '../support/records.ts';
import { pdf } from './support/people.ts';
import { sendRaw } from './support/raw-request.ts';
import { useServer } from './support/use-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rules-'));
let site: Listening;
beforeAll(async () => {
  mkdirSync(path.join(folder, 'about'));
  for (const file of ['index.html', 'about/index.html', '404.html', '_headers']) {
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
    '/rest/v1/../../_system/config',
    '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
    '/rest/v1/..%2f..%2f_system/info',
    '/_system/config',
  ])('as %s does not reach what lies beside the API', async (target) => {
    expect((await get(url(), target, { apikey })).status).toBe(404);
  });
});

test('a query for a hundred ids is served', async () => {
  const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
  const { error } = await visitor().from('careers').select('id').in('id', ids);
  expect(error).toBeNull();
});

test('every answer tells browsers not to guess its media type', async () => {
  for (const [address, target] of [
    [site.url, '/'],
    [site.url, '/none'],
    [url(), '/rest/v1/careers'],
    [url(), '/functions/v1/none'],
    [url(), '/storage/v1/object/public/gallery/none'],
    [inboxUrl(), '/api/messages'],
  ] as const)
    expect([
      target,
      (await get(address, target, { apikey })).headers['x-content-type-options'],
    ]).toEqual([target, 'nosniff']);
});

describe('a body', () => {
  test('for rows has at most 64 KB, also in chunks', async () => {
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
    const upload = async (bucket: string, bytes: number, type = 'application/pdf') => {
      const file = new Blob([pdf(bytes)], { type });
      const { error } = await admin.storage
        .from(bucket)
        .upload(`${crypto.randomUUID()}.${type.slice(-3)}`, file);
      return error as { statusCode?: string } | null;
    };
    expect(await upload('resumes', 10 * 1024 * 1024)).toBeNull();
    expect((await upload('resumes', 11 * 1024 * 1024))?.statusCode).toBe('413');
    expect((await upload('testimonials', 1024 * 1024 + 1, 'image/png'))?.statusCode).toBe('413');
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
    '/storage/v1/object/resumes/a%00.pdf',
    '/rest/v1/careers?title=eq.%00',
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
