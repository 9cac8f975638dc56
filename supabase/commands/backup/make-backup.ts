import { rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { DAILY_BACKUPS } from '../../../src/core/domain/retention.ts';
import { StartError } from '../../local/start-error.ts';
import { syncFolder } from '../../local/storage/write-durably.ts';
import { dumpOf, hashFile, writeManifest, type StoredFile } from './manifest.ts';
import type { Project } from './project.ts';
import { download, isListed, listFiles } from './storage-files.ts';

/** The folder of an unfinished backup, renamed once it is complete. */
const UNFINISHED = 'unfinished';
/** The folder of a backup: the time at which it was made. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const nameAt = (date: Date) => date.toISOString().replaceAll(':', '-');

/** A lock untouched for this long belongs to a killed process. */
const STALE_MS = 30_000;
const DOWNLOADS_AT_ONCE = 4;
const DISK_FULL =
  'The disk is full, and no backup was made. Make room, or name a folder on another disk.';

/**
 * The data that a new project needs. Migrations create the tables, and Storage its own rows at each
 * upload. Left out are data of one database (the epoch, the
 * times of jobs, known lines of the check), data that lasts a day (senders, unclaimed
 * résumés), the site's releases and sessions.
 */
const TABLES = [
  '--table=public.*',
  '--table=private.*',
  '--table=auth.users',
  '--table=auth.identities',
  '--exclude-table=private.sync_epoch',
  '--exclude-table=private.last_runs',
  '--exclude-table=private.known_lines',
  '--exclude-table=private.submission_hits',
  '--exclude-table=private.unclaimed_resumes',
  // A restore ends the crew's keys.
  '--exclude-table=private.crew_codes',
  '--exclude-table=private.crew_devices',
  '--exclude-table=private.crew_pushes',
  '--exclude-table=private.releases',
];

interface Made {
  folder: string;
  files: number;
  bytes: number;
  /** Files that Storage lists without contents. */
  lost: string[];
  /** Older backups that were removed. */
  removed: string[];
}

/**
 * Copies a project's data and files into a new folder below `root`, and keeps the newest `keep`
 * backups there. A run that fails or is stopped leaves no backup. Throws a StartError with cause and remedy.
 */
export async function makeBackup(project: Project, root: string, count: number): Promise<Made> {
  const leave = await takeRoot(root);
  const unfinished = path.join(root, UNFINISHED);
  // The exit releases the lock.
  const stop = () => {
    rmSync(unfinished, { recursive: true, force: true });
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    await project.run(
      'pg_dump',
      [
        ...['--format=custom', '--data-only', '--no-password', ...TABLES],
        `--file=${dumpOf(unfinished)}`,
      ],
      { address: project.address },
    );
    const { files, lost } = await copyFiles(project, unfinished);
    const database = await hashFile(dumpOf(unfinished));
    const now = new Date();
    await writeManifest(unfinished, {
      format: 1,
      made: now.toISOString(),
      project: project.url,
      server: project.server,
      migrations: project.migrations,
      database,
      files,
    });
    const folder = path.join(root, nameAt(now));
    await rename(unfinished, folder);
    await syncFolder(root);
    const removed = (await readdir(root))
      .filter((name) => NAME.test(name))
      .sort()
      .slice(0, -count);
    for (const name of removed) await rm(path.join(root, name), { recursive: true, force: true });
    return {
      folder,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, database.bytes),
      lost,
      removed,
    };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (/ENOSPC|No space left on device/i.test(String(error)))
      throw new StartError(DISK_FULL, { cause: error });
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await leave();
  }
}

export function describeBackup(
  { folder, files, bytes, lost, removed }: Made,
  count: number,
): string {
  const promised = DAILY_BACKUPS;
  return [
    `Backup: ${folder}, ${(bytes / 1024 ** 2).toFixed(1)} MB with ${files} files. It holds personal data: keep it encrypted, and in another place.`,
    ...(removed.length > 0 ? [`Removed, beyond the newest ${count}: ${removed.join(', ')}`] : []),
    ...(count > promised
      ? [
          `The privacy page promises that deleted records are gone from backups after ${promised} days: keep ${promised} daily ones, or change DAILY_BACKUPS in src/core/domain/retention.ts.`,
        ]
      : []),
    ...(lost.length > 0 ? [`Storage lists these files without contents: ${lost.join(', ')}`] : []),
  ].join('\n');
}

async function takeRoot(root: string): Promise<() => Promise<void>> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    return await lock(root, { stale: STALE_MS, lockfilePath: path.join(root, 'lock') });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new StartError(`${root} is a file: name a folder, in which each backup is one more.`, {
        cause,
      });
    throw new StartError(
      code === 'ELOCKED'
        ? `Another backup into ${root} is under way, or was killed less than ${STALE_MS / 1000} seconds ago.`
        : `${root} cannot be written (${code}): name another folder.`,
      { cause },
    );
  }
}

/** Copies all files, and names those that Storage lists without contents. */
async function copyFiles(project: Project, folder: string) {
  const files: StoredFile[] = [];
  const lost: string[] = [];
  const waiting = await listFiles(project.client);
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const stored = await download(project, folder, file);
      if (stored !== null) files.push(stored);
      else if (await isListed(project.client, file)) lost.push(`${file.bucket}/${file.name}`);
    }
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, work));
  return { files, lost: lost.sort() };
}
