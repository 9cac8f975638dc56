import { spawnSync } from 'node:child_process';
import { findChromium, findHeadlessShell } from './find-chromium.mjs';

/**
 * Ensures that a browser is installed: the system's own, else Debian's package, else Playwright's
 * download. Throws with what to install by hand if all fail.
 */
export function ensureChromium() {
  if (findChromium()) {
    // Tests that share a browser use the headless shell if it exists; in Chromium they take longer.
    if (!findHeadlessShell()) installDebianPackages('chromium-headless-shell');
    return;
  }
  console.log('No Chromium or Chrome found.');
  if (installDebianPackages('chromium', 'chromium-headless-shell') && findChromium()) return;
  console.log("Downloading Playwright's Chromium.");
  if (run('npx', ['playwright', 'install', 'chromium'])) return;
  throw new Error(
    'The tests need a browser and none could be installed. Install Chromium or Google Chrome so that `chromium` or ' +
      '`google-chrome` is on the PATH, then run `npm test` again.',
  );
}

/** @param {string[]} packages */
function installDebianPackages(...packages) {
  if (process.getuid?.() !== 0) return false;
  console.log(`Installing with apt-get: ${packages.join(', ')}.`);
  return (
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  );
}

/** @param {string} command @param {string[]} args */
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
