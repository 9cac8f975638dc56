import path from 'node:path';
import { expect } from '@playwright/test';
import { startChild } from './child.ts';
import { startDisplay } from './display.ts';
import type { Commands, StartBrowser } from './driver.ts';
import { freePort } from '../../support/free-port.ts';

/** Debian's Python, which has the WebKitGTK bindings, also if another is first on the PATH. */
const PYTHON = '/usr/bin/python3';
const WINDOW = path.join(import.meta.dirname, 'webkit-window.py');

/** The HTTP route of each WebDriver command. */
const ROUTES: { [Name in keyof Commands]: (params: Commands[Name]) => string } = {
  Navigate: () => '/url',
  ExecuteScript: () => '/execute/sync',
  ElementClick: ({ id }) => `/element/${id}/click`,
  ElementSendKeys: ({ id }) => `/element/${id}/value`,
};

/** Starts the system's WebKitGTK on a virtual screen. */
export const startWebKit: StartBrowser = async (profileDir) => {
  const display = await startDisplay();
  const port = await freePort();
  // The locale decides the order in which a day is typed.
  const env = { ...process.env, DISPLAY: display.name, LC_ALL: 'C.UTF-8' };
  const { child, exited } = startChild('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env,
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      'WebKitWebDriver answers',
    )
    .toBe(true);

  const browserOptions = { binary: PYTHON, args: [WINDOW, profileDir] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = (await call('POST', `${url}/session`, { capabilities })) as {
    sessionId: string;
  };
  const session = `${url}/session/${sessionId}`;

  return {
    send: (name, params) => call('POST', session + ROUTES[name](params), params),
    keysOfDay(day) {
      const [year, month, date] = day.split('-');
      return `${month}/${date}/${year}`;
    },
    async quit() {
      await call('DELETE', `${session}/window`);
      child.kill();
      await exited;
      await display.close();
    },
  };
};

async function call(method: 'POST' | 'DELETE', url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}
