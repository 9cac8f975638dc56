import type { Locator, Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { fillBooking, submitButton } from './booking-form.ts';
import { ms, percentile, printTable, ratio, type Row } from './report.ts';

const SAMPLES = 30;

/**
 * Ways to press the button. A script points, presses and releases within a millisecond or two; a
 * hand on a mouse points earlier and releases later; a finger does not point. The browser draws a
 * press's effects between pointing and releasing.
 */
const PRESSES = {
  async 'let go at once'(button: Locator) {
    await button.hover();
    await button.click();
  },
  async 'held as by a hand'(button: Locator) {
    await button.hover();
    await button.page().waitForTimeout(300);
    await button.click({ delay: HELD_MS });
  },
  async 'tapped by a finger'(button: Locator) {
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error('The button is not on the screen');
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const cdp = await button.page().context().newCDPSession(button.page());
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await button.page().waitForTimeout(HELD_MS);
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await cdp.detach();
  },
};

type Press = keyof typeof PRESSES;

const HELD_MS = 80;

/** When each part of a tap ended, in milliseconds after the browser received it. */
interface Parts {
  heard: number;
  opened: number;
  written: number;
  durable: number;
}

/**
 * Measures from the tap on Submit until the entry's transaction is complete, in the page and
 * outside the product's code.
 */
async function measureSubmits(page: Page, press: Press): Promise<Parts[]> {
  const samples: Parts[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    await fillBooking(page, `Bench ${i}`);
    await PRESSES[press](submitButton(page));
    await page.getByText('Your reference:').waitFor();
    samples.push(await page.evaluate(() => (window as unknown as { lastTap: Parts }).lastTap));
    await page.getByRole('button', { name: 'Book another' }).click();
  }
  return samples;
}

/**
 * Notes for each tap when the page received it, when the next transaction on entries was opened,
 * when its first entry was written, and when it was complete. Runs before the page's own code.
 */
function watchCommits() {
  let tap: { at: number; heard: number } | null = null;
  addEventListener('click', (event) => (tap = { at: event.timeStamp, heard: performance.now() }), {
    capture: true,
  });
  const transaction = Reflect.get(IDBDatabase.prototype, 'transaction') as (
    ...args: unknown[]
  ) => IDBTransaction;
  const add = Reflect.get(IDBObjectStore.prototype, 'add') as (...args: unknown[]) => IDBRequest;
  let written = 0;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args: unknown[]) {
    const request = Reflect.apply(add, this, args);
    if (this.name === 'entries')
      request.addEventListener('success', () => (written = performance.now()));
    return request as IDBRequest<IDBValidKey>;
  };
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: unknown[]) {
    const opened = performance.now();
    const started = Reflect.apply(transaction, this, args);
    if (started.mode === 'readwrite' && started.objectStoreNames.contains('entries')) {
      started.addEventListener('complete', () => {
        if (tap === null) return;
        const { at, heard } = tap;
        Object.assign(window, {
          lastTap: {
            heard: heard - at,
            opened: opened - at,
            written: written - at,
            durable: performance.now() - at,
          },
        });
        tap = null;
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

/** Prints the time from a tap on Submit until the entry is durable, next to a bare put. */
export async function benchSubmitLatency(backend: TestBackend): Promise<void> {
  const device = await Device.create({ siteUrl: backend.url });
  try {
    await device.context.addInitScript(watchCommits);
    const page = await device.openInstalled('/booking');
    await device.goOffline();
    const [first, ...atOnce] = await measureSubmits(page, 'let go at once');
    const held = await measureSubmits(page, 'held as by a hand');
    const tapped = await measureSubmits(page, 'tapped by a finger');
    const bare = await measureBarePuts(await device.open('/'));
    printTable('Tap Submit → durable on the device', [
      ['first', ms(first?.durable ?? Number.NaN), `bare put ${ms(bare[0] ?? Number.NaN)}`],
      ...rowsOf('let go at once', atOnce, bare),
      ...rowsOf('held as by a hand', held, bare),
      ...rowsOf('tapped by a finger', tapped, bare),
    ]);
  } finally {
    await device.dispose();
  }
}

function rowsOf(press: Press, warm: readonly Parts[], bare: readonly number[]): Row[] {
  const row = (name: string, share: number): Row => {
    const [ours, reference] = [
      percentile(
        warm.map(({ durable }) => durable),
        share,
      ),
      percentile([...bare], share),
    ];
    return [
      `${name}, warm, ${press}`,
      ms(ours),
      `bare put ${ms(reference)}, ${ratio(ours, reference)}`,
    ];
  };
  const part = (name: string, until: keyof Parts, since?: keyof Parts): Row => [
    `  of which ${name}`,
    ms(
      percentile(
        warm.map((parts) => parts[until] - (since ? parts[since] : 0)),
        0.5,
      ),
    ),
  ];
  return [
    row('p50', 0.5),
    part('until the page hears of the tap', 'heard'),
    part('until the transaction is opened', 'opened', 'heard'),
    part('until the entry is written in it', 'written', 'opened'),
    part('until it is on disk', 'durable', 'written'),
    row('p95', 0.95),
  ];
}
