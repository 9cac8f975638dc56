import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations, type Migration } from '../../supabase/local/database/migrate.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';

/** The hash of each migration's text, by its name, of each release: what the release added. */
export const RELEASED = JSON.parse(
  readFileSync(path.join(PATHS.root, 'supabase/released.json'), 'utf8'),
) as Record<string, Record<string, string>>;

export const nameOf = ({ version, name }: Pick<Migration, 'version' | 'name'>): string =>
  `${version}_${name}`;

/** The newest release whose rows are in `tests/releases`. */
export const LAST_RELEASE = Object.keys(RELEASED).at(-1) ?? '';

const released = new Set(Object.values(RELEASED).flatMap((hashes) => Object.keys(hashes)));

/** The migrations that the last release had. */
export const releasedMigrations = (): Migration[] =>
  readMigrations().filter((migration) => released.has(nameOf(migration)));

/** SQL that fills the last release's empty database: a row at least in each table. */
export const releasedRows = (): string =>
  `set session_replication_role = replica;\n${readFileSync(
    path.join(PATHS.root, 'tests/releases', LAST_RELEASE, 'rows.sql'),
    'utf8',
  )}\nset session_replication_role = origin;`;
