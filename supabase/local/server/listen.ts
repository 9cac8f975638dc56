import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdmission } from './admission.ts';
import { clientAddress, senderOf } from './client-address.ts';
import { noteConnection } from './event-loop.ts';
import {
  refuseChunks,
  refuseLongAddress,
  refuseSender,
  type PlainAnswer,
} from '../gate/refusals.ts';
import { withRequestLog } from './log.ts';
import { normalTarget } from './normal-path.ts';
import { runAs } from './sender.ts';
import { StartError } from '../start-error.ts';

/** Longer than proxies and clients keep a connection that rests: closed by them, none is closed under a request that is on its way. */
export const REST_MS = 65_000;

/** Longer than the ten minutes that a device gives a file on a slow connection. */
const REQUEST_MS = 11 * 60_000;

/** A client who sends nothing of a request, or takes nothing of an answer, for so long is gone. */
const STALLED_MS = 60_000;

/** Connections that the kernel keeps until they are accepted. A client beyond them tries again only after a second. */
const BACKLOG = 4096;

/** Twice what the portal's longest question takes, a hundred ids. */
const MOST_OF_ADDRESS = { characters: 8 * 1024, parts: 32, parameters: 64 };

export interface Listening {
  url: string;
  close(): Promise<void>;
}

export interface Place {
  host: string;
  /** 0: any free one. */
  port: number;
  /** The environment's name for the port. */
  variable: string;
  trustedProxyHops: number;
}

function isTooLong(target: string): boolean {
  const { characters, parts, parameters } = MOST_OF_ADDRESS;
  if (target.length > characters) return true;
  const [path = '', ...query] = target.split('?');
  return path.split('/').length > parts + 1 || query.join('?').split('&').length > parameters;
}

function answerText(request: IncomingMessage, response: ServerResponse, status: number): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    connection: 'close',
  });
  const text = status === 400 ? 'The host has no valid name.' : 'There is no such address.';
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Sends an answer that was made without the listener. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, text }: PlainAnswer,
): void {
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Refuses an address or a host that nothing of ours has, and gives every other address its one spelling. */
const withCommonRules =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { url = '', headers } = request;
    if (!URL.canParse(`http://${headers.host ?? 'localhost'}/`))
      return answerText(request, response, 400);
    if (isTooLong(url)) return send(request, response, refuseLongAddress(url));
    // A body of one-byte chunks costs as much work as a million bodies, and no client of ours sends chunks.
    if (headers['transfer-encoding'] !== undefined)
      return send(request, response, refuseChunks(url));
    const target = normalTarget(url);
    if (target === undefined) return answerText(request, response, 404);
    request.url = target;
    return listener(request, response);
  };

/** Ends the connection of a client who stalls, or takes longer over an answer than a device may. An answer in the making is waited for. */
function endStalled(request: IncomingMessage, response: ServerResponse, stalledMs: number): void {
  response.setTimeout(stalledMs, () => {
    if (response.headersSent || !request.complete) response.destroy();
  });
  const end = setTimeout(() => response.destroy(), 2 * REQUEST_MS).unref();
  response.once('close', () => clearTimeout(end));
}

/**
 * Ends a connection whose sender has as many as it may have, before anything of it is read. Behind proxies all connections are theirs, and
 * only requests are counted.
 */
function boundConnections(server: Server): void {
  const admit = createAdmission();
  server.prependListener('connection', (socket: Socket) => {
    const sender = senderOf(clientAddress(undefined, socket.remoteAddress ?? '', 0));
    if (!admit(sender, socket)) socket.destroy();
  });
}

/** Runs each request on behalf of its sender, and answers 429 to a sender who has too many under way. */
function withSenders(
  listener: RequestListener,
  trustedProxyHops: number,
  stalledMs: number,
): RequestListener {
  const admit = createAdmission();
  /** Nothing more of what was sent over these is answered. */
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    const { socket, headers, url = '' } = request;
    if (refused.has(socket)) return;
    response.setHeader('x-content-type-options', 'nosniff');
    const forwardedFor = headers['x-forwarded-for']?.toString();
    const sender = senderOf(
      clientAddress(forwardedFor, socket.remoteAddress ?? '', trustedProxyHops),
    );
    if (!admit(sender, response)) {
      refused.add(socket);
      send(request, response, refuseSender(url));
      return;
    }
    endStalled(request, response, stalledMs);
    runAs(sender, () => listener(request, response));
  };
}

/** Listens there. Throws a StartError, naming the variable, when it cannot. */
export async function listen(
  listener: RequestListener,
  { host, port, variable, trustedProxyHops }: Place,
  stalledMs = STALLED_MS,
): Promise<Listening> {
  const server = createServer(
    {
      keepAliveTimeout: REST_MS,
      requestTimeout: REQUEST_MS,
      headersTimeout: stalledMs,
      connectionsCheckingInterval: stalledMs / 2,
    },
    withSenders(withRequestLog(withCommonRules(listener)), trustedProxyHops, stalledMs),
  );
  if (trustedProxyHops === 0) boundConnections(server);
  server.on('connection', noteConnection);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE'
          ? 'is in use by another program'
          : `cannot be opened (${cause.code})`;
      reject(
        new StartError(
          `Port ${port} on ${host} ${reason}. Stop that program, or set ${variable} to another port.`,
          { cause },
        ),
      );
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
