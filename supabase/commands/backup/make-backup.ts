import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { DATA_PROTECTION } from '../../../src/site/content/data-protection.ts';
import { linkOrCopy, nameAt, namesIn } from '../../local/database/backups.ts';
import { StartError } from '../../local/start-error.ts';
import { syncFolder } from '../../local/storage/write-durably.ts';
import { programEnvironment } from './database-address.ts';
import {
  dumpOf,
  fileOf,
  hashFile,
  readManifest,
  writeManifest,
  type StoredFile,
} from './manifest.ts';
import { run } from './programs.ts';
import { download, isListed, listFiles, type ListedFile } from './project-files.ts';
import type { Project } from './project.ts';

/** The folder of an unfinished backup, renamed once it is complete. */
const UNFINISHED = 'unfinished';
/** A lock untouched for this long belongs to a killed process. */
const STALE_MS = 30_000;
const DOWNLOADS_AT_ONCE = 4;
const DISK_FULL =
  'The disk is full, and no backup was made. Make room, or name a folder on another disk; the next run reuses the copied files.';

/**
 * The data that a new project needs. Migrations create the tables, and Storage its own rows at each
 * upload. Left out are data of one database (the epoch), data that lasts a day (senders, unclaimed
 * résumés), the site's releases and sessions.
 */
const TABLES = [
  '--table=public.*',
  '--table=private.*',
  '--table=auth.users',
  '--table=auth.identities',
  '--exclude-table=private.sync_epoch',
  '--exclude-table=private.submission_hits',
  '--exclude-table=private.unclaimed_resumes',
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
 * backups there. A run that fails leaves no backup; the next run reuses its files. Throws a
 * StartError with cause and remedy.
 */
export async function makeBackup(project: Project, root: string, keep: number): Promise<Made> {
  const leave = await takeRoot(root);
  try {
    const unfinished = path.join(root, UNFINISHED);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await dump(project, unfinished);
    const listed = await listFiles(project.client);
    await removeOthers(unfinished, listed);
    const { files, lost } = await copyFiles(project, root, listed);
    const database = await hashFile(dumpOf(unfinished));
    if (database === null) throw new Error('pg_dump wrote no file.');
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
    const removed = namesIn(root).slice(0, -keep);
    for (const name of removed) await rm(path.join(root, name), { recursive: true, force: true });
    return {
      folder,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, database.bytes),
      lost,
      removed,
    };
  } catch (error) {
    if (/ENOSPC|No space left on device/i.test(String(error)))
      throw new StartError(DISK_FULL, { cause: error });
    throw error;
  } finally {
    await leave();
  }
}

/** Describes a backup for the terminal. */
export function describeBackup(
  { folder, files, bytes, lost, removed }: Made,
  keep: number,
): string {
  const promised = DATA_PROTECTION.backupsKept;
  return [
    `Backup: ${folder}, ${(bytes / 1024 ** 2).toFixed(1)} MB with ${files} files. It holds personal data: keep it encrypted, and in another place.`,
    ...(removed.length > 0 ? [`Removed, beyond the newest ${keep}: ${removed.join(', ')}`] : []),
    ...(keep > promised
      ? [
          `The privacy page promises that deleted records are gone from backups after ${promised} days: keep ${promised} daily ones, or change backupsKept in src/site/content/data-protection.ts.`,
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
    throw new StartError(
      code === 'ELOCKED'
        ? `Another backup into ${root} is under way, or was killed less than ${STALE_MS / 1000} seconds ago.`
        : `${root} cannot be written (${code}): name another folder.`,
      { cause },
    );
  }
}

async function dump({ programs, address }: Project, folder: string): Promise<void> {
  // A pg_dump that outlived a killed run keeps writing, but into the deleted file.
  await rm(dumpOf(folder), { force: true });
  await run(
    programs.pgDump,
    ['--format=custom', '--data-only', '--no-password', ...TABLES, `--file=${dumpOf(folder)}`],
    { env: programEnvironment(address) },
  );
}

/** Removes files of an earlier, unfinished run that Storage no longer lists. */
async function removeOthers(folder: string, listed: readonly ListedFile[]): Promise<void> {
  const wanted = new Set(listed.map((file) => fileOf(folder, file)));
  const below = path.join(folder, 'files');
  await mkdir(below, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(below, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(file)) await rm(file);
  }
}

/** Storage never replaces a file, so the same name and length mean the same contents. */
async function copyFiles(
  project: Project,
  root: string,
  listed: readonly ListedFile[],
): Promise<{ files: StoredFile[]; lost: string[] }> {
  const unfinished = path.join(root, UNFINISHED);
  const earlier = await lastBackup(root);
  const found = new Map<ListedFile, StoredFile>();
  const lost: string[] = [];
  const copy = async (file: ListedFile) => {
    const hashed =
      (await whatIsThere(unfinished, file)) ??
      (await linkEarlier(earlier, unfinished, file)) ??
      (await download(project, unfinished, file));
    if (hashed !== null) found.set(file, { ...file, ...hashed });
    else if (await isListed(project.client, file)) lost.push(keyOf(file));
  };
  const waiting = [...listed];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await copy(file);
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, work));
  return { files: listed.flatMap((file) => found.get(file) ?? []), lost: lost.sort() };
}

/** A file that an unfinished run copied. It is complete, because it gets its name last. */
async function whatIsThere(folder: string, file: ListedFile) {
  const hashed = await hashFile(fileOf(folder, file));
  return hashed?.bytes === file.bytes ? hashed : null;
}

interface Earlier {
  folder: string;
  files: ReadonlyMap<string, StoredFile>;
}

const keyOf = ({ bucket, name }: ListedFile) => `${bucket}/${name}`;

async function lastBackup(root: string): Promise<Earlier | null> {
  const name = namesIn(root).at(-1);
  if (name === undefined) return null;
  const folder = path.join(root, name);
  // If the earlier backup is damaged, every file is downloaded.
  const { files } = await readManifest(folder).catch(() => ({ files: [] }));
  return { folder, files: new Map(files.map((file) => [keyOf(file), file])) };
}

/** Links the file from the last backup if it still matches that backup's manifest. */
async function linkEarlier(earlier: Earlier | null, folder: string, file: ListedFile) {
  const known = earlier?.files.get(keyOf(file));
  if (!earlier || known?.bytes !== file.bytes) return null;
  const hashed = await hashFile(fileOf(earlier.folder, file));
  if (hashed?.sha256 !== known.sha256) return null;
  await mkdir(path.dirname(fileOf(folder, file)), { recursive: true });
  await linkOrCopy(fileOf(earlier.folder, file), fileOf(folder, file));
  return hashed;
}
