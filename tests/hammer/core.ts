import type { TokenSource } from '../../src/core/server/signed-in.ts';
import { flush } from '../../src/core/outbox/flush.ts';
import { createMemoryQueue } from '../../src/core/outbox/memory-queue.ts';
import { createQueue } from '../../src/core/outbox/queue.ts';
import { createSupabaseAdminBackend } from '../../src/core/server/supabase-admin-backend.ts';
import { createSupabaseBackend } from '../../src/core/server/supabase-backend.ts';
import { createSupabaseCrewBackend } from '../../src/core/server/supabase-crew-backend.ts';
import { forgetEnded } from '../../src/core/store/crew-store.ts';
import { Database } from '../../src/core/store/database.ts';
import { createPageOutbox } from '../../src/runtime/page-outbox.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';

/** An administrator's way to the server. */
interface Way {
  url: string;
  token: TokenSource;
  fetch: typeof globalThis.fetch;
}

/** The parts of the product that `breaks.ts` replaces by broken ones. */
export const core = {
  openDatabase: (name: string) => new Database(name),
  createQueue,
  createMemoryQueue,
  createBackend: (url: string, fetch: typeof globalThis.fetch) =>
    createSupabaseBackend({ url, publishableKey: LOCAL_PUBLISHABLE_KEY, fetch }),
  createAdminBackend: (way: Way) =>
    createSupabaseAdminBackend({ ...way, publishableKey: LOCAL_PUBLISHABLE_KEY }),
  createCrewBackend: (url: string, fetch: typeof globalThis.fetch) =>
    createSupabaseCrewBackend({ supabaseUrl: url, publishableKey: LOCAL_PUBLISHABLE_KEY }, fetch),
  createPageOutbox,
  forgetEnded,
  /** The worker's flush; a page's is its outbox's. */
  flush,
};

export type Core = typeof core;
