import { spawnSync } from 'node:child_process';

/**
 * Debian's packages of the two browsers, and those that WebKitGTK needs to run without a screen.
 */
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'];

/** Installs missing browsers. Where it cannot, throws with the packages to install by hand. */
export function installBrowsers(): void {
  if (isInstalled() || install()) return;
  throw new Error(
    'These tests need Firefox ESR and WebKitGTK, and they could not be installed. On Debian or Ubuntu run ' +
      `\`sudo apt-get install ${PACKAGES.join(' ')}\`, then \`npm run test:engines\` again.`,
  );
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  console.warn('Firefox ESR or WebKitGTK is missing: installing what is needed.');
  return (
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES])
  );
}

const isInstalled = () =>
  spawnSync('dpkg', ['--status', ...PACKAGES], { stdio: 'ignore' }).status === 0;

const run = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0;
