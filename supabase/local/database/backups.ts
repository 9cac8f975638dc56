import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { RESERVE_BYTES, freeBytes } from '../storage/disk-room.ts';
import type { Check } from '../server/health.ts';
import { completeIn, type LocalDatabase } from './open-database.ts';
import { startRounds } from '../server/rounds.ts';
import { syncFolder } from '../storage/write-durably.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Checked every hour, so that one backup is made a day, at about the same time. */
const DUE_MS = 23.5 * HOUR_MS;
const LATE_MS = 48 * HOUR_MS;

const PARTIAL = '.partial';
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/;

const folderOf = (dataDir: string) => path.join(dataDir, 'backups');
/** The name of a backup's folder. */
export const nameAt = (date: Date) =>
  date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
const timeOf = (name: string) => Date.parse(name.replace(NAME, '$1:$2:$3Z'));

/** The names of the complete backups in a folder, oldest first. */
export const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name))
        .sort()
    : [];

/** The names of the complete backups of a data folder, oldest first. */
export const listBackups = (dataDir: string): string[] => namesIn(folderOf(dataDir));

/**
 * Whether the last backup, or without one the database itself, is younger than `ms` milliseconds. A
 * date in the future does not count: the clock was or is wrong.
 */
function isFresh(dataDir: string, ms: number): boolean {
  const names = listBackups(dataDir);
  const times = names.length > 0 ? names.map(timeOf) : [statSync(completeIn(dataDir)).mtimeMs];
  return times.some((time) => time <= Date.now() && Date.now() - time < ms);
}

/** All files and folders below a folder, as relative paths; each folder precedes its contents. */
async function walk(folder: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const placed = entries.map((entry) => ({
    entry,
    place: path.relative(folder, path.join(entry.parentPath, entry.name)),
  }));
  const places = (isWanted: (entry: (typeof entries)[number]) => boolean) =>
    placed
      .filter(({ entry }) => isWanted(entry))
      .map(({ place }) => place)
      .sort();
  return {
    folders: ['.', ...places((entry) => entry.isDirectory())],
    files: places((entry) => entry.isFile() && !entry.name.endsWith(PARTIAL)),
  };
}

async function copyTree(
  from: string,
  to: string,
  copy: (from: string, to: string) => Promise<void>,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (!existsSync(from)) return;
  const { folders, files } = await walk(from);
  for (const place of folders) await mkdir(path.join(to, place), { recursive: true, mode: 0o700 });
  const wanted = files.filter((place) => !leftOut.has(place));
  await Promise.all(wanted.map((place) => copy(path.join(from, place), path.join(to, place))));
}

/**
 * Stored files are never modified, only replaced or removed, so a hard link serves as a copy. Some
 * disks have no hard links.
 */
export const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch(() => copyFile(from, to));

async function syncTree(folder: string): Promise<void> {
  const { folders, files } = await walk(folder);
  for (const place of files) {
    const handle = await open(path.join(folder, place), 'r+');
    await handle.sync().finally(() => handle.close());
  }
  for (const place of folders.reverse()) await syncFolder(path.join(folder, place));
}

async function makeSureOfRoom(dataDir: string): Promise<void> {
  const { files } = await walk(path.join(dataDir, 'postgres'));
  let bytes = RESERVE_BYTES;
  for (const place of files) bytes += (await stat(path.join(dataDir, 'postgres', place))).size;
  if ((await freeBytes(dataDir)) < bytes)
    throw new Error(`A backup needs ${Math.ceil(bytes / 1024 ** 2)} MB, and ${dataDir} has less.`);
}

/**
 * Makes a backup of a folder while it is served, and returns its path. The backup is a data folder
 * as of one moment, complete and on the disk when the promise resolves. Requests wait while the
 * database's files are copied. Unclaimed résumés are left out: anybody can store them, a backup
 * would outlast their removal, and their devices send them again.
 */
export async function backUp(database: LocalDatabase, dataDir: string): Promise<string> {
  const backup = path.join(folderOf(dataDir), nameAt(new Date()));
  const partial = `${backup}${PARTIAL}`;
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    // Storage writes files and rows under this exclusive session, and statements change the
    // database's own files.
    await database.exclusive(async ({ driver }) => {
      await driver.exec('checkpoint');
      await makeSureOfRoom(dataDir);
      await copyTree(path.join(dataDir, 'postgres'), path.join(partial, 'postgres'), copyFile);
      const { rows } = await driver.query<{ name: string }>(
        'select name from private.unclaimed_resumes',
      );
      for (const [area, suffix] of [
        ['objects', ''],
        ['kinds', '.json'],
      ] as const)
        await copyTree(
          path.join(dataDir, 'files', area),
          path.join(partial, 'files', area),
          linkOrCopy,
          new Set(rows.map(({ name }) => path.join('resumes', `${name}${suffix}`))),
        );
    });
    for (const name of ['secrets.json', 'gallery-seeded', 'postgres-complete']) {
      if (existsSync(path.join(dataDir, name)))
        await copyFile(path.join(dataDir, name), path.join(partial, name));
    }
    await syncTree(partial);
    await rename(partial, backup);
    await syncFolder(folderOf(dataDir));
    return backup;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Removes incomplete backups of killed processes, and all but the newest `kept` backups. Backups
 * dated in the future, from a wrong clock, are counted separately, or they would displace each new
 * one; they are removed once `kept` others exist.
 */
async function tidy(dataDir: string, kept: number): Promise<void> {
  const folder = folderOf(dataDir);
  const halves = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith(PARTIAL))
    : [];
  const isAhead = (name: string) => timeOf(name) > Date.now();
  const names = listBackups(dataDir);
  const [ahead, past] = [names.filter(isAhead), names.filter((name) => !isAhead(name))];
  const old = [...past.slice(0, -kept), ...(past.length < kept ? ahead.slice(0, -kept) : ahead)];
  for (const name of [...halves, ...old])
    await rm(path.join(folder, name), { recursive: true, force: true });
}

interface Backups {
  /** Rejects if the last backup is two days old. */
  check: Check;
  close(): Promise<void>;
}

/**
 * Makes a daily backup of a folder while it is served, the first when the folder is a day old.
 * Keeps the newest `kept`; 0 makes none.
 */
export function startBackups(database: LocalDatabase, dataDir: string, kept: number): Backups {
  if (kept === 0) return { check: async () => undefined, close: async () => undefined };
  const work = async () => {
    if (isFresh(dataDir, DUE_MS)) return;
    await tidy(dataDir, kept);
    await backUp(database, dataDir);
    await tidy(dataDir, kept);
  };
  const { close } = startRounds(
    work,
    HOUR_MS,
    'The daily backup could not be made. It is tried again in an hour.',
  );
  const check = async () => {
    if (!isFresh(dataDir, LATE_MS)) throw new Error('The last backup is two days old.');
  };
  return { check, close };
}
