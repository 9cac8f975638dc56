import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { parseEnv } from '../../../supabase/local/settings.ts';
import { startServer, type Server } from '../../../supabase/local/server/server.ts';
import { clientOf } from './client.ts';
import { ADMIN } from './people.ts';
import { makeUser, secretKeyOf } from './users.ts';

/** The real backend in this process, on free ports and with a data folder for this test file. */
export function useServer(env: Record<string, string> = {}) {
  let server: Server;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'backend-'));
    server = await startServer(
      parseEnv({
        PORT: '0',
        INBOX_PORT: '0',
        DATA_DIR: dataDir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...env,
      }),
    );
  });
  afterAll(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const visitor = (headers?: Record<string, string>) => clientOf(server.url, headers);

  async function administrator() {
    const client = visitor();
    const { error } = await client.auth.signInWithPassword(ADMIN);
    if (error) throw error;
    return client;
  }

  const query = <T>(sql: string, params?: unknown[]) => server.database.query<T>(sql, params);
  const secretKey = () => secretKeyOf(dataDir);
  const newUser = (fullName?: string) => makeUser(server.url, secretKey(), fullName);
  return {
    visitor,
    administrator,
    newUser,
    query,
    secretKey,
    url: () => server.url,
    inboxUrl: () => server.inboxUrl,
  };
}
