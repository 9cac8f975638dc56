import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.mjs';

/**
 * Sees to it that there is a browser to test in: the system's own, else Debian's package, else Playwright's download.
 * Throws with what to install by hand when none of them works.
 */
export function ensureChromium() {
  if (findChromium()) return;
  console.log('No Chromium or Chrome found: installing one.');
  if (installDebianPackage() && findChromium()) return;
  if (run('npx', ['playwright', 'install', 'chromium'])) return;
  throw new Error(
    'The tests need a browser and none could be installed. Install Chromium or Google Chrome so that `chromium` or ' +
      '`google-chrome` is on the PATH, then run `npm test` again.',
  );
}

function installDebianPackage() {
  if (process.getuid?.() !== 0) return false;
  return (
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  );
}

/** @param {string} command @param {string[]} args */
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
