import path from 'node:path';
import { createProjectApi, type ProjectApi } from '../functions/_shared/project-api.ts';
import { FolderInUse, takeDataDir } from './data-dir.ts';
import { localProject } from './deployed-functions.ts';
import { createBackend } from './embedded-backend.ts';
import { LOCAL_PUBLISHABLE_KEY } from './keys.ts';
import { openDatabase, requireDatabase } from './open-database.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import type { Env } from './settings.ts';
import { StartError } from './start-error.ts';

interface Reached {
  project: ProjectApi;
  close(): Promise<void>;
}

const overHttp = (url: string, secretKey: string): Reached => ({
  project: createProjectApi({ url: url.replace(/\/$/, ''), secretKey, fetch }),
  close: async () => undefined,
});

function reachHosted({ hosted, hostedSecretKey }: Env): Reached {
  if (hostedSecretKey !== null) return overHttp(hosted?.url ?? '', hostedSecretKey);
  throw new StartError(
    `SUPABASE_SECRET_KEY is missing: it is the key of ${hosted?.url} that passes its row-level security. Copy a secret key from the project's settings (API keys) into the environment of this command alone.`,
  );
}

/** Opens a folder that nobody serves, with its services on it. */
async function openFolder({ dataDir }: Env): Promise<Reached> {
  const leave = await takeDataDir(dataDir);
  const closers = [leave];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const database = await openDatabase({ dataDir });
    closers.push(database.close);
    const secrets = await readSecrets(dataDir);
    const options = { filesDir: path.join(dataDir, 'files'), siteUrl: 'http://localhost', publishableKey: LOCAL_PUBLISHABLE_KEY };
    return { project: localProject(await createBackend({ database, ...options, ...secrets }), secrets.secretKey), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Reaches the records with the key that passes row-level security: those of the hosted project that the environment names; else those of
 * the data folder, through the server that has it, or opened for this one command. Throws a StartError that says what is missing.
 */
export async function reachProject(env: Env): Promise<Reached> {
  if (env.hosted !== null) return reachHosted(env);
  requireDatabase(env.dataDir);
  try {
    return await openFolder(env);
  } catch (error) {
    if (!(error instanceof FolderInUse) || error.url === undefined) throw error;
    return overHttp(error.url, (await readSecrets(env.dataDir)).secretKey);
  }
}

/** The server that has the data folder, as this machine reaches it, and its secrets. Throws a StartError when there is none. */
export async function findServer({ dataDir }: Env): Promise<Secrets & { url: string }> {
  requireDatabase(dataDir);
  try {
    await (await takeDataDir(dataDir))();
  } catch (error) {
    if (!(error instanceof FolderInUse) || error.url === undefined) throw error;
    return { url: error.url, ...(await readSecrets(dataDir)) };
  }
  throw new StartError(`Nobody serves the data folder ${dataDir}. Start it first (npm start), and leave it running.`);
}
