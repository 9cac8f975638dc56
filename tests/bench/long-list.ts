import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { card, cards } from '../support/portal-list.ts';
import { goTo, openPortal, waitUntilKept } from '../support/portal.ts';
import { clear, storeBooking, storeManyBookings } from '../support/portal-records.ts';
import { heapOf } from './heap.ts';
import { noteActs, timeToPaint, untilPainted, type Sight } from './painted.ts';
import { kb, ms, percentile, printTable, ratio } from './report.ts';

const OPENED: Sight = { selector: 'main article', count: 6, orMore: true };
const OPENINGS = 5;
/** A first copy of a long list takes a while, more on a busy machine. */
const FIRST_COPY_MS = 180_000;

/** Opens the bookings from the dashboard, several times. */
async function opened(page: Page): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < OPENINGS; time++) {
    await goTo(page, 'Dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
    times.push(await timeToPaint(page, OPENED, () => goTo(page, 'Bookings')));
  }
  return percentile(times, 0.5);
}

/** Lets a page note its tasks of more than 50 ms from now on. */
const noteTasks = (page: Page) =>
  page.evaluate(() => {
    const seen = Object.assign(window, { tasks: [] as number[] });
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });

/** The longest of these since it was asked last; none was longer than 50 ms when it is 50. */
const longestTask = (page: Page) =>
  page.evaluate(() => {
    const seen = window as unknown as { tasks: number[] };
    return Math.max(50, ...seen.tasks.splice(0));
  });

const rowAt = (page: Page, place: number) => page.locator(`main li[aria-posinset="${place}"] article`);

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** Prints what it takes to open a list of so many bookings and to go through it, next to one of few on another device. */
export async function benchLongList(backend: TestBackend, few: Device, count: number): Promise<void> {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, count - 1);
  await storeBooking(backend, { name: 'The oldest', created_at: '2020-01-03T12:00:00Z' });
  await backend.query(`update public.alerts set state = 'sent', sent_at = now()`);
  const device = await Device.create({ siteUrl: backend.url });
  try {
    await noteActs(device.context);
    const page = await openPortal(device);
    await page.getByText(/^Synced \d/).waitFor({ timeout: FIRST_COPY_MS });
    await waitUntilKept(page);
    await device.context.setOffline(true);
    const fewPage = few.context.pages().at(-1);
    if (!fewPage) throw new Error('No page is open');
    const rows: [string, string, string?][] = [];
    await noteTasks(page);
    const tasks = async () => `longest task ${ms(await longestTask(page))}`;

    const [ours, reference] = [await opened(page), await opened(fewPage)];
    rows.push(['opened from the dashboard', ms(ours), `50 rows ${ms(reference)}, ${ratio(ours, reference)}`]);
    const known = await timed(() => page.locator(`main li[aria-setsize="${count}"]`).first().waitFor());
    rows.push(['until its length is known', ms(known), await tasks()]);
    const [heap, heapOfFew] = [await heapOf(page), await heapOf(fewPage)];
    rows.push(['heap, opened', kb(heap), `${kb(heap - heapOfFew)} more than 50 rows`]);

    await page.locator('main li[aria-posinset="1"]').focus();
    const end = await timed(async () => {
      await page.keyboard.press('End');
      await card(page, 'The oldest').waitFor();
    });
    rows.push(['End, until the oldest is there', ms(end), await tasks()]);
    const home = await timed(async () => {
      await page.keyboard.press('Home');
      await rowAt(page, 1).waitFor();
    });
    rows.push(['Home, until the newest is there', ms(home), await tasks()]);
    const month = await timed(async () => {
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      await cards(page).first().waitFor();
    });
    rows.push(['Go to month', ms(month), await tasks()]);

    await page.evaluate(() => scrollTo(0, 0));
    const drags = await page.evaluate(async () => {
      let drags = 0;
      while (![...document.querySelectorAll('main article h2')].some(({ textContent }) => textContent === 'The oldest') && drags < 200) {
        scrollTo(0, document.documentElement.scrollHeight);
        drags += 1;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      return drags;
    });
    rows.push(['pulls of the scroll bar to its end, until the oldest is there', String(drags), await tasks()]);
    await page.evaluate(() => scrollTo(0, 0));
    for (let screens = 0; screens < 200; screens++) await page.mouse.wheel(0, 1_500);
    await untilPainted(page, OPENED);
    rows.push(['300,000 px by the wheel', `${await cards(page).count()} cards drawn`, await tasks()]);
    const after = await heapOf(page);
    rows.push(['heap, scrolled', kb(after), `${kb(after - heapOfFew)} more than 50 rows`]);
    printTable(`The portal's list of ${count.toLocaleString('en-GB')} bookings, offline`, rows);
  } finally {
    await device.dispose();
  }
}
