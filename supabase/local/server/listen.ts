import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { withRequestLog } from './log.ts';
import { normalTarget } from './normal-path.ts';
import { StartError } from '../start-error.ts';

/** How long an idle connection stays open. */
export const IDLE_MS = 60_000;

/** A device allows a file ten minutes on a slow connection; the server allows a little more. */
const REQUEST_MS = 11 * 60_000;

/** A client that sends or receives nothing for this long is disconnected. */
const STALLED_MS = 60_000;

/** A browser opens six connections. */
const MAX_CONNECTIONS = 512;

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
}

function refuseHost(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(400, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : 'The host has no valid name.');
}

/** The target in the place of one that cannot be normalised: no page and no file. */
const NOWHERE = '/not-found';

/** Refuses invalid hosts, and normalises every address. */
const withCommonRules =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    if (!URL.canParse(`http://${request.headers.host ?? 'localhost'}/`))
      return refuseHost(request, response);
    request.url = normalTarget(request.url ?? '') ?? NOWHERE;
    return listener(request, response);
  };

/**
 * Disconnects a client that stalls, but not one that waits for its answer, and one that sends a
 * request before the last one is answered: no client of ours does, and Node emits no `close` for
 * answers that queue on a connection when it breaks.
 */
function withConnectionRules(listener: RequestListener, stalledMs: number): RequestListener {
  const answering = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    if (answering.has(socket)) {
      socket.destroy();
      return;
    }
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
    response.setTimeout(stalledMs, () => {
      if (response.headersSent || !request.complete) response.destroy();
    });
    listener(request, response);
  };
}

/** The cause and the remedy of a place that cannot be opened. */
function explain(code: string, { host, port, variable }: Place): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use by another program. Stop that program, or set ${variable} to another port.`;
  if (code === 'EACCES')
    return `Port ${port} on ${host} may not be opened by this user (${code}). Set ${variable} to a port from 1024 on.`;
  return `HOST=${host} is no address of this machine (${code}). Set HOST to 127.0.0.1, to 0.0.0.0 for every network, or to an address that this machine has.`;
}

/** Listens at `host` and `port`. Throws a StartError that names the variable if it cannot. */
export async function listen(
  listener: RequestListener,
  { host, port, variable }: Place,
  stalledMs = STALLED_MS,
): Promise<Listening> {
  const server = createServer(
    {
      keepAliveTimeout: IDLE_MS,
      requestTimeout: REQUEST_MS,
      headersTimeout: stalledMs,
      connectionsCheckingInterval: stalledMs / 2,
    },
    withConnectionRules(withRequestLog(withCommonRules(listener)), stalledMs),
  );
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new StartError(explain(cause.code ?? '', { host, port, variable }), { cause }));
    });
    server.listen(port, host, resolve);
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
