import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';

const MB = 1024 ** 2;
const STALLED_MS = 5_000;
const apikey = LOCAL_PUBLISHABLE_KEY;
const ATTACKER = '198.51.100.1';

export interface Target {
  url: string;
  /** Ids of bookings with an alert. */
  bookings: readonly string[];
}

interface Attack {
  /**
   * The sender is named by X-Forwarded-For, as behind a proxy; else by the address of its
   * connection.
   */
  isProxied?: true;
  /** Resolves once the last answer has come. */
  run: (target: Target) => Promise<unknown>;
}

/**
 * Sends bytes over a connection and waits until the server closes it, or until `answers` answers
 * arrived.
 */
async function sendBytes(url: string, bytes: string | Buffer, answers: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  let text = '';
  const done = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      if (text.split('HTTP/1.1 ').length > answers && text.endsWith('\n')) resolve();
    });
  });
  socket.write(bytes);
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 60_000))]);
  socket.destroy();
}

const head = (method: string, target: string, headers: Record<string, string | number> = {}) =>
  [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    `apikey: ${apikey}`,
    ...Object.entries({ 'x-forwarded-for': ATTACKER, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const ask = (target: Target, path: string, init: RequestInit = {}) =>
  fetch(target.url + path, {
    ...init,
    headers: {
      apikey,
      'x-forwarded-for': ATTACKER,
      ...(init.headers as Record<string, string> | undefined),
    },
  }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  );

const uploadHead = (type: string, length: number) =>
  head('POST', `/storage/v1/object/resumes/${randomUUID()}.pdf`, {
    'content-type': type,
    'content-length': length,
  });

const chunkedHead = () =>
  head('POST', `/storage/v1/object/resumes/${randomUUID()}.pdf`, {
    'content-type': 'application/pdf',
    'transfer-encoding': 'chunked',
  });

/** A form of ten megabytes whose one part is all header lines. */
function formOfHeaders(): Buffer {
  const body = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name=""; filename="a.pdf"\r\n${'a: b\r\n'.repeat(1_740_000)}\r\n%PDF\r\n--x--\r\n`,
  );
  const type = 'multipart/form-data; boundary=x';
  return Buffer.concat([Buffer.from(uploadHead(type, body.byteLength)), body]);
}

/** Requests a picture repeatedly on many connections and reads no answer. */
async function readNothing({ url }: Target): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/gallery_images?select=url&limit=1`, {
    headers: { apikey },
  });
  const [picture] = (await answer.json()) as { url: string }[];
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let count = 0; count < 60; count++) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket.pause());
    socket.write(head('GET', picture?.url ?? '/').repeat(20));
  }
  await new Promise((resolve) => setTimeout(resolve, STALLED_MS));
  for (const socket of sockets) socket.destroy();
}

/**
 * Opens connections, writes each one `first` at once and `again` every 100 ms, and ends them after
 * a while.
 */
async function keepOpen(url: string, count: number, first: string, again: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.resume().write(first);
    return socket;
  });
  const timer = setInterval(
    () => sockets.filter(({ writable }) => writable).forEach((socket) => socket.write(again)),
    100,
  );
  await new Promise((resolve) => setTimeout(resolve, STALLED_MS));
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
}

const read = ({ url }: Target) =>
  sendBytes(url, head('GET', '/rest/v1/careers?select=id,title', { connection: 'close' }), 1);

/** Each from one sender, by its name in the benchmark's report. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  nothing: { run: () => Promise.resolve() },
  '3,000 pipelined reads on one connection': {
    run: ({ url }) =>
      sendBytes(url, head('GET', '/rest/v1/careers?select=id,title').repeat(3_000), 3_000),
  },
  '3,000 pipelined pages on one connection': {
    run: ({ url }) => sendBytes(url, head('GET', '/').repeat(3_000), 3_000),
  },
  '1,500 connections with a read each': { run: (target) => times(1_500, () => read(target)) },
  '1,500 connections with a read each, by a proxy': {
    isProxied: true,
    run: (target) => times(1_500, () => read(target)),
  },
  '1,500 connections that send nothing': { run: ({ url }) => keepOpen(url, 1_500, '', '') },
  '200 sign-ins from one IPv6 /48': {
    isProxied: true,
    run: (target) =>
      times(200, (index) =>
        ask(target, '/auth/v1/token?grant_type=password', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `2001:db8:7:${index.toString(16)}::1`,
          },
          body: JSON.stringify({ email: 'admin@example.com', password: `a-wrong-one-${index}` }),
        }),
      ),
  },
  'six forms of 10 MB of header lines': {
    run: ({ url }) => {
      const form = formOfHeaders();
      return times(6, () => sendBytes(url, form, 1));
    },
  },
  'ten long addresses': {
    run: (target) =>
      times(10, () => ask(target, `/rest/v1/careers?select=id&or=(${longFilter()})`)),
  },
  'ten long paths': {
    run: (target) => times(10, () => ask(target, `/rest/v1/${'a/'.repeat(7_500)}`)),
  },
  '35 résumés of 10 MB': {
    run: (target) =>
      times(35, () =>
        ask(target, `/storage/v1/object/resumes/${randomUUID()}.pdf`, {
          method: 'POST',
          headers: { 'content-type': 'application/pdf' },
          body: Buffer.alloc(10 * MB, '%'),
        }),
      ),
  },
  '100 résumés in 20,000 chunks of a byte': {
    run: ({ url }) => {
      const sent = chunkedHead() + '1\r\nx\r\n'.repeat(20_000) + '0\r\n\r\n';
      return times(100, () => sendBytes(url, sent, 1));
    },
  },
  '100 connections that send a résumé byte by byte': {
    run: ({ url }) => keepOpen(url, 100, uploadHead('application/pdf', MB), 'x'),
  },
  '100 connections that send a header byte by byte': {
    run: ({ url }) => keepOpen(url, 100, 'GET / HTTP/1.1\r\nHost: localhost\r\nx: ', 'x'),
  },
  '60 connections that read nothing of 1,200 pictures': { run: readNothing },
  '60 calls for mail while the provider refuses': {
    run: (target) =>
      times(60, (index) =>
        ask(target, '/functions/v1/send-form-email', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            type: 'booking',
            data: { id: target.bookings[index % target.bookings.length] },
          }),
        }),
      ),
  },
};

const longFilter = () => Array.from({ length: 1_000 }, (_, n) => `title.eq.${n}`).join(',');
