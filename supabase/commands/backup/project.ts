import type { Client } from 'pg';
import { createProjectApi } from '../../functions/_shared/project-api.ts';
import { projectFetch } from '../../local/project-fetch.ts';
import type { Env } from '../../local/settings.ts';
import { StartError } from '../../local/start-error.ts';
import { connect, findPrograms, readAddress, type Address, type Run } from './database.ts';
import { BUCKETS } from './manifest.ts';

/** A hosted project: its API, a session of its database, and programs that match the database's version. */
export interface Project {
  /** Without a trailing slash. */
  url: string;
  secretKey: string;
  address: Address;
  client: Client;
  /** The server's major version. */
  server: number;
  run: Run;
  /** The versions of the applied migrations. */
  migrations: string[];
}

/**
 * Opens the environment's project, runs the work and ends the session. Throws a StartError that
 * names the missing or wrong setting.
 */
export async function onHostedProject<T>(
  { hosted, hostedSecretKey: secretKey, hostedDatabase, pgBin }: Env,
  work: (project: Project) => Promise<T>,
): Promise<T> {
  if (hosted === null)
    throw new StartError(
      'VITE_SUPABASE_URL is missing: this command is for a hosted project. A backup of the embedded backend is a copy of its data folder (DATA_DIR), made while it is stopped.',
    );
  if (secretKey === null)
    throw new StartError(
      'SUPABASE_SECRET_KEY is missing: copy a secret key from the project’s settings (API keys) into the environment of this command alone.',
    );
  const url = hosted.url.replace(/\/$/, '');
  const address = readAddress(hostedDatabase.url, hostedDatabase.password);
  const client = await connect(address);
  try {
    const { server, buckets, epoch, migrations } = await readState(client);
    const run = await findPrograms(pgBin, server);
    // A wrong setting could mix the rows of one project and the files of another.
    const api = createProjectApi({ url, secretKey, fetch: projectFetch(url) });
    const answered = (await api.call('deploy_state', { _project_url: url })) as DatabaseState;
    if (answered.epoch !== epoch)
      throw new StartError(
        'SUPABASE_DB_URL and VITE_SUPABASE_URL are two different projects: set both to the same one.',
      );
    const missing = BUCKETS.filter((bucket) => !buckets.includes(bucket));
    if (missing.length > 0)
      throw new StartError(
        `The project has no bucket ${missing.join(', ')}. Make it again with the insert of supabase/schemas/14_storage.sql, in the SQL editor.`,
      );
    return await work({ url, secretKey, address, client, server, run, migrations });
  } finally {
    await client.end();
  }
}

interface DatabaseState {
  epoch: string;
  migrations: string[];
}

async function readState(client: Client) {
  const { rows } = await client
    .query<{ server: number; buckets: string[]; state: DatabaseState }>(
      `select current_setting('server_version_num')::int / 10000 as server, array(select id from storage.buckets) as buckets,
         public.deploy_state('') as state`,
    )
    .catch((cause: unknown) => {
      if ((cause as { code?: string }).code !== '42883') throw cause;
      return { rows: [] };
    });
  if (!rows[0]?.state.migrations)
    throw new StartError(
      'The migrations are not applied to this database: npx supabase db push --linked',
    );
  const [{ server, buckets, state }] = rows;
  return { server, buckets, ...state };
}
