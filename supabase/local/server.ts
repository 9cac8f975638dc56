import type { RequestListener } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { ensureAdministrator } from './administrator.ts';
import { createAlertFunction } from './alert-function.ts';
import { createBackend } from './backend.ts';
import { clientAddress } from './client-address.ts';
import { takeDataDir } from './data-dir.ts';
import type { Env } from './env.ts';
import { LOCAL_PUBLISHABLE_KEY } from './keys.ts';
import { listen } from './listen.ts';
import { startInbox } from './mail/inbox.ts';
import { openDatabase, type LocalDatabase } from './open-database.ts';
import { PATHS } from './paths.ts';
import { readSecrets } from './secrets.ts';
import { seedGallery } from './seed-gallery.ts';
import { siteListener } from './site/site-listener.ts';

export interface Server {
  url: string;
  inboxUrl: string;
  database: Pick<LocalDatabase, 'query'>;
  /** Finishes the work at hand and gives back ports and folder. */
  close(): Promise<void>;
}

const API = /^\/(rest|auth|storage|functions)\/v1\//;

interface Api {
  listener: RequestListener;
  close(): void;
}

/** Answers the API of one open database: what @supabase/lite serves, and our function. */
async function createApi(env: Env, database: LocalDatabase, inbox: { host: string; port: number }): Promise<Api> {
  const secrets = await readSecrets(env.dataDir);
  const backend = await createBackend({
    database,
    filesDir: path.join(env.dataDir, 'files'),
    siteUrl: `http://${env.host}:${env.port}`,
    publishableKey: LOCAL_PUBLISHABLE_KEY,
    ...secrets,
  });
  await database.query('update private.flood_settings set loopback = $1', [env.floodLoopback]);
  await ensureAdministrator(database, backend, env.admin);
  await seedGallery({ dataDir: env.dataDir, database, backend, secretKey: secrets.secretKey });
  const alerts = createAlertFunction({ backend, secretKey: secrets.secretKey, mail: env.mail, inbox });

  const listener = getRequestListener(
    (request, { incoming }) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/functions/v1/send-form-email') return alerts.answer(request);
      if (pathname.startsWith('/functions/')) return Response.json({ error: 'There is no such function.' }, { status: 404 });
      const socketAddress = incoming.socket.remoteAddress ?? '';
      return backend(request, clientAddress(request.headers.get('x-forwarded-for'), socketAddress, env.trustedProxyHops));
    },
    { overrideGlobalObjects: false },
  );
  return { listener, close: alerts.close };
}

/**
 * Starts the embedded backend, the inbox and the site on one origin. A new data folder is migrated, seeded and given its
 * administrator. `site` answers what is not the API. Throws a StartError when a port or the folder cannot be had.
 */
export async function startServer(env: Env, site: RequestListener = siteListener(PATHS.dist)): Promise<Server> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    closers.push(await takeDataDir(env.dataDir));
    const database = await openDatabase({ dataDir: env.dataDir, seed: true });
    closers.push(database.close);
    const inbox = await startInbox(env.host, env.inboxPort);
    closers.push(inbox.close);
    const api = await createApi(env, database, inbox.smtp);
    closers.push(async () => api.close());
    const listening = await listen(
      (request, response) => (API.test(request.url ?? '') ? api.listener : site)(request, response),
      env.host,
      env.port,
      'PORT',
    );
    closers.push(listening.close);
    return { url: listening.url, inboxUrl: inbox.url, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}
