import { createClient, type WebSocketLikeConstructor } from '@supabase/supabase-js';
import type { ReadResult } from './admin-backend.ts';
import type { SendResult } from './backend.ts';
import type { ServerResponse } from './request-faults.ts';
import { request, type Connection, type Fetch, type Reply } from './request.ts';
import { classifyRead } from './classify-response.ts';
import { askSignedIn, type TokenSource, type WithoutToken } from './signed-in.ts';
import type { Clients } from './supabase-calls.ts';

export interface PortalOptions {
  /** The project's URL, without a slash at its end. */
  url: string;
  publishableKey: string;
  token: TokenSource;
  fetch?: Fetch;
}

/** One request through the clients of the signed-in user. */
export type Call<T = never> = (clients: Clients, userId: string) => Promise<Reply<T>>;

/** Overrides the usual limit, for a large file. */
interface Sending {
  timeoutMs: number;
  through: Fetch;
}

/** How the portal's adapters send requests. */
export interface PortalCalls {
  ask<T = never>(call: Call<T>): Promise<Reply<T> | WithoutToken>;
  /** Sends a change; `read` reads the answer. */
  send(
    read: (answer: ServerResponse) => SendResult,
    call: Call,
    sending?: Sending,
  ): Promise<SendResult>;
  question<T>(call: Call<T>): Promise<ReadResult<T>>;
}

/**
 * Sends requests with the signed-in user's token, renewed once if the server refuses it.
 * `timeoutMs`: the usual limit of a request.
 */
export function createPortalCalls(
  { url, publishableKey, token, fetch = globalThis.fetch }: PortalOptions,
  timeoutMs: number,
): PortalCalls {
  const usual: Sending = { timeoutMs, through: fetch };
  const connection: Connection = { mayBeClosed: false };

  const ask = <T = never>(call: Call<T>, { timeoutMs, through } = usual) =>
    askSignedIn(token, (user) =>
      request<T>(
        through,
        timeoutMs,
        (send) => call(clientsOf(url, publishableKey, user.token, send), user.userId),
        { connection },
      ),
    );

  return {
    ask: (call) => ask(call),
    async send(read, call, sending) {
      const reply = await ask(call, sending);
      return 'outcome' in reply ? reply : read(reply);
    },
    question: async (call) => classifyRead(await ask(call)),
  };
}

/**
 * The portal does not use Realtime. Without this the client looks for a WebSocket, which Node.js 20
 * lacks.
 */
const NO_SOCKET = (() => {
  throw new Error('The portal opens no socket.');
}) as unknown as WebSocketLikeConstructor;

function clientsOf(url: string, publishableKey: string, accessToken: string, send: Fetch): Clients {
  const client = createClient(url, publishableKey, {
    accessToken: async () => accessToken,
    global: { fetch: send },
    db: { retry: false },
    realtime: { transport: NO_SOCKET },
  });
  return { rest: client, storage: client.storage, functions: client.functions };
}
