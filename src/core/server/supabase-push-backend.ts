import { readInsert, readRemoval } from './answer.ts';
import type { PushBackend, PushDevice } from './push-backend.ts';
import type { Answer } from './request-faults.ts';
import type { SendResult } from './backend.ts';
import { portalClients } from './portal-client.ts';
import * as calls from './supabase-calls.ts';
import { request, type Fetch, type Reply } from './request.ts';
import { askSignedIn, readAnswer, type TokenSource } from './signed-in.ts';

interface PushOptions {
  url: string;
  publishableKey: string;
  token: TokenSource;
  fetch?: Fetch;
}

type Call<T = never> = (clients: calls.Clients) => Promise<Reply<T>>;

const REQUEST_MS = 15_000;
const TABLE = 'push_devices';

const isDevices = (data: unknown): data is PushDevice[] => Array.isArray(data);

/** The adapter of the port of web push: Supabase, with the signed-in user's token. */
export function createSupabasePushBackend({
  url,
  publishableKey,
  token,
  fetch = globalThis.fetch,
}: PushOptions): PushBackend {
  const ask = <T = never>(call: Call<T>) =>
    askSignedIn(token, (user) =>
      request(fetch, REQUEST_MS, (send) =>
        call(portalClients(url, publishableKey, user.token, send)),
      ),
    );

  async function send(read: (answer: Answer) => SendResult, call: Call): Promise<SendResult> {
    const reply = await ask(call);
    return 'outcome' in reply ? reply : read(reply);
  }

  return {
    readKey: async () => readAnswer(await ask(calls.readPushKey)),

    listDevices: async () =>
      readAnswer(
        await ask(async ({ rest }) =>
          calls.restReply(
            await rest
              .from(TABLE)
              .select('id,name,created_at')
              .order('created_at', { ascending: false }),
            isDevices,
          ),
        ),
      ),

    addDevice: (device) =>
      send(readInsert, (clients) => calls.insert(clients, TABLE, { ...device })),

    removeDevice: (id) =>
      send(readRemoval, async ({ rest }) =>
        calls.restAnswer(await rest.from(TABLE).delete().eq('id', id)),
      ),
  };
}
