import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../start-error.ts';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

interface Owner {
  pid: number;
  /** The server's address, once it listens. */
  url?: string;
}

/** Another process holds the folder. `url` is its address, once it listens. */
export class FolderInUse extends StartError {
  readonly url: string | undefined;

  constructor(dataDir: string, { pid, url }: Owner) {
    super(
      url === undefined
        ? `The data folder ${dataDir} is in use by another process (${pid}). Stop that one first, or set DATA_DIR to another folder.`
        : `${url} is served from the data folder ${dataDir} already. Stop that first, or set DATA_DIR, PORT and INBOX_PORT.`,
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

function writeOwner(dataDir: string, owner: Omit<Owner, 'pid'>, flag: 'w' | 'wx'): void {
  writeFileSync(ownerFileOf(dataDir), JSON.stringify({ pid: process.pid, ...owner }), { flag });
}

/**
 * Records the server's address for commands on this machine. Only the folder's owner may call it.
 */
export const announceAddress = (dataDir: string, url: string): void =>
  writeOwner(dataDir, { url }, 'w');

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** The folders that this process holds: a file of an earlier process may name its number too. */
const held = new Set<string>();

/**
 * Creates the folder if needed, closes it to other users, because it holds personal data, and takes
 * it for this process, because two processes damage a database for good. Returns the release.
 * Throws a StartError if the folder is not writable or another process holds it.
 */
export async function takeDataDir(dataDir: string): Promise<() => Promise<void>> {
  const ownerFile = ownerFileOf(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o700);
    const owner = readOwner(ownerFile);
    if (owner !== undefined) {
      const isOther = owner.pid !== process.pid || held.has(dataDir);
      if (isOther && isRunning(owner.pid)) throw new FolderInUse(dataDir, owner);
    }
    rmSync(ownerFile, { force: true });
    writeOwner(dataDir, {}, 'wx');
  } catch (cause) {
    if (cause instanceof FolderInUse) throw cause;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${codeOf(cause)}). Make it yours and writable, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  held.add(dataDir);
  return async () => {
    held.delete(dataDir);
    rmSync(ownerFile, { force: true });
  };
}
