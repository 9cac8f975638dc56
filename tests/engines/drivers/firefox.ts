import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startChild } from './child.ts';
import type { StartBrowser } from './driver.ts';
import { connectMarionette } from './marionette.ts';

/** Starts the system's Firefox ESR without a screen. */
export const startFirefox: StartBrowser = async (profileDir) => {
  // Any free port; the browser prints which.
  await writeFile(path.join(profileDir, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const { child, exited } = startChild(
    'firefox-esr',
    ['--headless', '--marionette', '--no-remote', '--profile', profileDir],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const marionette = await connectMarionette(await readPort(child.stdout as Readable));
  await marionette.send('WebDriver:NewSession', {});

  return {
    async send(name, params) {
      const result = (await marionette.send(`WebDriver:${name}`, params)) as { value?: unknown };
      return result.value;
    },
    keysOfDay: (day) => day,
    async quit() {
      await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] });
      await exited;
    },
  };
};

async function readPort(output: Readable): Promise<number> {
  for await (const line of createInterface(output)) {
    const port = /Marionette.*port (\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('Firefox ended before it could be driven');
}
