import './runtime-globals.ts';
import path from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { createExclusive, type Exclusive } from './exclusive.ts';
import { HOSTED_SCHEMA } from './hosted-schema.ts';
import { migrate, readMigrations } from './migrate.ts';

export interface LocalDatabase {
  connection: PgliteConnection;
  /** There is one database session: what takes several statements must have it alone. */
  exclusive: Exclusive;
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  /** Runs any number of statements; they are one transaction only if the text says so. */
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the embedded database as its superuser, with what hosted Supabase provides and our migrations applied.
 * Without a folder it lives in memory. The caller must own the folder alone: two processes on one folder damage it.
 */
export async function openDatabase({ dataDir }: { dataDir?: string } = {}): Promise<LocalDatabase> {
  const connection = await createPgliteConnection(dataDir === undefined ? {} : { url: path.join(dataDir, 'postgres') });
  const driver = connection.driver;
  await migrate(driver, [HOSTED_SCHEMA, ...readMigrations()]);
  const exclusive = createExclusive();
  return {
    connection,
    exclusive,
    query: <T>(sql: string, params: unknown[] = []) => exclusive(async () => (await driver.query<T>(sql, params)).rows),
    exec: (sql) => exclusive(async () => void (await driver.exec(sql))),
    close: () => exclusive(() => connection.close()),
  };
}
