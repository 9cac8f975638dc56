import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { classifyInsert } from '../../src/core/server/classify-response.ts';
import { requestTimeout } from '../../src/core/outbox/backoff.ts';
import type { Backend } from '../../supabase/local/embedded-backend.ts';
import { apiListener } from '../../supabase/local/server/api-listener.ts';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';
import { readWhole } from '../../supabase/local/server/request-body.ts';

vi.mock('node:http', { spy: true });

const MB = 1024 ** 2;
/** Answers of 8 MB are more than the kernel buffers for a client that reads nothing. */
const MOST = { requests: 4, bytes: 20 * MB };

let listening: Listening | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening?.close();
  listening = undefined;
});

async function start(backend: Backend): Promise<string> {
  const place = { host: '127.0.0.1', port: 0, variable: 'PORT' };
  listening = await listen(apiListener(backend, new Map(), MOST), place);
  return listening.url;
}

/** Opens a connection that sends the text and reads nothing. */
function open(url: string, text = ''): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket.pause());
  socket.write(text);
  return socket;
}

const READ = 'GET /rest/v1/careers HTTP/1.1\r\nHost: localhost\r\n\r\n';

test.each([
  ['/rest/v1/careers', { code: '53000', message: expect.any(String) as string }],
  ['/auth/v1/user', { code: 503, error_code: 'unavailable' }],
  ['/storage/v1/object/public/gallery/none', { statusCode: '503', error: 'SlowDown' }],
  ['/functions/v1/send-form-email', { error: expect.any(String) as string }],
])(
  'with too many requests at work %s is answered 503 in the words of the service, and served later',
  async (target, words) => {
    let isOver = false;
    let waiting = 0;
    const url = await start(async () => {
      waiting += 1;
      await vi.waitUntil(() => isOver, { timeout: 60_000 });
      return Response.json([]);
    });
    for (let count = 0; count < MOST.requests; count++) open(url, READ);
    await expect.poll(() => waiting).toBe(MOST.requests);

    const refused = await fetch(url + target);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    const body = (await refused.json()) as { code?: string };
    expect(body).toMatchObject(words);
    if (target.startsWith('/rest/'))
      expect(
        classifyInsert({ status: 503, ...body } as Parameters<typeof classifyInsert>[0]),
      ).toMatchObject({
        outcome: 'retry',
        reason: 'server',
      });

    isOver = true;
    await expect.poll(async () => (await fetch(`${url}/rest/v1/careers`)).status).toBe(200);
  },
);

test('bodies beyond the memory are answered 503, until others are answered or broken off', async () => {
  let received = 0;
  const url = await start(async (request, _client, memory) => {
    const counted = {
      take: (bytes: number) => ((received += bytes), memory?.take(bytes) ?? false),
      release: () => undefined,
    };
    const whole = await readWhole(request, request.headers, MOST.bytes, counted);
    return new Response(null, { status: whole === 'no-memory' ? 503 : 201 });
  });
  const upload = async () =>
    (await fetch(`${url}/storage/v1/object/a`, { method: 'POST', body: Buffer.alloc(2 * MB) }))
      .status;
  const head = `POST /storage/v1/object/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${MOST.bytes}\r\n\r\n`;
  const socket = open(url, head);
  socket.write(Buffer.alloc(MOST.bytes - MB));
  await expect.poll(() => received).toBe(MOST.bytes - MB);
  expect(await upload()).toBe(503);
  socket.destroy();
  await expect.poll(upload).toBe(201);
});

test('answers beyond the memory are 503, until their readers have gone', async () => {
  const url = await start(async () => new Response(Buffer.alloc(8 * MB)));
  const status = async () => {
    const answer = await fetch(`${url}/rest/v1/careers`);
    await answer.arrayBuffer();
    return answer.status;
  };
  for (let count = 0; count < 2; count++) open(url, READ);
  await expect.poll(status).toBe(503);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(status).toBe(200);
});

test('connections beyond the bound are closed, and their places are free once others close', async () => {
  const url = await start(async () => Response.json([]));
  const server = vi.mocked(createServer).mock.results.at(-1)?.value as ReturnType<
    typeof createServer
  >;
  server.maxConnections = 4;
  expect((server.address() as AddressInfo).port).toBe(Number(new URL(url).port));
  for (let count = 0; count < 4; count++) await once(open(url), 'connect');
  await once(open(url).resume(), 'close');
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect
    .poll(() =>
      fetch(`${url}/rest/v1/careers`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
});

test('a file may take as long to arrive as devices allow', async () => {
  await start(async () => Response.json([]));
  const [options] = vi.mocked(createServer).mock.calls.at(-1) ?? [];
  const file = { name: 'cv.pdf', size: 10 * MB, type: 'application/pdf', path: 'cv.pdf' };
  expect((options as { requestTimeout: number }).requestTimeout).toBeGreaterThan(
    requestTimeout(file, 'page'),
  );
});
