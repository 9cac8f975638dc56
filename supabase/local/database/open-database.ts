import '../runtime-globals.ts';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createDatabaseSession, type DatabaseSession } from './database-session.ts';
import { readTemplate } from './database-template.ts';
import { HOSTED_SCHEMA } from './hosted-schema.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';
import { PATHS } from '../project-paths.ts';
import { StartError } from '../start-error.ts';
import { writeDurably } from '../storage/write-durably.ts';

export interface LocalDatabase {
  /** The current session; it may change after any work. */
  readonly connection: PgliteConnection;
  /**
   * There is one database session: work of several statements must hold it. See DatabaseSession.
   */
  exclusive: DatabaseSession['run'];
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  /** Runs any number of statements; they are one transaction only if the text says so. */
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

interface OpenOptions {
  /** The folder that contains the database's folder; without it the database is in memory. */
  dataDir?: string;
  /** Whether a new database gets the samples of seed.sql. */
  seed?: boolean;
}

/** Per-database secrets, which a copy of the template must not share with other copies. */
const OWN_IDENTITY_SQL = `
update private.sync_epoch set epoch = gen_random_uuid();
update private.flood_settings set secret = gen_random_uuid();
`;

/**
 * Opens the embedded database as its superuser, with the parts that hosted Supabase provides and
 * our migrations. The caller must hold `dataDir`'s lock: two processes on one database damage it.
 */
export async function openDatabase({
  dataDir,
  seed = false,
}: OpenOptions = {}): Promise<LocalDatabase> {
  const migrations: Migration[] = [HOSTED_SCHEMA, ...readMigrations()];
  const session = await createDatabaseSession(() =>
    dataDir === undefined
      ? create(undefined, migrations, seed)
      : openFolder(dataDir, migrations, seed),
  );
  return {
    get connection() {
      return session.connection;
    },
    exclusive: session.run,
    query: <T>(sql: string, params: unknown[] = []) =>
      session.run(async ({ driver }) => (await driver.query<T>(sql, params)).rows),
    exec: (sql) => session.run(async ({ driver }) => void (await driver.exec(sql))),
    close: session.close,
  };
}

/** The file that marks a folder's database as complete. */
const completeIn = (dataDir: string) => path.join(dataDir, 'postgres-complete');

/** For commands on an existing database: throws a StartError when the folder has none. */
export function requireDatabase(dataDir: string): void {
  if (existsSync(completeIn(dataDir))) return;
  throw new StartError(
    `There is no database in ${dataDir} yet: start the product once, or set DATA_DIR.`,
  );
}

async function openFolder(
  dataDir: string,
  migrations: Migration[],
  seed: boolean,
): Promise<PgliteConnection> {
  const folder = path.join(dataDir, 'postgres');
  if (!existsSync(completeIn(dataDir))) {
    // A start that was killed half-way left files without any stored data.
    rmSync(folder, { recursive: true, force: true });
    const connection = await create(folder, migrations, seed);
    await writeDurably(completeIn(dataDir), '');
    return connection;
  }
  let connection: PgliteConnection | undefined;
  try {
    connection = await createPgliteConnection({ url: folder });
    await migrate(connection.driver, migrations);
    return connection;
  } catch (cause) {
    await connection?.driver.close().catch(() => undefined);
    throw new StartError(
      `The data folder ${dataDir} cannot be opened by this version of the product (${(cause as Error).message}). Start the version that made it, or set DATA_DIR to a new folder.`,
      { cause },
    );
  }
}

async function create(
  folder: string | undefined,
  migrations: Migration[],
  seed: boolean,
): Promise<PgliteConnection> {
  const pgliteOptions = { loadDataDir: await readTemplate(migrations) };
  const connection = await createPgliteConnection(
    folder === undefined ? { pgliteOptions } : { url: folder, pgliteOptions },
  );
  await connection.driver.exec(OWN_IDENTITY_SQL);
  if (seed) await connection.driver.exec(readFileSync(PATHS.seed, 'utf8'));
  return connection;
}
