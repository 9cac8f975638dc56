import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { requireRoom } from '../storage/disk-room.ts';
import { StartError } from '../start-error.ts';

/**
 * A lock untouched for this long is stale. Generous, because opening a database can block the event
 * loop for seconds.
 */
const STALE_MS = 30_000;

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

interface Owner {
  host: string;
  pid: number;
  /** The server's address, once it listens. */
  url?: string;
}

/** Another process holds the folder. `url` is its address on this machine, once it listens. */
export class FolderInUse extends StartError {
  readonly url: string | undefined;

  constructor(dataDir: string, owner: Owner | undefined, cause: unknown) {
    const url = owner?.host === hostname() ? owner.url : undefined;
    super(
      url === undefined
        ? `The data folder ${dataDir} is in use by another process. Stop that one first, or set DATA_DIR to another folder.`
        : `${url} is served from the data folder ${dataDir} already. Stop that first, or set DATA_DIR, PORT and INBOX_PORT.`,
      { cause },
    );
    this.url = url;
  }
}

const ownerFileOf = (dataDir: string) => path.join(dataDir, 'owner.json');

function readOwner(ownerFile: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function writeOwner(dataDir: string, more: Pick<Owner, 'url'> = {}): void {
  writeFileSync(
    ownerFileOf(dataDir),
    JSON.stringify({ host: hostname(), pid: process.pid, ...more } satisfies Owner),
  );
}

/**
 * Records the server's address for commands on this machine. Only the folder's owner may call it.
 */
export const announceAddress = (dataDir: string, url: string): void => writeOwner(dataDir, { url });

/**
 * Whether the owner was a process of this machine and has ended. Its lock need not go stale first.
 */
function isGone(ownerFile: string): boolean {
  const owner = readOwner(ownerFile);
  if (owner?.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** Closes the folder to other users, because it holds personal data. */
function makePrivate(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700);
  } catch (cause) {
    throw new StartError(
      `The data folder ${dataDir} cannot be closed to other users (${codeOf(cause)}). It must belong to the user who starts the program: change its owner, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${codeOf(cause)}). Make it writable, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/**
 * Creates the folder if needed and locks it for this process, because two processes damage a
 * database for good. Returns the release. Throws a StartError if the folder is not writable, its
 * disk is nearly full, or another process holds it.
 */
export async function takeDataDir(dataDir: string): Promise<() => Promise<void>> {
  makeWritable(dataDir);
  makePrivate(dataDir);
  await requireRoom(dataDir);
  const database = path.join(dataDir, 'database');
  const ownerFile = ownerFileOf(dataDir);
  // One process at a time: otherwise two could find the owner gone, and the second would remove the
  // first one's new lock.
  const leaveDoor = await lock(path.join(dataDir, 'door'), {
    realpath: false,
    stale: 5000,
    retries: { retries: 70, factor: 1, minTimeout: 100, maxTimeout: 100 },
  });
  try {
    if (isGone(ownerFile)) rmSync(`${database}.lock`, { recursive: true, force: true });
    const release = await lock(database, { realpath: false, stale: STALE_MS });
    writeOwner(dataDir);
    return release;
  } catch (cause) {
    if (codeOf(cause) !== 'ELOCKED') throw cause;
    throw new FolderInUse(dataDir, readOwner(ownerFile), cause);
  } finally {
    await leaveDoor();
  }
}
