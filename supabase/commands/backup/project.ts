import type { Client } from 'pg';
import { createProjectApi } from '../../functions/_shared/project-api.ts';
import { projectFetch } from '../../local/project-fetch.ts';
import type { Env } from '../../local/settings.ts';
import { StartError } from '../../local/start-error.ts';
import { connect, readAddress, type DatabaseAddress } from './database-address.ts';
import { findPrograms, type Programs } from './programs.ts';
import { BUCKETS } from './manifest.ts';

/**
 * A hosted project: its API, a session of its database, and programs that match the database's
 * version.
 */
export interface Project {
  /** Without a trailing slash. */
  url: string;
  secretKey: string;
  address: DatabaseAddress;
  client: Client;
  /** The server's major version. */
  server: number;
  programs: Programs;
  /** The versions of the applied migrations. */
  migrations: string[];
}

/**
 * Opens the environment's project, runs the work and ends the session. Throws a StartError that
 * names the missing or wrong setting.
 */
export async function onHostedProject<T>(
  env: Env,
  work: (project: Project) => Promise<T>,
): Promise<T> {
  const { hosted, hostedSecretKey, hostedDatabase, pgBin } = env;
  if (hosted === null)
    throw new StartError(
      'VITE_SUPABASE_URL is missing: this command is for a hosted project. A backup of the embedded backend is a copy of its data folder (DATA_DIR), made while it is stopped.',
    );
  if (hostedSecretKey === null)
    throw new StartError(
      'SUPABASE_SECRET_KEY is missing: copy a secret key from the project’s settings (API keys) into the environment of this command alone.',
    );
  const url = hosted.url.replace(/\/$/, '');
  const address = readAddress(hostedDatabase.url, hostedDatabase.password);
  const client = await connect(address);
  try {
    const server = await versionOf(client);
    const programs = await findPrograms(pgBin, server);
    const { epoch, migrations } = await stateOf(client);
    await requireSame(url, hostedSecretKey, epoch);
    await requireBuckets(client);
    return await work({
      url,
      secretKey: hostedSecretKey,
      address,
      client,
      server,
      programs,
      migrations,
    });
  } finally {
    await client.end();
  }
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

interface State {
  epoch: string;
  migrations: string[];
}

async function stateOf(client: Client): Promise<State> {
  try {
    const { rows } = await client.query<{ state: State }>(
      `select public.deploy_state('') as state`,
    );
    if (rows[0]?.state.migrations) return rows[0].state;
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42883') throw cause;
  }
  throw new StartError(
    'The migrations are not applied to this database: npx supabase db push --linked',
  );
}

/**
 * A wrong setting could name the database of one project and the API of another, and mix their rows
 * and files.
 */
async function requireSame(url: string, secretKey: string, epoch: string): Promise<void> {
  const api = createProjectApi({ url, secretKey, fetch: projectFetch(url) });
  const state = (await api.call('deploy_state', { _project_url: url })) as State;
  if (state.epoch !== epoch)
    throw new StartError(
      'SUPABASE_DB_URL and VITE_SUPABASE_URL are two different projects: set both to the same one.',
    );
}

async function requireBuckets(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from storage.buckets');
  const missing = BUCKETS.filter((bucket) => !rows.some(({ id }) => id === bucket));
  if (missing.length > 0)
    throw new StartError(
      `The project has no bucket ${missing.join(', ')}. Make it again with the insert of supabase/schemas/14_storage.sql, in the SQL editor.`,
    );
}
