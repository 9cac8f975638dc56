import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { fillBooking, submitButton } from './booking-form.ts';
import { heapOf } from './heap.ts';
import { kb, ms, printTable } from './report.ts';

const ENTRIES = 200;

/** Multiplies the one waiting entry into copies with ids of their own. */
function multiplyEntry(page: Page) {
  return page.evaluate(async (count) => {
    const opening = indexedDB.open('cleaning');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const transaction = opening.result.transaction('entries', 'readwrite');
    const store = transaction.objectStore('entries');
    const reading = store.getAll() as IDBRequest<{ id: string }[]>;
    reading.onsuccess = () => {
      for (let i = 1; i < count; i++) store.put({ ...reading.result[0], id: crypto.randomUUID() });
    };
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    opening.result.close();
  }, ENTRIES);
}

const countReceipts = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('cleaning');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const counting = opening.result.transaction('receipts').objectStore('receipts').count();
    await new Promise((resolve) => (counting.onsuccess = resolve));
    opening.result.close();
    return counting.result;
  });

async function measureFlush(
  backend: TestBackend,
  latency: number,
): Promise<[string, string, string]> {
  const device = await Device.create({ siteUrl: backend.url });
  try {
    const page = await device.openInstalled('/booking');
    await device.goOffline();
    await fillBooking(page, 'Bench Queue');
    await submitButton(page).click();
    await page.getByText('Your reference:').waitFor();
    await multiplyEntry(page);
    const cdp = await device.context.newCDPSession(page);
    await cdp.send('Network.enable');
    await device.goOnline();
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    const heapBefore = await heapOf(page);
    const start = performance.now();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    while ((await countReceipts(page)) < ENTRIES) await setTimeout(100);
    const took = performance.now() - start;
    const grown = (await heapOf(page)) - heapBefore;
    return [
      `${latency} ms of latency`,
      ms(took),
      `${ms(took / ENTRIES)} an entry, heap ${grown < 0 ? '−' : '+'}${kb(Math.abs(grown))}`,
    ];
  } finally {
    await device.dispose();
  }
}

/** Prints how long a queue of 200 bookings takes to be stored, each with its row and its alert. */
export async function benchFlushQueue(backend: TestBackend): Promise<void> {
  printTable(`Flush of ${ENTRIES} queued bookings`, [
    await measureFlush(backend, 0),
    await measureFlush(backend, 100),
  ]);
}
