import { createServer, request, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type ReadResult = [status: number, body: unknown, headers?: OutgoingHttpHeaders];

interface Front {
  url: string;
  /** Headers that the front writes about a visitor; it appends to X-Forwarded-For. */
  writes: Record<string, string>;
  /** Answers of the front itself, by the beginning of the path. */
  answers: Record<string, ReadResult>;
  close(): Promise<void>;
}

/** A proxy in front of a backend, which can answer in its place. */
export async function startFront(target: () => string): Promise<Front> {
  const front = { writes: {} as Front['writes'], answers: {} as Front['answers'] };
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const own = Object.entries(front.answers).find(([path]) => url.startsWith(path))?.[1];
    if (own) {
      const [status, body, more] = own;
      incoming.resume();
      outgoing
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
      return;
    }
    const sent: OutgoingHttpHeaders = { ...headers };
    for (const [name, value] of Object.entries(front.writes)) {
      sent[name] =
        name === 'x-forwarded-for' && sent[name] !== undefined
          ? `${String(sent[name])}, ${value}`
          : value;
    }
    const handedOn = request(new URL(url, target()), { method, headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    handedOn.on('error', () => outgoing.destroy());
    incoming.pipe(handedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(front, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
  });
}
