import {
  createServer,
  request as askServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDLE_MS } from '../../supabase/local/server/listen.ts';
import { startBackend, type TestBackend } from './backend.ts';

export interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** A request that has left the device. */
export interface Exchange {
  /** Passes the request to the server and returns its reply. Rejects if there is none. */
  ask(): Promise<Reply>;
  /** Sends a reply to the device, if it is still connected. */
  give(reply: Reply): void;
  /** Gives the device no answer. */
  lose(): void;
}

export type Answer = (exchange: Exchange) => void | Promise<void>;

/** The number of requests so far. */
export interface Asked {
  readonly count: number;
}

/** A rule for some requests. */
interface Rule extends Asked {
  requests: string;
  matches(request: string): boolean;
  /** The answer to the next request; undefined if the rule has none. */
  next(): Answer | undefined;
  /** Whether scripted answers were never requested. */
  isUnmet(): boolean;
}

/**
 * The proxy between a test's browsers and its backend. It applies to requests from pages, from a
 * worker that is just starting and from the browser itself; a route of the browser's driver misses
 * requests that a worker sends before the driver has attached.
 */
export class Network {
  readonly #rules: Rule[] = [];
  // As on the server, because a connection closed during a request is an error that no test
  // scripted.
  readonly #server = createServer(
    { keepAliveTimeout: IDLE_MS },
    (request, response) => void this.#handle(request, response),
  );
  readonly #backendUrl: string;
  #url = '';

  constructor(backendUrl: string) {
    this.#backendUrl = backendUrl;
  }

  /** The address of the site and its API for a device. */
  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * Answers the next requests in turn; later ones go to the server. `requests` is a method and an
   * address without its origin, such as `POST /rest/v1/bookings*`, where a star matches anything.
   */
  answerInTurn(requests: string, answers: readonly Answer[]): Asked {
    return this.#add(requests, (count) => answers[count - 1], answers.length);
  }

  /** Gives this answer to every such request until it is stopped. */
  answerEvery(requests: string, answer: Answer): Asked & { stop(): void } {
    let isOver = false;
    const rule = this.#add(requests, () => (isOver ? undefined : answer), 1);
    return Object.assign(rule, { stop: () => void (isOver = true) });
  }

  /** Gives this answer to every such request, if one comes. */
  answerAny(requests: string, answer: Answer): void {
    this.#add(requests, () => answer, 0);
  }

  /** Removes all rules, and returns the requests of those whose answers were not all requested. */
  forget(): string[] {
    const rules = this.#rules.splice(0);
    return rules.filter((rule) => rule.isUnmet()).map(({ requests }) => requests);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** A rule that is met after `expected` requests. */
  #add(requests: string, answerTo: (count: number) => Answer | undefined, expected: number): Rule {
    const parts = requests.split('*').map((part) => part.replace(/[.?]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('.*')}$`);
    const rule = {
      requests,
      count: 0,
      matches: (request: string) => pattern.test(request),
      next: () => answerTo((rule.count += 1)),
      isUnmet: () => rule.count < expected,
    };
    // The newest rule takes precedence.
    this.#rules.unshift(rule);
    return rule;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = this.#answerTo(`${request.method} ${request.url}`);
    const body = request.toArray().then((chunks: Buffer[]) => Buffer.concat(chunks));
    const exchange: Exchange = {
      ask: async () => askFor(this.#backendUrl, request, await body),
      give: (reply) => give(response, reply),
      lose: () => lose(response),
    };
    try {
      await body;
      await answer(exchange);
    } catch {
      exchange.lose();
    }
  }

  #answerTo(request: string): Answer {
    for (const rule of this.#rules) {
      const answer = rule.matches(request) ? rule.next() : undefined;
      if (answer) return answer;
    }
    return pass;
  }
}

/** Passes a request through unchanged. */
export const pass: Answer = async ({ ask, give }) => give(await ask());

/** Headers of one connection, which the next connection sets itself. */
const OF_ONE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const passedOn = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.includes(name)));

function askFor(
  backendUrl: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = askServer(
      backendUrl + url,
      { method, headers: { ...headers, connection: 'close' } },
      (answer) => {
        answer.toArray().then((chunks: Buffer[]) => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: passedOn(answer.headers),
            body: Buffer.concat(chunks),
          });
        }, reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

function give(response: ServerResponse, { status, headers, body }: Reply): void {
  if (!response.writable) return;
  response.writeHead(status, headers);
  response.end(body);
}

/**
 * Bytes that are not HTTP, which a browser treats as a failed connection. If a reused connection
 * breaks, the browser may repeat the request by itself, so the number of requests would vary.
 */
const lose = (response: ServerResponse): void => void response.socket?.end('no answer\r\n\r\n');

export interface ConnectedBackend extends TestBackend {
  /** The network in front of it, for requests to `url`. */
  network: Network;
}

/** Starts a backend behind its own network. */
export async function startConnectedBackend(
  env: Record<string, string> = {},
): Promise<ConnectedBackend> {
  const backend = await startBackend(env);
  const network = new Network(backend.url);
  await network.start();
  return {
    ...backend,
    url: network.url,
    network,
    async close() {
      await network.close();
      await backend.close();
    },
  };
}
