import './runtime-globals.ts';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { readTemplate } from './database-template.ts';
import { createExclusive, type Exclusive } from './exclusive.ts';
import { HOSTED_SCHEMA } from './hosted-schema.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';
import { PATHS } from './paths.ts';
import { writeDurably } from './write-durably.ts';

export interface LocalDatabase {
  connection: PgliteConnection;
  /** There is one database session: what takes several statements must have it alone. */
  exclusive: Exclusive;
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  /** Runs any number of statements; they are one transaction only if the text says so. */
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Where the database lives, in a folder of its own below this one; without it, in memory. */
  dataDir?: string;
  /** Whether a new database gets the samples of seed.sql. */
  seed?: boolean;
}

/** What a copy of the template must not share with other copies. */
const OWN_IDENTITY_SQL = `
update private.sync_epoch set epoch = gen_random_uuid();
update private.flood_settings set secret = gen_random_uuid();
`;

/**
 * Opens the embedded database as its superuser, with what hosted Supabase provides and our migrations applied.
 * The caller must own `dataDir` alone: two processes on one database damage it.
 */
export async function openDatabase({ dataDir, seed = false }: OpenOptions = {}): Promise<LocalDatabase> {
  const migrations = [HOSTED_SCHEMA, ...readMigrations()];
  const connection = dataDir === undefined ? await create(undefined, migrations, seed) : await openFolder(dataDir, migrations, seed);
  const driver = connection.driver;
  const exclusive = createExclusive();
  return {
    connection,
    exclusive,
    query: <T>(sql: string, params: unknown[] = []) => exclusive(async () => (await driver.query<T>(sql, params)).rows),
    exec: (sql) => exclusive(async () => void (await driver.exec(sql))),
    close: () => exclusive(() => connection.close()),
  };
}

async function openFolder(dataDir: string, migrations: Migration[], seed: boolean): Promise<PgliteConnection> {
  const folder = path.join(dataDir, 'postgres');
  const complete = path.join(dataDir, 'postgres-complete');
  if (existsSync(complete)) {
    const connection = await createPgliteConnection({ url: folder });
    await migrate(connection.driver, migrations);
    return connection;
  }
  // A start that was killed half-way left files that nobody has stored anything in.
  rmSync(folder, { recursive: true, force: true });
  const connection = await create(folder, migrations, seed);
  await writeDurably(complete, '');
  return connection;
}

async function create(folder: string | undefined, migrations: Migration[], seed: boolean): Promise<PgliteConnection> {
  const pgliteOptions = { loadDataDir: await readTemplate(migrations) };
  const connection = await createPgliteConnection(folder === undefined ? { pgliteOptions } : { url: folder, pgliteOptions });
  await connection.driver.exec(OWN_IDENTITY_SQL);
  if (seed) await connection.driver.exec(readFileSync(PATHS.seed, 'utf8'));
  return connection;
}
