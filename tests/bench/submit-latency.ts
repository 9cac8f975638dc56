import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { fillBooking, submitButton } from './booking-form.ts';
import { ms, percentile, printTable, ratio } from './report.ts';

const SAMPLES = 30;

/** From the tap on Submit until the entry's transaction is complete, measured in the page from outside the product. */
async function measureSubmits(device: Device): Promise<number[]> {
  await device.context.addInitScript(watchCommits);
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const samples: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    await fillBooking(page, `Bench ${i}`);
    await submitButton(page).click();
    await page.getByText('Your reference:').waitFor();
    samples.push(await page.evaluate(() => (window as unknown as { durableAfter: number }).durableAfter));
  }
  return samples;
}

/** Notes, after each tap, when the next transaction that writes entries has completed. Runs before the page's own code. */
function watchCommits() {
  let tappedAt: number | null = null;
  addEventListener('click', (event) => (tappedAt = event.timeStamp), { capture: true });
  const transaction = Reflect.get(IDBDatabase.prototype, 'transaction') as (...args: unknown[]) => IDBTransaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: unknown[]) {
    const started = Reflect.apply(transaction, this, args);
    if (started.mode === 'readwrite' && started.objectStoreNames.contains('entries')) {
      started.addEventListener('complete', () => {
        if (tappedAt === null) return;
        Object.assign(window, { durableAfter: performance.now() - tappedAt });
        tappedAt = null;
      });
    }
    return started;
  };
}

/** A bare put with strict durability into a database of its own, in the same browser. */
function measureBarePuts(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const opening = indexedDB.open('bare', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'id' });
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const samples: number[] = [];
    for (let id = 0; id < count; id++) {
      const start = performance.now();
      const transaction = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
      transaction.objectStore('rows').put({ id, text: 'x'.repeat(500) });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      samples.push(performance.now() - start);
    }
    return samples;
  }, SAMPLES);
}

/** Prints how long a tap on Submit takes to be durable, next to a bare put. */
export async function benchSubmitLatency(backend: TestBackend): Promise<void> {
  const device = await Device.create({ siteUrl: backend.url });
  try {
    const [first = Number.NaN, ...warm] = await measureSubmits(device);
    const bare = await measureBarePuts(await device.open('/'));
    const row = (name: string, share: number): [string, string, string] => {
      const [ours, reference] = [percentile(warm, share), percentile(bare, share)];
      return [name, ms(ours), `bare put ${ms(reference)}, ${ratio(ours, reference)}`];
    };
    printTable('Tap Submit → durable on the device', [
      ['first', ms(first), `bare put ${ms(bare[0] ?? Number.NaN)}`],
      row('p50, warm', 0.5),
      row('p95, warm', 0.95),
    ]);
  } finally {
    await device.dispose();
  }
}
