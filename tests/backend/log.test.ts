import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { routeOf, writeLine } from '../../supabase/local/server/log.ts';
import { aBooking } from '../support/records.ts';
import { sendRaw } from './support/raw-request.ts';
import { spawnServer } from './support/spawn-server.ts';
import { useServer } from './support/use-server.ts';

type Line = Record<string, unknown>;

const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json' };
const post = (url: string, target: string, body: unknown, headers: Record<string, string> = {}) =>
  sendRaw(url, {
    method: 'POST',
    path: target,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
/** Nothing listens on port 1 of this machine. */
const NO_MAIL = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1', MAIL_RECEIPTS: '0' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a server as a process', () => {
  test('logs no chosen password, no code and no link, and says that other devices reach it', async () => {
    const email = 'owner@example.com';
    const server = spawnServer({
      DATA_DIR: path.join(folder, 'data'),
      HOST: '0.0.0.0',
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: 'a-secret-of-ours',
    });
    const url = await server.up;
    for (const route of ['recover', 'otp', 'magiclink', 'resend'])
      await post(url, `/auth/v1/${route}`, { email, type: 'signup', create_user: false });
    server.kill('SIGTERM');

    const { output } = await server.ended;
    expect(output).toContain(email);
    expect(output).toMatch(/Inbox +http:\/\/127\.0\.0\.1:/);
    expect(output).not.toMatch(/a-secret-of-ours|verify\?|token=|captured|\b\d{6}\b/);
    expect(output).toContain('Other devices reach it, because HOST is set.');
    expect(server.log()).toEqual([]);
  });

  test('logs a failure as JSON with the id of its answer, and logs no successful request', async () => {
    const server = spawnServer({ DATA_DIR: path.join(folder, 'mail'), ...NO_MAIL });
    const url = await server.up;
    const booking = aBooking();
    expect(
      (await post(url, '/rest/v1/bookings', booking, { prefer: 'return=minimal' })).status,
    ).toBe(201);
    const { status, headers } = await post(url, '/functions/v1/send-form-email', {
      type: 'booking',
      data: { id: booking.id },
    });
    server.kill('SIGTERM');
    await server.ended;

    expect(status).toBe(502);
    const request = headers['x-request-id'];
    expect(server.log().map((line) => JSON.parse(line) as Line)).toEqual([
      {
        time: expect.any(String),
        level: 'error',
        request,
        message: expect.stringMatching(/^The alert \S+ was not sent\. /),
      },
      {
        time: expect.any(String),
        level: 'error',
        request,
        message: 'A request failed.',
        method: 'POST',
        route: '/functions/v1/send-form-email',
        status: 502,
        ms: expect.any(Number),
      },
    ]);
  });

  test('logs an unexpected end as a line of JSON, and ends with code 1', async () => {
    const preload = `process.on('SIGUSR2', () => { throw new TypeError('there is no moira@example.com'); })`;
    const server = spawnServer({
      DATA_DIR: path.join(folder, 'crash'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    });
    await server.up;
    server.kill('SIGUSR2');
    expect((await server.ended).code).toBe(1);
    expect(server.log().map((line) => JSON.parse(line) as Line)).toEqual([
      {
        time: expect.any(String),
        level: 'error',
        message: 'The process ends.',
        error: 'TypeError: there is no [address]',
        stack: expect.any(Array),
      },
    ]);
  });
});

describe('in the log', () => {
  const { url, query } = useServer(NO_MAIL);
  let lines: string[];
  beforeEach(() => {
    lines = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => void vi.restoreAllMocks());

  test('a failure has the database’s code, and none of the address, query, body and headers that a person sent', async () => {
    const booking = aBooking({
      name: 'Moira Stewart',
      email: 'moira@example.com',
      address: 'Gauze Street 9',
      phone: '0141 496 0777',
    });
    await post(url(), '/rest/v1/bookings', booking, { prefer: 'return=minimal' });
    await query(`create or replace function private.guard_flood() returns trigger language plpgsql as
      $$ begin raise sqlstate 'XX001' using message = 'Moira Stewart of Gauze Street 9 is too much'; end $$`);
    const told = {
      'x-forwarded-for': '203.0.113.9',
      'user-agent': 'Moira',
      referer: 'https://example.com/?moira',
      'x-request-id': 'moira',
      authorization: `Bearer ${LOCAL_PUBLISHABLE_KEY}`,
      'x-client-info': 'moira@example.com',
    };
    const answers = [
      await post(url(), '/rest/v1/bookings', { ...booking, id: crypto.randomUUID() }, told),
      await sendRaw(url(), {
        method: 'POST',
        path: '/storage/v1/object/resumes/0b8a4d3e-6a52-4b0c-8f7e-2f8f0c1d9e22.pdf',
        headers: { ...told, apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/pdf' },
        body: '%PDF-1.7 Moira Stewart',
      }),
      await post(
        url(),
        '/functions/v1/send-form-email?moira',
        { type: 'booking', data: { ...booking } },
        told,
      ),
    ];
    await expect.poll(() => lines.length).toBe(answers.length);
    const route = [
      '/rest/v1/bookings',
      '/storage/v1/object/resumes',
      '/functions/v1/send-form-email',
    ];
    const code = ['XX001', 'XX001'];
    expect(lines.map((line) => JSON.parse(line) as Line)).toMatchObject(
      answers.map(({ status, headers }, n) => ({
        status,
        request: headers['x-request-id'],
        route: route[n],
        ...(code[n] && { code: code[n] }),
      })),
    );
    expect(lines.join('')).not.toMatch(
      /moira|stewart|gauze|0777|203\.0\.113|127\.0\.0\.1|0b8a4d3e|%PDF/i,
    );
  });

  test('email addresses are removed everywhere', () => {
    writeLine('error', [
      'The server said: 550 <office@example.com> is full',
      new Error("no o'anna/k+x@example.co.uk here"),
    ]);
    expect(lines.join('')).not.toMatch(/office|anna|o'/);
    expect(JSON.parse(lines.join(''))).toMatchObject({
      message: 'The server said: 550 <[address]> is full',
      error: 'Error: no [address] here',
    });
  });

  test.each([
    ['/', '/'],
    ['/rest/v1/bookings?email=eq.anna', '/rest/v1/bookings'],
    ['/rest/v1/rpc/changes', '/rest/v1/rpc/changes'],
    ['/storage/v1/object/resumes/anna.pdf', '/storage/v1/object/resumes'],
    ['/storage/v1/object/Anna', '/storage/v1/object/*'],
    ['/auth/v1/admin/users/7', '/auth/v1/admin/users'],
    ['/anna@example.com/', '/*/'],
    ['/ann%C3%A9', '/*'],
  ])('the address %s is %s', (target, route) => {
    expect(routeOf(target)).toBe(route);
  });
});

describe('an answer', () => {
  const { url, inboxUrl } = useServer();

  test.each([
    ['of the API', '/rest/v1/careers', 200],
    ['of a function', '/functions/v1/send-form-email', 200],
    ['to nothing', '/no-such-page', 404],
  ])('%s has an id of its own, whatever the client calls it', async (_, target, status) => {
    const ask = () =>
      sendRaw(url(), {
        method: 'GET',
        path: target,
        headers: { ...json, 'x-request-id': 'the-clients' },
      });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([status, status]);
    expect(first.headers['x-request-id']).toMatch(UUID);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  test.each(['/rest/v1/careers', '/functions/v1/send-form-email'])(
    'to %s lets a page of another origin read its id',
    async (target) => {
      const { headers } = await sendRaw(url(), {
        method: 'GET',
        path: target,
        headers: { ...json, origin: 'https://example.com' },
      });
      expect(headers['access-control-expose-headers']).toMatch(/(^|,)x-request-id(,|$)/);
    },
  );

  test('of the inbox has an id too', async () => {
    expect(
      (await sendRaw(inboxUrl(), { method: 'GET', path: '/', headers: {} })).headers[
        'x-request-id'
      ],
    ).toMatch(UUID);
  });
});
