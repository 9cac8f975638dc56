import { classifyInsert, classifyRemoval } from './classify-response.ts';
import { createPortalCalls, type PortalOptions } from './portal-client.ts';
import type { PushBackend, PushDevice } from './push-backend.ts';
import * as calls from './supabase-calls.ts';

const REQUEST_MS = 15_000;
const TABLE = 'push_devices';

const isDevices = (data: unknown): data is PushDevice[] => Array.isArray(data);

/** The adapter of the web push port: Supabase, with the signed-in user's token. */
export function createSupabasePushBackend(options: PortalOptions): PushBackend {
  const { send, question } = createPortalCalls(options, REQUEST_MS);

  return {
    readKey: () => question(calls.readPushKey),

    listDevices: () =>
      question(async ({ rest }) =>
        calls.restReply(
          await rest
            .from(TABLE)
            .select('id,name,created_at')
            .order('created_at', { ascending: false }),
          isDevices,
        ),
      ),

    addDevice: (device) =>
      send(classifyInsert, (clients) => calls.insert(clients, TABLE, { ...device })),

    removeDevice: (id) =>
      send(classifyRemoval, async ({ rest }) =>
        calls.restResponse(await rest.from(TABLE).delete().eq('id', id)),
      ),
  };
}
