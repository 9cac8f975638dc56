import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';

const PATIENT_MS = 60_000;
const STALLED_MS = 500;
/** The maximum of one sender. */
const MOST = 128;

let listening: Listening | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening?.close();
  listening = undefined;
});

async function start(
  trustedProxyHops: number,
  serve: RequestListener = (_, response) => response.end('done'),
  stalledMs = PATIENT_MS,
): Promise<URL> {
  const place = { host: '127.0.0.1', port: 0, variable: 'PORT', trustedProxyHops };
  listening = await listen(serve, place, stalledMs);
  return new URL(listening.url);
}

function open({ hostname, port }: URL): Socket {
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket.resume());
  return socket;
}

/** Opens idle connections, and counts those that the server ended. */
function openMany(url: URL, count: number) {
  const counts = { connected: 0, ended: 0 };
  for (let index = 0; index < count; index++)
    open(url)
      .once('connect', () => (counts.connected += 1))
      .once('close', () => (counts.ended += 1));
  return counts;
}

const statusFrom = (url: URL, localAddress: string) =>
  new Promise<number>((resolve) => {
    get(url, { localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    }).once('error', () => resolve(0));
  });

test('a sender has a limited number of connections, and may open others once those are closed', async () => {
  const url = await start(0);
  const counts = openMany(url, MOST + 20);
  await expect.poll(() => counts).toEqual({ connected: MOST + 20, ended: 20 });
  expect(await statusFrom(url, '127.0.0.1')).toBe(0);

  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => statusFrom(url, '127.0.0.1')).toBe(200);
});

// Other systems have no second loopback address by default.
test.runIf(process.platform === 'linux')(
  'a sender’s connections do not count against another’s limit',
  async () => {
    const url = await start(0);
    const counts = openMany(url, MOST + 20);
    await expect.poll(() => counts.ended).toBe(20);
    expect(await statusFrom(url, '127.0.0.2')).toBe(200);
  },
);

test('a proxy’s connections are not limited', async () => {
  const url = await start(1);
  const counts = openMany(url, MOST + 20);
  await expect.poll(() => counts.connected).toBe(MOST + 20);
  expect([await statusFrom(url, '127.0.0.1'), counts.ended]).toEqual([200, 0]);
});

// A kernel with a shorter queue would limit this one.
test.runIf(process.platform === 'linux')(
  'simultaneous connections wait for the server, and none has to retry',
  async () => {
    let accepted = 0;
    let connectedAt100: number | undefined;
    const url = await start(1, (_, response) => {
      if (++accepted === 100) connectedAt100 = counts.connected;
      response.end();
    });
    const counts = openMany(url, 1_500);
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => connectedAt100).toBe(1_500);
  },
);

test.each([
  ['nothing', ''],
  ['no end of its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nx: '],
])('a client who sends %s is cut off', async (_, text) => {
  const socket = open(await start(0, undefined, STALLED_MS));
  socket.write(text);
  const sending = setInterval(() => text !== '' && socket.write('x'), STALLED_MS / 10);
  await once(socket, 'close').finally(() => clearInterval(sending));
});
