import { chromium } from '@playwright/test';
import { findChromium } from '../runner/find-chromium.mjs';

/** Runs as root, without a screen and without background traffic. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The address bar's popups are pages: half a second of processor time for each window, and no test
 * uses them.
 */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const SWITCH = '--disable-features=';

let args: Promise<string[]> | undefined;

/** The command line arguments of every Chromium in this project. */
export const browserArgs = (): Promise<string[]> =>
  (args ??= defaultFeatures().then((features) => [
    ...ARGS,
    SWITCH + [...features, ...UNUSED_FEATURES].join(','),
  ]));

/**
 * The features that Playwright disables. A browser obeys only the last such list on its command
 * line, so ours has to include them.
 */
async function defaultFeatures(): Promise<string[]> {
  const executablePath = findChromium();
  // A browser reveals its command line only under automation.
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...ARGS, '--enable-automation'],
  });
  try {
    const cdp = await browser.newBrowserCDPSession();
    const { arguments: line } = await cdp.send('Browser.getBrowserCommandLine');
    return line.flatMap((one) =>
      one.startsWith(SWITCH) ? one.slice(SWITCH.length).split(',') : [],
    );
  } finally {
    await browser.close();
  }
}
