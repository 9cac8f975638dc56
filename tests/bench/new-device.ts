import type { Page } from '@playwright/test';
import { Device } from '../support/device.ts';
import { keepSession } from '../support/portal.ts';
import { signOutButton } from '../support/staff.ts';
import { storeBooking } from '../support/portal-records.ts';
import { untilPainted } from './painted.ts';
import { kb, ms, printTable } from './report.ts';
import { startTenYears } from './ten-years.ts';

/** What a device that is new to an office with so many bookings measures, in milliseconds; traffic is what the API answers, with its headers. */
interface Figures {
  firstShown: number;
  allHere: number;
  longestTask: number;
  nothingNew: Traffic;
  oneNew: Traffic;
  signOut: number;
}

interface Traffic {
  requests: number;
  bytes: number;
}

/** Prints what the size of the office's lists does to a device that is new to them. */
export async function benchNewDevice(sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const { firstShown, allHere, longestTask, nothingNew, oneNew, signOut } = await measure(size);
    const text = ({ requests, bytes }: Traffic) => `${requests} requests, ${kb(bytes)}`;
    printTable(`A device that is new to ${size.toLocaleString('en-GB')} bookings`, [
      ['the first shown, those that are coming among them', ms(firstShown)],
      ['all here', ms(allHere), `longest task ${ms(longestTask)}`],
      ['refresh, nothing new', text(nothingNew)],
      ['refresh, one new booking', text(oneNew)],
      ['signed out, and the lists gone', ms(signOut)],
    ]);
  }
}

async function measure(size: number): Promise<Figures> {
  const backend = await startTenYears(size);
  const device = await Device.create({ siteUrl: backend.url });
  try {
    await device.context.addInitScript(noteLongTasks);
    const page = await device.open('/robots.txt');
    await keepSession(page);
    await page.goto('/admin/bookings');
    const firstShown = await untilPainted(page, { selector: 'main article', count: 6, orMore: true });
    const allHere = await whenSynced(page);
    const longestTask = await page.evaluate(() => (window as unknown as { longestTask?: number }).longestTask ?? 0);
    const nothingNew = await refresh(page);
    await storeBooking(backend);
    const oneNew = await refresh(page);
    return { firstShown, allHere, longestTask, nothingNew, oneNew, signOut: await signOut(page) };
  } finally {
    await device.dispose();
    await backend.close();
  }
}

/** Lets a page note how long the longest task of its thread was; a short one is not told. */
function noteLongTasks(): void {
  const seen = window as unknown as { longestTask?: number };
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) seen.longestTask = Math.max(seen.longestTask ?? 0, duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** When the header said that all is here, in milliseconds since the page's start. */
const whenSynced = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    while (![...document.querySelectorAll('header p')].some(({ textContent }) => textContent?.startsWith('Synced'))) await new Promise(requestAnimationFrame);
    return performance.now();
  });

/** Brings the lists up to date, and counts what that takes. */
async function refresh(page: Page): Promise<Traffic> {
  const idle = page.locator('button:not([aria-disabled=true])', { hasText: 'Sync now' });
  await idle.waitFor();
  const cdp = await page.context().newCDPSession(page);
  const asked = new Set<string>();
  const traffic = { requests: 0, bytes: 0 };
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => request.url.includes('/rest/v1/') && asked.add(requestId));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!asked.has(requestId)) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
  });
  await cdp.send('Network.enable');
  await Promise.all([page.waitForResponse('**/rest/v1/rpc/changes'), idle.click()]);
  await idle.waitFor();
  await cdp.detach();
  return traffic;
}

/** Until no database with a copy of the lists is left. */
const signOut = (page: Page): Promise<number> =>
  signOutButton(page).evaluate(async (button: HTMLElement) => {
    const start = performance.now();
    button.click();
    while ((await indexedDB.databases()).some(({ name }) => name?.startsWith('copy-')));
    return performance.now() - start;
  });
