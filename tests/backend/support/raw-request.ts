import { Agent, request, type OutgoingHttpHeaders } from 'node:http';

export interface RawRequest {
  method: string;
  /** The target on the wire, unnormalised. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Without Content-Length, in chunks. */
  isChunked?: boolean;
}

export interface RawAnswer {
  /** 0: the connection ended without an answer. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export const rawAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request unchanged, even an invalid one. */
export function sendRaw(
  url: string,
  { method, path, headers, body, isChunked = false }: RawRequest,
  agent?: Agent,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const length =
      body === undefined || isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, ...(agent && { agent }) },
      (answer) => {
        let text = '';
        const settle = () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', settle).on('error', settle);
      },
    );
    sent.on('error', () => resolve({ status: 0, headers: {}, text: '' }));
    if (isChunked && body !== undefined) sent.write(body.slice(0, 10));
    sent.end(isChunked && body !== undefined ? body.slice(10) : body);
  });
}
