import type { TokenSource } from '../../src/core/server/signed-in.ts';
import { ADMIN_MUTATIONS } from '../../src/core/mutations/administrators.ts';
import { CREW_MUTATIONS } from '../../src/core/mutations/crew-report.ts';
import { VISITOR_MUTATIONS } from '../../src/core/mutations/visitors.ts';
import { flush } from '../../src/core/outbox/flush.ts';
import { createMemoryQueue } from '../../src/core/outbox/memory-queue.ts';
import { createQueue } from '../../src/core/outbox/queue.ts';
import { pull } from '../../src/core/replica/pull.ts';
import { pullCrewSheet } from '../../src/core/replica/pull-crew-sheet.ts';
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

/** The parts of the product that `breaks.ts` replaces by broken ones, and a month's upgrade by the present ones. */
export const core = {
  VISITOR_MUTATIONS,
  ADMIN_MUTATIONS,
  CREW_MUTATIONS,
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
  pull,
  pullCrewSheet,
  forgetEnded,
  /** The worker's flush; a page's is its outbox's. */
  flush,
};

export type Core = typeof core;
