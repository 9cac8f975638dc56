import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import { parseEnv } from '../../../supabase/local/env.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import { startServer, type Server } from '../../../supabase/local/server.ts';
import type { Database } from '../../../src/core/backend/database.types.ts';
import { ADMIN } from './people.ts';

/** The real backend, in this process, on free ports and a data folder of this test file's own. */
export function useServer(env: Record<string, string> = {}) {
  let server: Server;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'backend-'));
    server = await startServer(
      parseEnv({ PORT: '0', INBOX_PORT: '0', DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env }),
    );
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** A client of one person, who keeps their session in memory; `headers` go with every request. */
  const visitor = (headers: Record<string, string> = {}) =>
    createClient<Database>(server.url, LOCAL_PUBLISHABLE_KEY, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() },
      global: { headers },
    });

  async function administrator() {
    const client = visitor();
    const { error } = await client.auth.signInWithPassword(ADMIN);
    if (error) throw error;
    return client;
  }

  const query = <T>(sql: string, params?: unknown[]) => server.database.query<T>(sql, params);
  return { visitor, administrator, query, url: () => server.url, inboxUrl: () => server.inboxUrl };
}
