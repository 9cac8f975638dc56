import type { Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { cards, searchField } from '../support/portal-list.ts';
import { heapOf } from './heap.ts';
import { noteActs, timeToPaint, untilPainted, type Sight } from './painted.ts';
import { percentile } from './report.ts';
import { withTasks, type LongestTask } from './tasks.ts';

/** The cost of a stored list, offline: milliseconds, and bytes of heap. */
export interface LongListFigures {
  /** On a page opened afresh, until the first rows are drawn. */
  opened: number;
  /** From there until every row is in memory. */
  filled: number;
  openingTask: LongestTask;
  /** With every row in memory. */
  filledHeap: number;
  endByKey: number;
  keysTask: LongestTask;
  pulls: number;
  pullsTask: LongestTask;
  /** Two hundred wheel turns in sequence, and some flicks of a thumb. */
  wheelTask: LongestTask;
  /** With the search texts too. */
  searchedHeap: number;
  /** After the last key, on a freshly opened page. */
  firstSearch: number;
  furtherSearch: number;
  searchTask: LongestTask;
}

const OPENED: Sight = { selector: 'main article', count: 6, orMore: true };
const OPENINGS = 5;

/** The newest row has place 1. */
const rowAt = (page: Page, place: number) =>
  page.locator(`main li[aria-posinset="${place}"] article`);

/** Opens the list's address afresh. */
async function open(page: Page, count: number): Promise<{ opened: number; filled: number }> {
  await page.goto('/admin/bookings');
  const opened = await untilPainted(page, OPENED);
  const filled = await timed(() =>
    page.locator(`main li[aria-setsize="${count}"]`).first().waitFor(),
  );
  return { opened, filled };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** Drags the scroll bar to its end until the oldest row is drawn. Returns the number of drags. */
const pullToEnd = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    let pulls = 0;
    scrollTo(0, 0);
    while (!document.querySelector(`main li[aria-posinset="${count}"] article`) && pulls < 200) {
      scrollTo(0, document.documentElement.scrollHeight);
      pulls += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return pulls;
  }, count);

async function scroll(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(640, 400);
  for (let turns = 0; turns < 200; turns++) await page.mouse.wheel(0, 1_500);
  const cdp = await page.context().newCDPSession(page);
  for (let flicks = 0; flicks < 5; flicks++) {
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 600,
      yDistance: -2_000,
      speed: 6_000,
      gestureSourceType: 'touch',
    });
  }
  await cdp.detach();
  await untilPainted(page, { selector: 'main article', count: 2, orMore: true });
}

/** Types a booking's text, as fast as people type. */
async function search(page: Page, customer: number): Promise<number> {
  const field = searchField(page);
  await field.clear();
  await untilPainted(page, OPENED);
  const word = `customer${customer}@`;
  const took = await timeToPaint(page, { selector: 'main article', count: 1 }, () =>
    field.pressSequentially(word, { delay: 60 }),
  );
  await field.clear();
  await untilPainted(page, OPENED);
  return took;
}

/** Measures a list of this many bookings. The device has them all. */
export async function measureLongList(device: Device, count: number): Promise<LongListFigures> {
  await noteActs(device.context);
  await device.context.setOffline(true);
  const page = await device.open('/admin/bookings');
  await untilPainted(page, OPENED);

  const openings: Awaited<ReturnType<typeof open>>[] = [];
  for (let times = 0; times < OPENINGS; times++) openings.push(await open(page, count));
  const { longest: openingTask } = await withTasks(page, () => open(page, count));
  const filledHeap = await heapOf(page);
  await page.locator('main li[aria-posinset="1"]').focus();
  const keys = await withTasks(page, async () => {
    const endByKey = await timed(async () => {
      await page.keyboard.press('End');
      await rowAt(page, count).waitFor();
    });
    await page.keyboard.press('Home');
    await rowAt(page, 1).waitFor();
    return endByKey;
  });
  const pulls = await withTasks(page, () => pullToEnd(page, count));
  const wheel = await withTasks(page, () => scroll(page));

  await open(page, count);
  const middle = Math.ceil(count / 2);
  const searching = await withTasks(page, async () => {
    const first = await search(page, middle);
    const further: number[] = [];
    for (let index = 1; index <= 5; index++) further.push(await search(page, middle + index * 2));
    return { first, further: percentile(further, 0.5) };
  });
  await cards(page).first().waitFor();
  const searchedHeap = await heapOf(page);
  await device.context.setOffline(false);
  await page.close();
  return {
    opened: percentile(
      openings.map(({ opened }) => opened),
      0.5,
    ),
    filled: percentile(
      openings.map(({ filled }) => filled),
      0.5,
    ),
    openingTask,
    filledHeap,
    endByKey: keys.result,
    keysTask: keys.longest,
    pulls: pulls.result,
    pullsTask: pulls.longest,
    wheelTask: wheel.longest,
    searchedHeap,
    firstSearch: searching.result.first,
    furtherSearch: searching.result.further,
    searchTask: searching.longest,
  };
}
