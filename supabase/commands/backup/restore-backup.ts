import { escapeIdentifier, escapeLiteral } from 'pg';
import { StartError } from '../../local/start-error.ts';
import { dumpOf, type Manifest } from './manifest.ts';
import type { Project } from './project.ts';
import { upload } from './storage-files.ts';

/** Tables that migrations fill; the backup's rows replace theirs. */
const REPLACED = ['private.flood_settings', 'private.retention', 'private.job_secret'];
/** Tables whose rows a new project may already have, and keeps. */
const KEPT = [
  'private.sync_epoch',
  'private.last_runs',
  'private.known_lines',
  'private.submission_hits',
  'private.releases',
];

/**
 * Loads a backup's rows into an empty project, in one transaction that also begins a new epoch, so
 * that portals reload every list. Throws a StartError, without any change, if the project is not
 * empty or has other migrations.
 */
export async function restoreRows(
  project: Project,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  requireSameMigrations(project, manifest);
  await requireEmpty(project);
  const { run, address, url } = project;
  // psql begins once the script is whole.
  const script = await run('pg_restore', [
    ...['--data-only', '--no-owner', '--no-privileges', '--file=-'],
    dumpOf(folder),
  ]);
  await run(
    'psql',
    [
      ...['--no-psqlrc', '--quiet', '--no-password', '--single-transaction'],
      // Verbose errors would print rows.
      ...['--set=ON_ERROR_STOP=1', '--set=VERBOSITY=terse'],
      // Triggers would assign new revisions, create alerts and refuse records with a tombstone.
      '--command=set session_replication_role = replica',
      `--command=truncate ${REPLACED.join(', ')}`,
      '--file=-',
      ...movePictures(url).map((sql) => `--command=${sql}`),
      '--command=select public.begin_epoch()',
    ],
    { address, input: script },
  );
}

/** A picture's row holds its public address, which begins with the project's address. */
const movePictures = (url: string) =>
  [
    ['gallery_images', 'url'],
    ['testimonials', 'avatar_url'],
  ].map(
    ([table, column]) =>
      `update public.${table} set ${column} = ${escapeLiteral(url)} || regexp_replace(${column}, '^https?://[^/]+', '') where ${column} is not null`,
  );

/** Uploads the backup's files. A repeat uploads only the missing ones. */
export async function restoreFiles(
  project: Project,
  folder: string,
  { files }: Manifest,
): Promise<void> {
  for (const file of files) {
    // The flood guard counts résumés by address, even with the secret key.
    if (file.bucket === 'resumes')
      await project.client.query(`delete from private.submission_hits where target = 'resumes'`);
    await upload(project, folder, file);
  }
  await project.client.query(`delete from private.submission_hits where target = 'resumes'`);
}

function requireSameMigrations({ migrations }: Project, backup: Manifest): void {
  const lacking = backup.migrations.filter((version) => !migrations.includes(version));
  const newer = migrations.filter((version) => !backup.migrations.includes(version));
  if (lacking.length > 0)
    throw new StartError(
      `The project lacks migrations of the backup (${lacking.join(', ')}): npx supabase db push --linked`,
    );
  if (newer.length > 0)
    throw new StartError(
      `The project has migrations that the backup does not know (${newer.join(', ')}). In a new project, push those of the release from ${backup.made.slice(0, 10)}, restore, then push the newer ones.`,
    );
}

async function requireEmpty({ client }: Project): Promise<void> {
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables
     where (schemaname in ('public', 'private') and schemaname || '.' || tablename <> all($1))
        or (schemaname, tablename) in (('auth', 'users'), ('storage', 'objects'))
     order by 1, 2`,
    [[...REPLACED, ...KEPT]],
  );
  const filled: string[] = [];
  for (const { schema, name } of tables) {
    const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount !== 0) filled.push(`${schema}.${name}`);
  }
  if (filled.length > 0)
    throw new StartError(
      `Nothing was restored: the project is not empty (${filled.join(', ')}). Restore into a new project, with the migrations applied and no account made. If only the files were cut off: npm run backup -- restore BACKUP --files`,
    );
}
