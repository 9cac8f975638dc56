import type { Page } from '@playwright/test';

/** The loads of a page's first visit, idle ones included, without those of the worker. */
export interface FirstVisit {
  requests: number;
  scripts: number;
  /** Bytes of all scripts, as they were sent. */
  scriptBytes: number;
}

/** A visit has ended when nothing was requested for this long after the background work began. */
const QUIET_MS = 1500;

/** Opens a page in a tab without stored data, and counts its loads until they end. */
export async function countFirstVisit(page: Page, url: string): Promise<FirstVisit> {
  const counted: FirstVisit = { requests: 0, scripts: 0, scriptBytes: 0 };
  let isBackgroundLoaded = false;
  let lastAt = Date.now();
  const readings: Promise<void>[] = [];
  page.on('request', (request) => {
    lastAt = Date.now();
    if (request.serviceWorker() !== null || new URL(request.url()).pathname === '/sw.js') return;
    counted.requests += 1;
  });
  page.on('requestfinished', (request) => {
    lastAt = Date.now();
    if (request.serviceWorker() !== null || request.resourceType() !== 'script') return;
    const { pathname } = new URL(request.url());
    if (pathname === '/sw.js') return;
    counted.scripts += 1;
    isBackgroundLoaded ||= /^\/assets\/(start-)?background-/.test(pathname);
    readings.push(
      request.sizes().then(({ responseBodySize }) => {
        counted.scriptBytes += responseBodySize;
      }),
    );
  });
  await page.goto(url);
  while (!isBackgroundLoaded || Date.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
  await Promise.all(readings);
  return counted;
}
