import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { saveSession } from '../support/portal.ts';
import { storeBooking } from '../support/portal-records.ts';
import { signOutButton } from '../support/staff.ts';
import { untilPainted } from './painted.ts';
import { withTasks, type LongestTask } from './tasks.ts';

/**
 * The cost of a device that is new to the lists, in milliseconds; traffic counts the API's answers
 * with their headers.
 */
export interface NewDeviceFigures {
  todayShown: number;
  allHere: number;
  /** The header's text for the progress of the initial sync; null without one. */
  progress: string | null;
  nothingNew: Traffic;
  oneNew: Traffic;
}

interface Traffic {
  requests: number;
  bytes: number;
}

/**
 * Opens the schedule on a new device, and waits until everything is synced, including later
 * changes.
 */
export async function measureNewDevice(
  device: Device,
  backend: TestBackend,
): Promise<NewDeviceFigures> {
  const page = await device.open('/robots.txt');
  await openSchedule(page);
  const todayShown = await untilPainted(page, {
    // In the evening the first jobs are tomorrow's.
    selector: '[aria-labelledby^="schedule-"] article',
    count: 1,
    orMore: true,
  });
  const synced = await whenSynced(page);
  const nothingNew = await refresh(page);
  await storeBooking(backend);
  const oneNew = await refresh(page);
  await page.close();
  return { todayShown, ...synced, nothingNew, oneNew };
}

/**
 * The longest task until the initial sync ends. On a device of its own, because tracing takes time
 * too.
 */
export async function measureFillingTask(backend: TestBackend): Promise<LongestTask> {
  const device = await Device.create({ siteUrl: backend.url });
  try {
    const page = await device.open('/robots.txt');
    const { longest } = await withTasks(page, async () => {
      await openSchedule(page);
      await whenSynced(page);
    });
    return longest;
  } finally {
    await device.dispose();
  }
}

/** Opens the schedule right after a sign-in. */
async function openSchedule(page: Page): Promise<void> {
  await saveSession(page);
  await page.goto('/admin/bookings?view=schedule');
}

/**
 * When the header reported the end of the initial sync, in milliseconds since the page's start,
 * with its earlier texts.
 */
export const whenSynced = (page: Page): Promise<{ allHere: number; progress: string | null }> =>
  page.evaluate(async () => {
    let progress: string | null = null;
    for (;;) {
      const texts = [...document.querySelectorAll('header p')].map(
        ({ textContent }) => textContent ?? '',
      );
      if (texts.some((text) => text.startsWith('Synced')))
        return { allHere: performance.now(), progress };
      progress = texts.find((text) => text.startsWith('Loading')) ?? progress;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });

/** Refreshes the lists and counts requests and bytes. */
async function refresh(page: Page): Promise<Traffic> {
  const idle = page.locator('button[aria-busy=false]', { hasText: 'Sync now' });
  await idle.waitFor();
  const cdp = await page.context().newCDPSession(page);
  const asked = new Set<string>();
  const traffic = { requests: 0, bytes: 0 };
  cdp.on(
    'Network.requestWillBeSent',
    ({ requestId, request }) => request.url.includes('/rest/v1/') && asked.add(requestId),
  );
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

/** Signs out and waits until every replica's database is deleted. */
export const measureSignOut = (page: Page): Promise<number> =>
  signOutButton(page).evaluate(async (button: HTMLElement) => {
    const start = performance.now();
    button.click();
    while ((await indexedDB.databases()).some(({ name }) => name?.startsWith('replica-')));
    return performance.now() - start;
  });
