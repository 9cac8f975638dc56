import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { PATHS } from '../project-paths.ts';

export interface Migration {
  version: string;
  name: string;
  sql: string;
}

/**
 * The migration files in version order. Throws on a file name that the official CLI would not
 * accept.
 */
export function readMigrations(): Migration[] {
  const files = readdirSync(PATHS.migrations).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined)
      throw new Error(`Migration ${file} is not named <timestamp>_<name>.sql.`);
    return { version, name, sql: readFileSync(path.join(PATHS.migrations, file), 'utf8') };
  });
}

/**
 * Applies the missing migrations, each as a whole in its own transaction, and records their texts as the
 * official CLI does. Throws if the database was made by other texts under the same versions, or if a
 * migration fails.
 */
export async function migrate(driver: PGlite, migrations: Migration[]): Promise<void> {
  await driver.exec(`create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  const { rows } = await driver.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  );
  const applied = new Map(rows.map(({ version, statements }) => [version, statements?.join('')]));
  for (const { version, name, sql } of migrations)
    if (applied.has(version) && applied.get(version) !== sql)
      throw new Error(`its migration ${version}_${name} has another text`);
  for (const migration of migrations)
    if (!applied.has(migration.version)) await apply(driver, migration);
}

async function apply(driver: PGlite, { version, name, sql }: Migration): Promise<void> {
  await driver
    .transaction(async (transaction) => {
      await transaction.exec(sql);
      await transaction.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [version, name, [sql]],
      );
    })
    .catch((cause: unknown) => {
      throw new Error(`migration ${version}_${name} failed: ${(cause as Error).message}`, {
        cause,
      });
    });
}
