import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { createLogBound } from '../../supabase/local/server/log-bound.ts';
import { ADMIN } from './support/people.ts';
import { sendRaw } from './support/raw-request.ts';
import { useServer } from './support/use-server.ts';

const { administrator, url } = useServer({ TRUSTED_PROXY_HOPS: '1' });

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const CAREERS = '/rest/v1/careers?select=id,title';
const headersOf = (sender: string) => ({
  apikey: LOCAL_PUBLISHABLE_KEY,
  'x-forwarded-for': sender,
});
const read = (sender: string, target = CAREERS) =>
  fetch(url() + target, { headers: headersOf(sender) });

/** A connection that sends the same request `count` times at once. */
function openConnection(sender: string, target: string, count: number) {
  const { hostname, port } = new URL(url());
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  open.push(socket);
  const head = [`GET ${target} HTTP/1.1`, 'Host: localhost'];
  for (const [name, value] of Object.entries(headersOf(sender))) head.push(`${name}: ${value}`);
  socket.write(`${head.join('\r\n')}\r\n\r\n`.repeat(count));
  return socket;
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** Reads a connection; `read()` returns all text so far. */
function listenTo(socket: Socket) {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { closed, read: () => text };
}

describe('a sender', () => {
  test('has a limited number of unanswered requests, and is answered 429 beyond it', async () => {
    const { closed, read } = listenTo(openConnection('198.51.100.1', CAREERS, 3_000));
    await closed;
    const statuses = statusesIn(read());
    expect(statuses.length).toBeLessThan(600);
    expect(new Set(statuses.slice(0, 128))).toEqual(new Set([200]));
    expect(statuses.at(-1)).toBe(429);
    expect(read().split('HTTP/1.1 429')[1]).toMatch(/retry-after: 1\r\n/i);
  });

  test('is counted over all connections, separately from others', async () => {
    const connections = [1, 2, 3].map(() => listenTo(openConnection('198.51.100.2', CAREERS, 100)));
    const other = read('198.51.100.3');
    await expect
      .poll(() => connections.some((connection) => statusesIn(connection.read()).includes(429)))
      .toBe(true);
    expect((await other).status).toBe(200);
  });

  test.each([
    ['/rest/v1/careers', { code: 'PT429', message: expect.any(String) as string }],
    ['/auth/v1/user', { code: 429, error_code: 'over_request_rate_limit' }],
    ['/storage/v1/object/public/gallery/none', { statusCode: '429', error: 'SlowDown' }],
    ['/functions/v1/send-form-email', { error: expect.any(String) as string }],
  ])('is told so in the words of the service, whatever page asks: %s', async (target, words) => {
    const sender = `2001:db8:${randomUUID().slice(0, 4)}::1`;
    const { closed, read } = listenTo(openConnection(sender, target, 300));
    await closed;
    const [head = '', body = ''] = read().split('HTTP/1.1 429')[1]?.split('\r\n\r\n') ?? [];
    expect(head).toMatch(/access-control-allow-origin: \*/i);
    expect(JSON.parse(body.replace(/^[^{]*|[^}]*$/g, ''))).toMatchObject(words);
  });

  test('a sender with many waiting requests lets others go first', async () => {
    const { read: readMany } = listenTo(openConnection('198.51.100.4', CAREERS, 100));
    const other = listenTo(openConnection('198.51.100.5', CAREERS, 1));
    await expect.poll(() => statusesIn(other.read()), { interval: 1 }).toEqual([200]);
    expect(statusesIn(readMany()).length).toBeLessThan(50);
  });

  test('a sender who reads nothing is refused beyond its share of the memory, without affecting others', async () => {
    const admin = await administrator();
    const name = `Residential/${randomUUID()}.png`;
    const { error } = await admin.storage
      .from('gallery')
      .upload(name, new Blob([new Uint8Array(9 * 1024 ** 2)], { type: 'image/png' }));
    expect(error).toBeNull();
    const picture = `/storage/v1/object/public/gallery/${name}`;
    for (let count = 0; count < 8; count++) openConnection('198.51.100.6', picture, 1).pause();
    await expect.poll(async () => (await read('198.51.100.6', picture)).status).toBe(503);
    expect((await read('198.51.100.7', picture)).status).toBe(200);
    for (const socket of open.splice(0)) socket.destroy();
    await expect.poll(async () => (await read('198.51.100.6', picture)).status).toBe(200);
  });

  test('a sender who guesses passwords does not delay another’s sign-in', async () => {
    let answered = 0;
    const guesses = Array.from({ length: 60 }, (_, count) =>
      signIn(`2001:db8:5:${count.toString(16)}::1`, 'a-wrong-password').then(() => answered++),
    );
    await expect.poll(() => answered, { interval: 10 }).toBeGreaterThan(0);
    expect((await signIn('198.51.100.8', ADMIN.password)).status).toBe(200);
    expect(answered).toBeLessThan(40);
    await Promise.all(guesses);
  });
});

const signIn = (sender: string, password: string) =>
  fetch(`${url()}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...headersOf(sender), 'content-type': 'application/json' },
    body: JSON.stringify({ email: password === ADMIN.password ? ADMIN.email : sender, password }),
  });

describe('the log', () => {
  test.each(['xn--', 'a b', '[', 'localhost:99999'])(
    'does not mention a request with the host %j, which is answered 400',
    async (host) => {
      const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      for (const target of ['/', '/rest/v1/careers', '/healthz']) {
        const { status } = await sendRaw(url(), { method: 'GET', path: target, headers: { host } });
        expect(status).toBe(400);
      }
      expect(written).not.toHaveBeenCalled();
    },
  );

  test('has a limit of lines per hour for a sender and for all, and counts the dropped ones', () => {
    vi.useFakeTimers();
    const report = vi.fn();
    const admits = createLogBound(report);
    const count = (sender: string) =>
      Array.from({ length: 60 }, () => admits(sender)).filter(Boolean).length;
    expect(count('a')).toBe(50);
    expect(count('b')).toBe(50);
    for (let sender = 0; sender < 8; sender++) count(`c${sender}`);
    expect(count('d')).toBe(0);
    vi.advanceTimersByTime(60 * 60_000);
    expect(report.mock.calls).toEqual([[160]]);
    expect(count('a')).toBe(50);
    vi.advanceTimersByTime(60 * 60_000);
    expect(report.mock.calls).toEqual([[160], [10]]);
    vi.advanceTimersByTime(60 * 60_000);
    expect(report).toHaveBeenCalledTimes(2);
  });
});
