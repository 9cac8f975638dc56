import type { Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { cards, searchField } from '../support/portal-list.ts';
import { goTo } from '../support/portal.ts';
import { heapOf } from './heap.ts';
import { noteActs, timeToPaint, untilPainted, type Sight } from './painted.ts';
import { percentile } from './report.ts';
import { withTasks, type LongestTask } from './tasks.ts';

/** The cost of a stored list, offline: milliseconds, and bytes of heap. */
export interface LongListFigures {
  opened: number;
  openingTask: LongestTask;
  openedHeap: number;
  orderKnown: number;
  endByKey: number;
  keysTask: LongestTask;
  pulls: number;
  pullsTask: LongestTask;
  /** Two hundred wheel turns in sequence, and some flicks of a thumb. */
  wheelTask: LongestTask;
  scrolledHeap: number;
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

async function opened(page: Page): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < OPENINGS; time++) {
    await goTo(page, 'Dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
    times.push(await timeToPaint(page, OPENED, () => goTo(page, 'Bookings')));
  }
  return percentile(times, 0.5);
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

  const opening = await withTasks(page, () => opened(page));
  const orderKnown = await timed(() =>
    page.locator(`main li[aria-setsize="${count}"]`).first().waitFor(),
  );
  const openedHeap = await heapOf(page);
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
  const scrolledHeap = await heapOf(page);

  await page.goto('/admin/bookings');
  await untilPainted(page, OPENED);
  const middle = Math.ceil(count / 2);
  const searching = await withTasks(page, async () => {
    const first = await search(page, middle);
    const further: number[] = [];
    for (let index = 1; index <= 5; index++) further.push(await search(page, middle + index * 2));
    return { first, further: percentile(further, 0.5) };
  });
  await cards(page).first().waitFor();
  await device.context.setOffline(false);
  await page.close();
  return {
    opened: opening.result,
    openingTask: opening.longest,
    openedHeap,
    orderKnown,
    endByKey: keys.result,
    keysTask: keys.longest,
    pulls: pulls.result,
    pullsTask: pulls.longest,
    wheelTask: wheel.longest,
    scrolledHeap,
    firstSearch: searching.result.first,
    furtherSearch: searching.result.further,
    searchTask: searching.longest,
  };
}
