import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A status, an answer that breaks off, or no answer. */
type Behaviour = number | 'cut' | 'hang';

interface SentMail {
  headers: IncomingHttpHeaders;
  body: { from: string; to: string[]; subject: string; text: string };
}

export interface Provider {
  url: string;
  /** Its behaviour for the next mails. */
  behaviour: Behaviour;
  /** All requested mails, accepted or not. */
  asked: SentMail[];
  /** Answers 200 to all hanging requests. */
  release(): void;
  close(): Promise<void>;
}

/** A mail provider with Resend's interface and scripted behaviour. */
export async function startProvider(): Promise<Provider> {
  const hanging: ServerResponse[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      provider.asked.push({ headers: request.headers, body: JSON.parse(text) as SentMail['body'] });
      if (provider.behaviour === 'hang') hanging.push(response);
      else if (provider.behaviour === 'cut') request.socket.destroy();
      else response.writeHead(provider.behaviour, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: 200,
    asked: [],
    release: () => hanging.splice(0).forEach((response) => response.writeHead(200).end('{}')),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
