import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { deleteButton, searchField, selectBox } from '../support/portal-list.ts';
import { goTo, openInstalledPortal } from '../support/portal.ts';
import { clear, storeManyBookings } from '../support/portal-records.ts';
import { heapOf } from './heap.ts';
import { benchLongList } from './long-list.ts';
import { benchNewDevice } from './new-device.ts';
import { noteActs, timeToPaint, untilPainted, type Sight } from './painted.ts';
import { kb, ms, percentile, printTable, ratio } from './report.ts';

const FEW = 50;
const MANY = 10_000;
const TEN_YEARS = 100_000;

/** More cards than a screen holds, and fewer than are drawn of a long list. */
const OPENED: Sight = { selector: 'main article', count: 6, orMore: true };

/** Milliseconds with few rows and with many. */
interface Samples {
  few: number[];
  many: number[];
}

/** A device that keeps this many bookings, of all of which the office was told, and has no connection from now on. */
export async function keepBookings(backend: TestBackend, count: number): Promise<Device> {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, count);
  await backend.query(`update public.alerts set state = 'sent', sent_at = now()`);
  const device = await Device.create({ siteUrl: backend.url });
  await openInstalledPortal(device);
  return device;
}

/** Measures in turns, because the machine is busier at one time than at another. */
async function measureBoth(few: Device, many: Device, count: number, measure: (device: Device, index: number) => Promise<number>): Promise<Samples> {
  const samples: Samples = { few: [], many: [] };
  for (let index = 0; index < count; index++) {
    samples.few.push(await measure(few, index));
    samples.many.push(await measure(many, index));
  }
  return samples;
}

function pageOf(device: Device): Page {
  const page = device.context.pages().at(-1);
  if (!page) throw new Error('No page is open');
  return page;
}

/** Starts the browser anew, on the list. */
async function startOnList(device: Device): Promise<number> {
  await device.kill();
  await device.start();
  await noteActs(device.context);
  await device.context.setOffline(true);
  return untilPainted(await device.open('/admin/bookings'), OPENED);
}

async function openFromDashboard(device: Device): Promise<number> {
  const page = pageOf(device);
  await goTo(page, 'Dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
  return timeToPaint(page, OPENED, () => goTo(page, 'Bookings'));
}

/** Types a word that one booking holds, as fast as people type; without its last key several do. */
async function search(device: Device, index: number): Promise<number> {
  const page = pageOf(device);
  const word = `customer${(index % 5) + 1}@`;
  const took = await timeToPaint(page, { selector: 'main article', count: 1 }, () => searchField(page).pressSequentially(word, { delay: 60 }));
  await searchField(page).clear();
  await untilPainted(page, OPENED);
  return took;
}

async function deleteRow(device: Device, index: number): Promise<number> {
  const page = pageOf(device);
  const name = `Customer ${index + 1}`;
  await selectBox(page, name).check();
  await deleteButton(page).click();
  const gone: Sight = { selector: `[aria-label$=" ${name}"]`, count: 0 };
  return timeToPaint(page, gone, () => page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click());
}

/** All the kept rows at once, without the product. */
const readBare = (device: Device) =>
  pageOf(device).evaluate(async () => {
    const copy = (await indexedDB.databases()).find(({ name }) => name?.startsWith('copy-'))?.name ?? '';
    const opening = indexedDB.open(copy);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const store = opening.result.transaction('keptRows').objectStore('keptRows');
    const start = performance.now();
    const reading = store.getAll();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    return performance.now() - start;
  });

const FIGURES = [
  { what: 'cold start of the browser', count: 3, measure: startOnList },
  { what: 'first search', count: 1, measure: search },
  { what: 'further searches', count: 9, measure: search },
  { what: 'opened from the dashboard', count: 9, measure: openFromDashboard },
  { what: 'deletion', count: 9, measure: deleteRow },
  { what: '(one bare getAll of all that is kept)', count: 5, measure: readBare },
];

/** Prints how fast the portal's list of 10,000 bookings is, next to the same list of 50, how it is gone through, and what a device costs that is new to 100,000. */
export async function benchLists(backend: TestBackend): Promise<void> {
  const few = await keepBookings(backend, FEW);
  const many = await keepBookings(backend, MANY);
  try {
    const rows: [string, string, string][] = [];
    for (const { what, count, measure } of FIGURES) {
      const samples = await measureBoth(few, many, count, measure);
      const [ours, reference] = [percentile(samples.many, 0.5), percentile(samples.few, 0.5)];
      rows.push([what, ms(ours), `${FEW} rows ${ms(reference)}, ${ratio(ours, reference)}`]);
    }
    rows.push(['heap', kb(await heapOf(pageOf(many))), `${FEW} rows ${kb(await heapOf(pageOf(few)))}`]);
    printTable(`The portal's list of ${MANY} bookings, offline, until painted, median`, rows);
  } finally {
    await many.dispose();
  }
  try {
    await benchLongList(backend, few, MANY);
  } finally {
    await few.dispose();
  }
  await benchNewDevice([FEW, MANY, TEN_YEARS]);
}
