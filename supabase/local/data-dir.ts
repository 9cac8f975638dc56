import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { StartError } from './start-error.ts';

/** A lock untouched for this long belongs to nobody. Generous, because opening a database can hold the event loop for seconds. */
const STALE_MS = 30_000;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : undefined);

interface Owner {
  host: string;
  pid: number;
}

/** True only if the owner was a process of this machine and is gone: after a kill nobody waits for the lock to go stale. */
function isGone(ownerFile: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(ownerFile, 'utf8')) as Owner;
    if (owner.host !== hostname()) return false;
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
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
 * Creates the folder if need be and takes it for this process alone: two on one database damage it for good. Returns the
 * release. Throws a StartError when the folder cannot be written or another process has it.
 */
export async function takeDataDir(dataDir: string): Promise<() => Promise<void>> {
  makeWritable(dataDir);
  const database = path.join(dataDir, 'database');
  const ownerFile = path.join(dataDir, 'owner.json');
  // One starter at a time, or two could both find the owner gone and the later one remove the other's new lock.
  const leaveDoor = await lock(path.join(dataDir, 'door'), {
    realpath: false,
    stale: 5000,
    retries: { retries: 70, factor: 1, minTimeout: 100, maxTimeout: 100 },
  });
  try {
    if (isGone(ownerFile)) rmSync(`${database}.lock`, { recursive: true, force: true });
    const release = await lock(database, { realpath: false, stale: STALE_MS });
    writeFileSync(ownerFile, JSON.stringify({ host: hostname(), pid: process.pid } satisfies Owner));
    return release;
  } catch (cause) {
    if (codeOf(cause) !== 'ELOCKED') throw cause;
    throw new StartError(
      `The data folder ${dataDir} is in use by another process. Stop that one first, or set DATA_DIR to another folder.`,
      { cause },
    );
  } finally {
    await leaveDoor();
  }
}
