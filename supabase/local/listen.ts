import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withRequestLog } from './log.ts';
import { normalTarget } from './normal-path.ts';
import { StartError } from './start-error.ts';

/** Longer than proxies and clients keep a connection that rests: closed by them, none is closed under a request that is on its way. */
export const REST_MS = 65_000;

/** Longer than the ten minutes that a device gives a file on a slow connection. */
const REQUEST_MS = 11 * 60_000;

export interface Listening {
  url: string;
  close(): Promise<void>;
}

/** What holds for every request and answer, whoever gives it: one spelling of the address, and a media type that means what it says. */
const withCommonRules =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    const target = normalTarget(request.url ?? '');
    if (target !== undefined) {
      request.url = target;
      return listener(request, response);
    }
    response.writeHead(404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      connection: 'close',
    });
    response.end(request.method === 'HEAD' ? undefined : 'There is no such address.');
  };

/** Listens on `host` and `port` (0: any free one). Throws a StartError, naming `variable`, when it cannot. */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  variable: string,
): Promise<Listening> {
  const server = createServer(
    { keepAliveTimeout: REST_MS, requestTimeout: REQUEST_MS },
    withRequestLog(withCommonRules(listener)),
  );
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
