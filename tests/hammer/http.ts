import {
  type Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A complete request. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A complete answer. */
export interface ReadResult {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Reads a whole request. */
export async function readAsked(request: IncomingMessage): Promise<Asked> {
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: passedOn(request.headers),
    body: await readBody(request),
  };
}

/** Sends a request to the server. Rejects if the connection breaks. */
export function ask(
  target: string,
  agent: Agent,
  { method, path, headers, body }: Asked,
): Promise<ReadResult> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${target}${path}`,
      { method, agent, headers: { ...headers, 'content-length': body.length } },
      (response) => {
        readBody(response).then(
          (read) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
          reject,
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function readBody(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Passes an answer on; a gateway's 502 if the server gave none. */
export function give(response: ServerResponse, answered: ReadResult | null): void {
  const { status, headers, body } = answered ?? BAD_GATEWAY;
  response.writeHead(status, {
    ...passedOn(headers),
    ...(status !== 204 && { 'content-length': body.length }),
  });
  response.end(body);
}

/** Sends half of an answer, then breaks the connection. */
export function cut(response: ServerResponse, answered: ReadResult | null): void {
  const { status, headers, body } = answered ?? BAD_GATEWAY;
  const type = headers['content-type'];
  response.writeHead(status, {
    ...(type && { 'content-type': type }),
    'content-length': body.length + 1,
  });
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => reset(response));
  if (body.length === 0) response.flushHeaders();
}

export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Half of an answer, as if it were whole. */
export const halved = (answered: ReadResult | null): ReadResult | null =>
  answered && { ...answered, body: answered.body.subarray(0, Math.ceil(answered.body.length / 2)) };

const BAD_GATEWAY: ReadResult = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<title>502 Bad Gateway</title>'),
};

const OF_ONE_CONNECTION = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);

/** The headers that a proxy passes on. */
const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name)));

/** An address where nothing listens. */
export async function unusedUrl(): Promise<string> {
  const server = createServer();
  const { port } = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** Listens on a free port of this machine. */
export async function listen(server: ReturnType<typeof createServer>): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address() as AddressInfo;
}
