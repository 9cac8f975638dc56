import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onStop } from './on-stop.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * The packages of a lock file by their place, or undefined when there is no such file.
 * @param {string} file
 * @returns {Record<string, { version: string, optional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Whether npm's record of installed packages matches package-lock.json; packages for other systems
 * may be absent.
 */
function isUpToDate() {
  const installed = readPackages('node_modules/.package-lock.json');
  if (installed === undefined) return false;
  const wanted = Object.entries(readPackages('package-lock.json') ?? {}).filter(
    ([place]) => place !== '',
  );
  return wanted.every(([place, { version, optional }]) =>
    installed[place] === undefined ? optional === true : installed[place].version === version,
  );
}

const isWindows = process.platform === 'win32';

/**
 * Installs exactly the packages of package-lock.json, unless they are installed: `npm ci` starts
 * from nothing, and a second start should not wait for that. Throws with a text for the person when
 * it fails or is stopped.
 */
export async function ensureDependencies() {
  if (isUpToDate()) return;
  console.log('Installing the packages, a minute or two …');
  let isStopped = false;
  // Before npm starts, because a signal may come as soon as it runs.
  const forget = onStop(() => {
    isStopped = true;
    // npm answers a signal only after its step, which takes up to a minute.
    if (isWindows) npm.kill();
    else if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
  });
  // Packages warn about the oldest Node that works here.
  const npm = spawn('npm', ['ci', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: isWindows,
    // A process group, so that npm and its scripts can be killed together.
    detached: !isWindows,
  });
  const [code] = await once(npm, 'exit').catch(() => [null]);
  forget();
  if (isStopped)
    throw new Error('Stopped before all packages were installed. The next start installs them.');
  if (code !== 0)
    throw new Error(
      'The packages could not be installed; the messages above say why. With a connection, a gigabyte of room on the disk, and in a folder of your own, run the command again.',
    );
}
