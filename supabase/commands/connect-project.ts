import path from 'node:path';
import { createProjectApi, keyHeaders, type ProjectApi } from '../functions/_shared/project-api.ts';
import { FolderInUse, takeDataDir } from '../local/database/data-dir.ts';
import { fetchFrom } from '../local/server/deployed-functions.ts';
import { createBackend } from '../local/embedded-backend.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../local/keys.ts';
import { openDatabase, requireDatabase } from '../local/database/open-database.ts';
import { projectFetch } from '../local/project-fetch.ts';
import { readSecrets } from '../local/secrets.ts';
import type { Env } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';

export interface Connection {
  project: ProjectApi;
  /**
   * Calls the authentication service's admin API, below /auth/v1, and returns its answer. Throws a
   * StartError with the service's words on a refusal.
   */
  askAuth(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>;
  close(): Promise<void>;
}

interface Way {
  url: string;
  secretKey: string;
  fetch: typeof fetch;
  close?(): Promise<void>;
}

function connect({ url, secretKey, fetch, close = async () => undefined }: Way): Connection {
  return {
    project: createProjectApi({ url, secretKey, fetch }),
    askAuth: async (method, path, body) => {
      const headers = { ...keyHeaders(secretKey), 'content-type': 'application/json' };
      const response = await fetch(`${url}/auth/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json().catch(() => ({}));
      if (response.ok) return answer;
      const { msg } = answer as { msg?: string };
      throw new StartError(
        `The authentication service answered ${response.status}: ${msg ?? 'it gave no reason'}.`,
      );
    },
    close,
  };
}

function connectHosted({ hosted, hostedSecretKey }: Env): Connection {
  const url = hosted?.url.replace(/\/$/, '') ?? '';
  if (hostedSecretKey !== null)
    return connect({ url, secretKey: hostedSecretKey, fetch: projectFetch(url) });
  throw new StartError(
    `SUPABASE_SECRET_KEY is missing: it is the key of ${hosted?.url} that bypasses row-level security. Copy a secret key from the project's settings (API keys) into the environment of this command alone.`,
  );
}

/** Opens a folder that no server holds, with its services. */
async function openFolder({ dataDir, port }: Env): Promise<Connection> {
  const leave = await takeDataDir(dataDir);
  const closers = [leave];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const database = await openDatabase({ dataDir });
    closers.push(database.close);
    const secrets = await readSecrets(dataDir);
    const options = {
      filesDir: path.join(dataDir, 'files'),
      publishableKey: LOCAL_PUBLISHABLE_KEY,
    };
    const backend = await createBackend({ database, ...options, ...secrets });
    const { secretKey } = secrets;
    // The address of the future server, for links to a new password.
    return connect({
      url: `http://localhost:${port}`,
      secretKey,
      fetch: fetchFrom(backend),
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Reaches the records with the key that bypasses row-level security: on the hosted project of the
 * environment; else in the data folder, through its running server or opened for this command.
 * Throws a StartError that names what is missing.
 */
export async function connectProject(env: Env): Promise<Connection> {
  if (env.hosted !== null) return connectHosted(env);
  requireDatabase(env.dataDir);
  try {
    return await openFolder(env);
  } catch (error) {
    if (!(error instanceof FolderInUse) || error.url === undefined) throw error;
    const { secretKey } = await readSecrets(env.dataDir);
    return connect({ url: error.url, secretKey, fetch });
  }
}
