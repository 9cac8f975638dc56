import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { readMigrations } from '../../../supabase/local/database/migrate.ts';
import { rolesSql, schemasSql, withPolicyGrants } from './hosted.ts';
import { addressOf, startServer, type RunningServer, type Server } from './start-server.ts';

/** The server, and the migrated database that tests copy. */
export interface Template extends Server {
  database: string;
  /**
   * The role that ran the migrations: neither a superuser nor a member of the owners of `auth` and
   * `storage`.
   */
  owner: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set only if the tests run on a server. */
    template?: Template;
  }
}

/** Creates the template for the tests, and removes it after them. */
export default async function provideTemplate(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...template } = await startTemplate();
  project.provide('template', template);
  return stop;
}

/** Starts or finds the server and creates the template; `stop` removes both. */
export async function startTemplate(): Promise<Template & Pick<RunningServer, 'stop'>> {
  const server = await startServer();
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const owner = await query(server, async (client) => {
    const { rows } = await client.query(
      `select from pg_roles where rolname = 'postgres' and rolsuper`,
    );
    // On an existing server `postgres` is the superuser.
    const name = rows.length > 0 ? 'project_owner' : 'postgres';
    await client.query(rolesSql(name));
    return name;
  });
  const { connectionString } = server;
  await createDatabase(
    { connectionString, database, owner },
    readMigrations().map(({ version, name, sql }) => ({ name: `${version}_${name}`, sql })),
  );
  const stop = async () => {
    await query(server, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [database],
      );
      for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
    });
    await server.stop();
  };
  return { connectionString, database, owner, stop };
}

interface SqlFile {
  name: string;
  sql: string;
}

/** Creates the database as on a hosted project, and runs the files as its owner. */
export async function createDatabase(template: Template, files: readonly SqlFile[]): Promise<void> {
  const { connectionString, database, owner } = template;
  await query({ connectionString }, (client) =>
    client.query(`create database ${database} owner ${owner} template template0`),
  );
  await query({ connectionString: addressOf({ connectionString }, database) }, (client) =>
    client.query(schemasSql(owner)),
  );
  await runFiles(template, files);
}

/** Runs the files as the database's owner, each in a transaction. */
export async function runFiles(
  { connectionString, database, owner }: Template,
  files: readonly SqlFile[],
): Promise<void> {
  await query({ connectionString: addressOf({ connectionString }, database) }, async (client) => {
    for (const { name, sql } of files) {
      await client
        .query(`begin; set local role ${owner};\n${withPolicyGrants(sql, owner)}\ncommit;`)
        .catch((cause: unknown) =>
          Promise.reject(new Error(`${name} failed: ${String(cause)}`, { cause })),
        );
    }
  });
}

async function query<T>(
  { connectionString }: Server,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
