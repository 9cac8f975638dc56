import type { RequestListener } from 'node:http';
import path from 'node:path';
import { RETENTION_MONTHS } from '../../../src/core/domain/retention.ts';
import { createPushKeyHandler } from '../../functions/push-key/handler.ts';
import { ensureAdministrator } from '../auth/ensure-administrator.ts';
import { startAlertRetries } from '../mail/alert-retries.ts';
import {
  createAlertFunction,
  createMailEvents,
  localProject,
  startHousekeeping,
} from './deployed-functions.ts';
import { apiListener, isApi } from './api-listener.ts';
import { createBackend } from '../embedded-backend.ts';
import { announceAddress, takeDataDir } from '../database/data-dir.ts';
import type { Env } from '../settings.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../keys.ts';
import { listen, type Place } from './listen.ts';
import { startInbox } from '../mail/inbox.ts';
import { openDatabase, type LocalDatabase } from '../database/open-database.ts';
import { PATHS } from '../project-paths.ts';
import { readSecrets } from '../secrets.ts';
import { seedGallery } from '../storage/seed-gallery.ts';
import { siteListener } from '../site/serve-site.ts';

export interface Server {
  url: string;
  inboxUrl: string;
  database: LocalDatabase;
  /** Finishes current work and releases ports and folder. */
  close(): Promise<void>;
}

interface Api {
  listener: RequestListener;
  close(): Promise<void>;
}

/** Creates the API of one open database: the services of @supabase/lite, and our functions. */
async function createApi(
  env: Env,
  database: LocalDatabase,
  inbox: { host: string; port: number },
  site: () => string,
): Promise<Api> {
  const secrets = await readSecrets(env.dataDir);
  const backend = await createBackend({
    database,
    filesDir: path.join(env.dataDir, 'files'),
    publishableKey: LOCAL_PUBLISHABLE_KEY,
    ...secrets,
  });
  await database.query('update private.flood_settings set loopback = $1', [env.floodLoopback]);
  // A hosted project gets the privacy page's periods by `npm run retention -- set`.
  for (const [table, months] of Object.entries(RETENTION_MONTHS))
    await database.query(
      'update private.retention set months = $2 where target = $1 and months is null',
      [table, months],
    );
  const warning = await ensureAdministrator(database, env.admin);
  if (warning !== null) console.log(warning);
  await seedGallery(env.dataDir, { database, backend, secretKey: secrets.secretKey });
  const project = localProject(backend, secrets.secretKey);
  const alerts = createAlertFunction({
    project,
    mail: env.mail,
    vapid: secrets.vapid,
    inbox,
    site,
  });
  const answerPushKey = createPushKeyHandler(secrets.vapid);
  const housekeeping = startHousekeeping(database, project);
  const retries = startAlertRetries({ database, project, answer: alerts.answer });
  return {
    listener: apiListener(
      backend,
      new Map([
        ['send-form-email', alerts.answer],
        ['push-key', async (request: Request) => answerPushKey(request)],
        ...createMailEvents(project, env.mail),
      ]),
    ),
    close: () => Promise.all([housekeeping.close(), retries.close()]).then(alerts.close),
  };
}

/** The address that the site listens on. */
export const sitePlace = ({ host, port }: Env): Place => ({ host, port, variable: 'PORT' });

/** The address of a server as seen from this machine: a wildcard host is not an address. */
const ownAddress = (host: string, url: string) =>
  host === '0.0.0.0' || host === '::' ? `http://127.0.0.1:${new URL(url).port}` : url;

/**
 * Starts the embedded backend, the inbox and the site on one origin. A new data folder is migrated,
 * seeded and given its administrator. `site` answers all requests outside the API. Throws a
 * StartError if a port or the folder is not available.
 */
export async function startServer(
  env: Env,
  site: RequestListener = siteListener(PATHS.dist),
): Promise<Server> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    closers.push(await takeDataDir(env.dataDir));
    const database = await openDatabase({ dataDir: env.dataDir, seed: true });
    closers.push(database.close);
    const inbox = await startInbox(env.inboxPort);
    closers.push(inbox.close);
    // With port 0 the address is known only once the server listens.
    let address = `http://localhost:${env.port}`;
    const api = await createApi(env, database, inbox.smtp, () => env.siteUrl ?? address);
    closers.push(api.close);
    const listening = await listen(
      (request, response) => (isApi(request.url) ? api.listener : site)(request, response),
      sitePlace(env),
    );
    closers.push(listening.close);
    address = ownAddress(env.host, listening.url);
    announceAddress(env.dataDir, address);
    return { url: listening.url, inboxUrl: inbox.url, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}
