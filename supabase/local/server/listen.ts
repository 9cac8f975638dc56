import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withRequestLog } from './log.ts';
import { StartError } from '../start-error.ts';

/** How long an idle connection stays open. */
export const IDLE_MS = 60_000;

/** A device allows a file ten minutes on a slow connection; the server allows a little more. */
const REQUEST_MS = 11 * 60_000;

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

/** The cause and the remedy of a place that cannot be opened. */
function explain(code: string, { host, port, variable }: Place): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use by another program. Stop that program, or set ${variable} to another port.`;
  if (code === 'EACCES')
    return `Port ${port} on ${host} may not be opened by this user (${code}). Set ${variable} to a port from 1024 on.`;
  return `HOST=${host} is no address of this machine (${code}). Set HOST to 127.0.0.1, to 0.0.0.0 for every network, or to an address that this machine has.`;
}

/** Listens at `host` and `port`. Throws a StartError that names the variable if it cannot. */
export async function listen(listener: RequestListener, place: Place): Promise<Listening> {
  const { host, port } = place;
  const server = createServer(
    { keepAliveTimeout: IDLE_MS, requestTimeout: REQUEST_MS },
    withRequestLog((request, response) => {
      response.setHeader('x-content-type-options', 'nosniff');
      return listener(request, response);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new StartError(explain(cause.code ?? '', place), { cause }));
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
