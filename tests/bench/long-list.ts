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
  /** Twenty wheel turns in sequence, and some flicks of a thumb. */
  wheelTask: LongestTask;
  /** From the press in the list's middle row until its booking is drawn. */
  hitOpened: number;
  /** From Back until that row is where it was. */
  back: number;
  hitTask: LongestTask;
  /** With the search texts too. */
  searchedHeap: number;
  /** After the last key, on a freshly opened page. */
  firstSearch: number;
  furtherSearch: number;
  searchTask: LongestTask;
}

const OPENED: Sight = { selector: 'main article', count: 6, orMore: true };
const OPENINGS = 5;

/** Opens the list's address afresh. */
async function open(page: Page, search = ''): Promise<{ opened: number; filled: number }> {
  await page.goto(`/admin/bookings${search}`);
  const opened = await untilPainted(page, OPENED);
  const filled = await timed(() => page.locator('main div[aria-busy="false"]').waitFor());
  return { opened, filled };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

async function scroll(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(640, 400);
  for (let turns = 0; turns < 20; turns++) await page.mouse.wheel(0, 1_500);
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

/** The id of the row that a search finds. */
async function idOf(page: Page, customer: number): Promise<string> {
  await searchField(page).fill(wordOf(customer));
  const row = page.locator('main li:has(article)');
  await untilPainted(page, { selector: 'main article', count: 1 });
  const id = (await row.getAttribute('id')) ?? '';
  return id.replace(/^row-/, '');
}

/** Opens a booking from its row in the list of a search that finds every row, and goes back. */
async function openHit(page: Page, id: string): Promise<{ hitOpened: number; back: number }> {
  const row = page.locator(`#row-${id}`);
  const link = row.getByRole('link', { name: /^Answer/ });
  // Only an open booking has its answer on the card.
  const isInMenu = (await link.count()) === 0;
  if (isInMenu) await row.getByRole('button', { name: /^More/ }).click();
  const answer = isInMenu ? page.getByRole('menuitem', { name: 'Answer' }) : link;
  const hitOpened = await timeToPaint(page, { selector: '[aria-label=Request]', count: 1 }, () =>
    answer.click(),
  );
  const back = await page.evaluate(async (id) => {
    const start = performance.now();
    history.back();
    // As the page's `scroll-padding-block`.
    for (let top = Infinity; Math.abs(top - 128) >= 2;) {
      await new Promise(requestAnimationFrame);
      top = document.getElementById(`row-${id}`)?.getBoundingClientRect().top ?? Infinity;
    }
    return performance.now() - start;
  }, id);
  return { hitOpened, back };
}

const wordOf = (customer: number) => `customer${customer}@`;

/** Types a booking's text, as fast as people type. */
async function search(page: Page, customer: number): Promise<number> {
  const field = searchField(page);
  await field.clear();
  await untilPainted(page, OPENED);
  const took = await timeToPaint(page, { selector: 'main article', count: 1 }, () =>
    field.pressSequentially(wordOf(customer), { delay: 60 }),
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
  for (let times = 0; times < OPENINGS; times++) openings.push(await open(page));
  const { longest: openingTask } = await withTasks(page, () => open(page));
  const filledHeap = await heapOf(page);
  const wheel = await withTasks(page, () => scroll(page));

  const middle = Math.ceil(count / 2);
  const id = await idOf(page, middle);
  const hits: { result: Awaited<ReturnType<typeof openHit>>; longest: LongestTask }[] = [];
  for (let times = 0; times < OPENINGS; times++) {
    await open(page, `?q=customer&at=${id}`);
    await page.locator(`#row-${id} article`).waitFor();
    // The list stores its place once it stands still.
    await page.waitForTimeout(1_500);
    hits.push(await withTasks(page, () => openHit(page, id)));
  }

  await open(page);
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
    wheelTask: wheel.longest,
    hitOpened: percentile(
      hits.map(({ result }) => result.hitOpened),
      0.5,
    ),
    back: percentile(
      hits.map(({ result }) => result.back),
      0.5,
    ),
    hitTask: {
      wall: Math.max(...hits.map(({ longest }) => longest.wall)),
      cpu: Math.max(...hits.map(({ longest }) => longest.cpu)),
    },
    searchedHeap,
    firstSearch: searching.result.first,
    furtherSearch: searching.result.further,
    searchTask: searching.longest,
  };
}
