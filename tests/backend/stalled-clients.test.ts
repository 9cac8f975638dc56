import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';

const STALLED_MS = 500;
/** More than the kernel buffers for a client that reads nothing. */
const ANSWER = Buffer.alloc(32 * 1024 * 1024, 'x');

let listening: Listening;
let serve: RequestListener;
const sockets: Socket[] = [];
/** The addresses whose connection had ended when the server finished its answer. */
let cutOff: string[];

beforeEach(async () => {
  cutOff = [];
  serve = (request, response) => {
    request.resume().once('end', () => response.end('done'));
  };
  listening = await listen(
    (request, response) => {
      response.once('close', () => {
        if (request.socket.destroyed) cutOff.push(request.url ?? '');
      });
      return serve(request, response);
    },
    { host: '127.0.0.1', port: 0, variable: 'PORT' },
    STALLED_MS,
  );
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening.close();
});

function send(text: string): Socket {
  const { hostname, port } = new URL(listening.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  socket.write(text);
  return socket;
}
const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends requests as another client until the work is done, and returns the statuses. */
async function askMeanwhile(work: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = [];
  let isOver = false;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    statuses.push((await fetch(`${listening.url}/other`)).status);
    await wait(20);
  }
  await work;
  return statuses;
}

test('a client who stops in the middle of a body is cut off, and others are answered meanwhile', async () => {
  const socket = send(`${head('POST', '/stalled', 10)}abc`);
  const statuses = await askMeanwhile(once(socket.resume(), 'close'));
  expect(cutOff).toEqual(['/stalled']);
  expect([statuses.length > 5, new Set(statuses)]).toEqual([true, new Set([200])]);
});

test('a client who reads nothing of an answer is cut off, and others are answered meanwhile', async () => {
  serve = (request, response) => response.end(request.url === '/stalled' ? ANSWER : 'done');
  send(head('GET', '/stalled', 0)).pause();
  const statuses = await askMeanwhile(expect.poll(() => cutOff).toEqual(['/stalled']));
  expect([statuses.length > 5, new Set(statuses)]).toEqual([true, new Set([200])]);
});

test('a client who sends slowly is served', async () => {
  const socket = send(head('POST', '/slow', 10)).setEncoding('utf8');
  const answered = once(socket, 'data');
  for (let count = 0; count < 10; count++) {
    await wait(STALLED_MS / 4);
    socket.write('x');
  }
  expect((await answered)[0]).toMatch(/^HTTP\/1.1 200 /);
  expect(cutOff).toEqual([]);
});

test('a client that waits for a slow answer is not cut off', async () => {
  serve = (_, response) => void wait(3 * STALLED_MS).then(() => response.end('done'));
  expect((await fetch(`${listening.url}/long`)).status).toBe(200);
  expect(cutOff).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['no end of its headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nx: '],
])('a client who sends %s is cut off', async (_, text) => {
  const socket = send(text);
  const sending = setInterval(() => text !== '' && socket.write('x'), STALLED_MS / 10);
  await once(socket.resume(), 'close').finally(() => clearInterval(sending));
});

test('a client who sends a request before the last one is answered is cut off', async () => {
  serve = (_, response) => void wait(STALLED_MS / 2).then(() => response.end('done'));
  const socket = send(head('GET', '/first', 0) + head('GET', '/second', 0));
  await once(socket.resume(), 'close');
  await expect.poll(() => cutOff).toEqual(['/first']);
});
