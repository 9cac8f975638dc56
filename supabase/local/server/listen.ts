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

/**
 * Longer than proxies and clients keep an idle connection, so that they close it first: closing it
 * here could cut off a request in transit.
 */
export const REST_MS = 65_000;

/** A device allows a file ten minutes on a slow connection; the server allows a little more. */
const REQUEST_MS = 11 * 60_000;

/** A client that sends or receives nothing for this long is disconnected. */
const STALLED_MS = 60_000;

/**
 * The kernel's queue of connections before they are accepted. A client beyond it retries only after
 * a second.
 */
const BACKLOG = 4096;

/** Twice the portal's longest query, a hundred ids. */
const MOST_OF_ADDRESS = { characters: 8 * 1024, parts: 32, parameters: 64 };

export interface Listening {
  url: string;
  close(): Promise<void>;
}

export interface Place {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** The name of the environment variable that sets the port. */
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

/** Sends a prepared answer without calling the listener. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, text }: PlainAnswer,
): void {
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Refuses invalid hosts and addresses, and normalises every other address. */
const withCommonRules =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { url = '', headers } = request;
    if (!URL.canParse(`http://${headers.host ?? 'localhost'}/`))
      return answerText(request, response, 400);
    if (isTooLong(url)) return send(request, response, refuseLongAddress(url));
    // One-byte chunks make a body very costly to read, and our clients never send chunked bodies.
    if (headers['transfer-encoding'] !== undefined)
      return send(request, response, refuseChunks(url));
    const target = normalTarget(url);
    if (target === undefined) return answerText(request, response, 404);
    request.url = target;
    return listener(request, response);
  };

/**
 * Disconnects a client that stalls or exceeds the time limit. A client waiting for an answer is not
 * stalled.
 */
function endStalled(request: IncomingMessage, response: ServerResponse, stalledMs: number): void {
  response.setTimeout(stalledMs, () => {
    if (response.headersSent || !request.complete) response.destroy();
  });
  const end = setTimeout(() => response.destroy(), 2 * REQUEST_MS).unref();
  response.once('close', () => clearTimeout(end));
}

/**
 * Closes a connection unread if its sender has reached the limit of connections. Behind proxies all
 * connections come from the proxy, so only requests are counted.
 */
function boundConnections(server: Server): void {
  const admit = createAdmission();
  server.prependListener('connection', (socket: Socket) => {
    const sender = senderOf(clientAddress(undefined, socket.remoteAddress ?? '', 0));
    if (!admit(sender, socket)) socket.destroy();
  });
}

/** Runs each request for its sender, and answers 429 if the sender has too many unanswered. */
function withSenders(
  listener: RequestListener,
  trustedProxyHops: number,
  stalledMs: number,
): RequestListener {
  const admit = createAdmission();
  /** Requests that were pipelined after a refusal get no answer. */
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

/** Listens at `host` and `port`. Throws a StartError that names the variable if it cannot. */
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
