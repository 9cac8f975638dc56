import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../runner/find-chromium.mjs';
import type { TestBackend } from '../support/backend.ts';
import { browserArgs } from '../support/browser-args.ts';
import { addMember, openRegistered, storeJob } from '../support/crew-phone.ts';
import { Device } from '../support/device.ts';
import { ms, percentile, printTable, ratio, type Row } from './report.ts';

const SAMPLES = 7;
/** The pages, each with the element that shows that it is here. */
const PAGES = { '/': 'h1', '/booking': 'h1', '/crew': '#next-job' } as const;
/** Read without its scripts it is a plain page, which the same worker serves. */
const PLAIN = '/terms';

/** Notes when an element is first on the screen. Runs before the page's own code. */
async function noteSight(selector: string): Promise<void> {
  while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
  // A frame is on the screen when the next one begins.
  await new Promise(requestAnimationFrame);
  Object.assign(window, { seenAt: performance.now() });
}

/** Opens a page as the first of a browser's process, and reads a time of it in ms. */
async function openCold(
  device: Device,
  address: string,
  { hasScripts, sight }: { hasScripts: boolean; sight: string },
): Promise<number> {
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(device.profileDir, {
    ...(executablePath && { executablePath }),
    headless: true,
    args: await browserArgs(),
    javaScriptEnabled: hasScripts,
  });
  const [page = await context.newPage()] = context.pages();
  if (hasScripts) await page.addInitScript(noteSight, sight);
  await page.goto(address);
  const time = await readTime(page, hasScripts);
  await context.close();
  return time;
}

async function readTime(page: Page, hasScripts: boolean): Promise<number> {
  for (;;) {
    const time = await page.evaluate(
      (isSeen) =>
        isSeen
          ? (window as unknown as { seenAt?: number }).seenAt
          : performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      hasScripts,
    );
    if (time !== undefined) return time;
    await page.waitForTimeout(20);
  }
}

/**
 * Prints the time from the navigation until a page is on the screen in a new browser process, with the worker stopped and without a
 * server, against a plain page served by the same worker.
 */
export async function benchColdStart(backend: TestBackend): Promise<void> {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant', access: 'Key safe 4711' });
  const device = await Device.create({ siteUrl: backend.url });
  await openRegistered(device, ann);
  await device.close();
  await backend.kill();
  try {
    const times = async (page: string, hasScripts: boolean, sight = '') => {
      const samples: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample++)
        samples.push(await openCold(device, backend.url + page, { hasScripts, sight }));
      return percentile(samples, 0.5);
    };
    const plain = await times(PLAIN, false);
    const rows: Row[] = [['a plain page', ms(plain)]];
    for (const [page, sight] of Object.entries(PAGES)) {
      const ours = await times(page, true, sight);
      rows.push([page, ms(ours), `${ratio(ours, plain)} of it; target 1.5×`]);
    }
    printTable(`Cold start without a server, median of ${SAMPLES}`, rows);
  } finally {
    await device.dispose();
    await backend.restart();
  }
}
