import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { deleteButton, searchField, selectBox } from '../support/portal-list.ts';
import { goTo, openInstalledPortal } from '../support/portal.ts';
import { clear, storeManyBookings } from '../support/portal-records.ts';
import { heapOf } from './heap.ts';
import { noteActs, timeToPaint, untilPainted, type Sight } from './painted.ts';
import { kb, ms, percentile, printTable, ratio } from './report.ts';

const FEW = 50;
const MANY = 10_000;
const SAMPLES = 9;
const COLD_STARTS = 3;

/** As many cards as a list begins with. */
const OPENED: Sight = { selector: 'main article', count: FEW };

/** Samples in milliseconds, the heap in bytes. */
interface Figures {
  coldStart: number[];
  heap: number;
  open: number[];
  search: number[];
  deletion: number[];
  /** One bare read of all the rows that are kept. */
  bareRead: number[];
}

/** Measures the list with this many bookings on the device, of all of which the office was told, without a connection. */
async function measureList(backend: TestBackend, count: number): Promise<Figures> {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, count);
  await backend.query(`update public.alerts set state = 'sent', sent_at = now()`);
  const device = await Device.create({ siteUrl: backend.url });
  try {
    await openInstalledPortal(device);
    const coldStart = await repeat(COLD_STARTS, async () => untilPainted(await startOnList(device), OPENED));
    const page = await startOnList(device);
    await untilPainted(page, OPENED);
    return {
      coldStart,
      heap: await heapOf(page),
      open: await repeat(SAMPLES, () => openFromDashboard(page)),
      search: await repeat(SAMPLES, (index) => search(page, `customer${FEW - index}@`)),
      deletion: await repeat(SAMPLES, (index) => deleteRow(page, `Customer ${index + 1}`)),
      bareRead: await repeat(SAMPLES, () => readBare(page)),
    };
  } finally {
    await device.dispose();
  }
}

async function repeat(count: number, measure: (index: number) => Promise<number>): Promise<number[]> {
  const samples = [];
  for (let index = 0; index < count; index++) samples.push(await measure(index));
  return samples;
}

/** Starts the browser anew, on the list. */
async function startOnList(device: Device): Promise<Page> {
  await device.kill();
  await device.start();
  await noteActs(device.context);
  await device.context.setOffline(true);
  return device.open('/admin/bookings');
}

async function openFromDashboard(page: Page): Promise<number> {
  await goTo(page, 'Dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
  return timeToPaint(page, OPENED, () => goTo(page, 'Bookings'));
}

/** Types the last key of a word that one booking holds. */
async function search(page: Page, word: string): Promise<number> {
  await searchField(page).clear();
  await untilPainted(page, OPENED);
  return timeToPaint(page, { ...OPENED, count: 1 }, () => page.keyboard.insertText(word));
}

async function deleteRow(page: Page, name: string): Promise<number> {
  await searchField(page).clear();
  await selectBox(page, name).check();
  await deleteButton(page).click();
  const gone: Sight = { selector: `[aria-label$=" ${name}"]`, count: 0 };
  return timeToPaint(page, gone, () => page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click());
}

/** All the kept rows at once, of bookings and of their alerts, without the product. */
const readBare = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('cleaning');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const store = opening.result.transaction('keptRows').objectStore('keptRows');
    const start = performance.now();
    const reading = store.getAll();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    return performance.now() - start;
  });

/** Prints how fast the portal's list of 10,000 bookings is, next to the same list of 50. */
export async function benchLists(backend: TestBackend): Promise<void> {
  const [few, many] = [await measureList(backend, FEW), await measureList(backend, MANY)];
  const row = (what: string, samples: (figures: Figures) => readonly number[]): [string, string, string] => {
    const [ours, reference] = [percentile(samples(many), 0.5), percentile(samples(few), 0.5)];
    return [what, ms(ours), `${FEW} rows ${ms(reference)}, ${ratio(ours, reference)}`];
  };
  printTable(`The portal's list of ${MANY} bookings, offline, until painted, median`, [
    row('cold start of the browser', ({ coldStart }) => coldStart),
    row('opened from the dashboard', ({ open }) => open),
    row('first search', ({ search: samples }) => samples.slice(0, 1)),
    row('further searches', ({ search: samples }) => samples.slice(1)),
    row('deletion', ({ deletion }) => deletion),
    row('(one bare getAll of all that is kept)', ({ bareRead }) => bareRead),
    ['heap', kb(many.heap), `${FEW} rows ${kb(few.heap)}`],
  ]);
}
