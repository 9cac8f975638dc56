import { chromium } from '@playwright/test';
import { findChromium } from '../runner/find-chromium.mjs';

/** As root, without a screen and without talking to anybody. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The lists beneath the address bar, which are pages: half a second of the processor for each window, and no test looks at them. */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const SWITCH = '--disable-features=';

let args: Promise<string[]> | undefined;

/** How this project starts Chromium. */
export const browserArgs = (): Promise<string[]> =>
  (args ??= defaultFeatures().then((features) => [
    ...ARGS,
    SWITCH + [...features, ...UNUSED_FEATURES].join(','),
  ]));

/** What Playwright turns off. A browser heeds only the last such list on its command line, so ours has to name them too. */
async function defaultFeatures(): Promise<string[]> {
  const executablePath = findChromium();
  // A browser tells its command line only to those who automate it.
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
