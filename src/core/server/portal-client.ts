import { createClient, type WebSocketLikeConstructor } from '@supabase/supabase-js';
import type { Fetch } from './request.ts';
import type { Clients } from './supabase-calls.ts';

/** Nothing of the portal comes by Realtime. Without this the client looks for a WebSocket, which Node.js 20 lacks. */
const NO_SOCKET = (() => {
  throw new Error('The portal opens no socket.');
}) as unknown as WebSocketLikeConstructor;

/** The portal's clients for one request, which carry a user's token. `url` has no slash at its end. */
export function portalClients(
  url: string,
  publishableKey: string,
  accessToken: string,
  send: Fetch,
): Clients {
  const client = createClient(url, publishableKey, {
    accessToken: async () => accessToken,
    global: { fetch: send },
    db: { retry: false },
    realtime: { transport: NO_SOCKET },
  });
  return { rest: client, storage: client.storage, functions: client.functions };
}
