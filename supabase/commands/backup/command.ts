import path from 'node:path';
import { DAILY_BACKUPS } from '../../../src/core/domain/retention.ts';
import { parseEnv, type Env } from '../../local/settings.ts';
import { StartError } from '../../local/start-error.ts';
import { AFTER_RESTORE } from '../after-restore.ts';
import { describeBackup, makeBackup } from './make-backup.ts';
import { verifyBackup } from './manifest.ts';
import { onHostedProject } from './project.ts';
import { restoreFiles, restoreRows } from './restore-backup.ts';

const USAGE = `Copies a hosted project, its database and its files, and puts a copy back. With VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY,
SUPABASE_SECRET_KEY, SUPABASE_DB_URL and SUPABASE_DB_PASSWORD, and PostgreSQL's client on the PATH or in PG_BIN.

  npm run backup -- make FOLDER [--keep N]     makes a backup in FOLDER, and keeps the newest N there, ${DAILY_BACKUPS} by default
  npm run backup -- verify BACKUP              checks a whole backup, FOLDER/<time>, and names damaged files
  npm run backup -- restore BACKUP             loads it into an empty project that has the migrations
  npm run backup -- restore BACKUP --files     continues the files of an interrupted restore`;

async function make(env: Env, root: string, count: number): Promise<string> {
  return onHostedProject(env, async (project) => {
    const made = await makeBackup(project, root, count);
    // For `npm run deploy:check`.
    await project.client.query(`select private.note_run('backup')`);
    const text = describeBackup(made, count);
    // The backup is kept. A scheduler notices the exit code, not the text.
    if (made.lost.length > 0) throw new StartError(text);
    return text;
  });
}

async function verify(folder: string): Promise<string> {
  const { made, files } = await verifyBackup(folder);
  return `${folder} is complete: the database and ${files.length} files of ${made}. Only a restore proves that it works.`;
}

async function restore(env: Env, folder: string, isFilesOnly: boolean): Promise<string> {
  const manifest = await verifyBackup(folder);
  return onHostedProject(env, async (project) => {
    if (!isFilesOnly) await restoreRows(project, folder, manifest);
    await restoreFiles(project, folder, manifest);
    return `Restored ${folder} into ${project.url}.\n${AFTER_RESTORE}`;
  });
}

/**
 * Runs `npm run backup` with the arguments `args` on the environment's project. Returns the text
 * to print.
 * @param environment Folders are relative to its INIT_CWD.
 */
export async function backup(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const [command, folderArg, flag, value, ...more] = args;
  if (folderArg === undefined || more.length > 0) throw new StartError(USAGE);
  const folder = path.resolve(environment['INIT_CWD'] ?? '.', folderArg);
  const env = parseEnv(environment);
  if (command === 'make' && flag === undefined) return make(env, folder, DAILY_BACKUPS);
  if (command === 'make' && flag === '--keep' && /^[1-9]\d{0,3}$/.test(value ?? ''))
    return make(env, folder, Number(value));
  if (command === 'verify' && flag === undefined) return verify(folder);
  if (command === 'restore' && value === undefined && (flag ?? '--files') === '--files')
    return restore(env, folder, flag !== undefined);
  throw new StartError(USAGE);
}
