import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { PERIODS } from '../../src/core/domain/periods.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { openPortal } from '../support/portal.ts';
import { card, cards, expectRead, searchField } from '../support/portal-list.ts';
import {
  clear,
  storeBooking,
  storeManyBookings,
  storeMessage,
  storePerson,
} from '../support/portal-records.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { BOOKING } from '../support/values.ts';

const printButton = (page: Page) => page.getByRole('button', { name: 'Print', exact: true });
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export' });

/** Opens a list with a stubbed printer. */
async function openWithPrinter(
  device: Parameters<typeof openPortal>[0],
  path: string,
): Promise<Page> {
  await device.context.addInitScript(() => {
    window.print = () => (document.documentElement.dataset.printed = 'yes');
  });
  const page = await openPortal(device, path);
  await expect(cards(page).first()).toBeVisible();
  return page;
}

/** The text of the printed sheet. */
async function printed(page: Page): Promise<string> {
  await expect(page.locator('html')).toHaveAttribute('data-printed');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main')).toBeHidden();
  return page.locator('body').innerText();
}

/** Exports a list and parses the file with another library. */
async function exported(
  page: Page,
  item = /^(All rows|Rows found)$/,
  name = /^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/,
): Promise<string[][]> {
  await exportButton(page).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(name);
  return parse(await readFile(await download.path()), { bom: true }) as string[][];
}

test('a day’s run sheet has its jobs in order with the details a crew needs, marks requests, and has no others', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  const day = { preferred_date: '2026-12-22', phone: '0141 496 0123', email: 'never@example.com' };
  await storeBooking(backend, {
    ...day,
    name: 'Second',
    preferred_time: 'afternoon',
    service_type: 'move',
    service: 'move',
    size: '4-bedrooms',
    frequency: 'once',
    notes: 'The key is next door.',
  });
  const id = await storeBooking(backend, {
    ...day,
    name: 'First',
    status: 'confirmed',
    preferred_time: 'morning',
    address: '12 Gauze Street, Paisley',
  });
  await storeBooking(backend, { ...day, name: 'Cancelled', status: 'cancelled' });
  await storeBooking(backend, { ...day, name: 'Of another day', preferred_date: '2026-12-23' });
  const page = await openWithPrinter(device, '/admin/bookings');

  await printButton(page).click();
  await page.getByLabel('Day', { exact: true }).fill('2026-12-24');
  await page.getByRole('button', { name: 'Print run sheet' }).click();
  await expect(page.getByText('There are no jobs on this day')).toBeVisible();
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused();
  await page.getByLabel('Day', { exact: true }).fill('2026-12-22');
  await page.getByRole('button', { name: 'Print run sheet' }).click();

  const text = await printed(page);
  expect(text).toMatch(
    /^Run sheet, Tue 22 Dec 2026\s+8AM-12PM\s+First 0141 496 0123\s+12 Gauze Street, Paisley\s+Deep Cleaning/,
  );
  expect(text).toContain(referenceOf(id));
  expect(text).toMatch(
    /12PM-5PM\s+Not confirmed\s+Second[^]*Move In\/Out Cleaning, 4 bedrooms, once[^]*The key is next door\./,
  );
  for (const unwanted of [
    'Cancelled',
    'Of another day',
    'never@example.com',
    'pending',
    'Welcome back',
  ])
    expect(text).not.toContain(unwanted);

  // The print layout ends when the page is used.
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Tab');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main')).toBeVisible();
});

test('a job is never torn apart by the end of a page', async ({ device, backend }) => {
  await clear(backend, 'bookings');
  const notes = 'Please bring the long ladder. '.repeat(20);
  for (let job = 0; job < 12; job++)
    await storeBooking(backend, { name: `Job ${job}`, preferred_date: '2026-12-22', notes });
  const page = await openWithPrinter(device, '/admin/bookings?from=2026-12-22&to=2026-12-22');

  await printButton(page).click();
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('2026-12-22');
  await page.getByRole('button', { name: 'Print run sheet' }).click();
  await printed(page);

  expect(
    await page
      .locator('.print-sheet .job')
      .evaluateAll((jobs) => jobs.map((job) => getComputedStyle(job).breakInside)),
  ).toEqual(Array.from({ length: 12 }, () => 'avoid'));
});

/** The number of sheets that the browser's own print produces. */
const sheetsOf = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test('the browser’s own print has every row of the list, on as many sheets as they fill', async ({
  device,
  backend,
}) => {
  test.slow();
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 70);
  const page = await openPortal(device, '/admin/bookings');
  await expectRead(page, 70);
  const rows = page.locator('.print-sheet dl');

  await expect(async () => {
    const sheets = await sheetsOf(page);
    expect(await rows.count()).toBe(70);
    // A sheet holds at least a dozen rows.
    expect(sheets).toBeLessThanOrEqual(6);
  }).toPass();

  await expect(rows.last()).toContainText('Customer 70');
  await page.emulateMedia({ media: 'print' });
  expect(
    await rows.evaluateAll((all) =>
      all.every((row) => getComputedStyle(row).breakInside === 'avoid'),
    ),
  ).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  // The page returns to normal when it is used.
  await page.keyboard.press('Tab');
  await expect(rows).toHaveCount(0);
});

test(
  'the browser’s own print has a search’s matches',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await storeMessage(backend, { name: 'Wanted Quine', subject: 'The windows' });
    await storeMessage(backend, { name: 'Unwanted' });
    const page = await openPortal(device, '/admin/messages?q=quine');
    await expect(cards(page)).toHaveCount(1);

    await sheetsOf(page);

    const paper = page.locator('.print-sheet');
    await expect(paper).toContainText('Wanted Quine');
    await expect(paper).not.toContainText('Unwanted');
  },
);

test('the schedule prints under the screen’s headings: the browser’s own print counts the closed groups, and the whole list has them', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeBooking(backend, { name: 'Past Kerr', preferred_date: '2026-01-05' });
  await storeBooking(backend, { name: 'Coming Muir', preferred_date: '2030-01-07' });
  const page = await openWithPrinter(device, '/admin/bookings?view=schedule');
  await expect(cards(page)).toHaveCount(1);

  await expect(async () => {
    await sheetsOf(page);
    await expect(page.locator('.print-sheet dl')).toHaveCount(1, { timeout: 100 });
  }).toPass();

  const paper = page.locator('.print-sheet');
  await expect(paper).toContainText('Not printed: 1 not answered.');
  await expect(paper).toContainText(/Later[^]*Coming Muir/);

  await page.keyboard.press('Escape');
  await printButton(page).click();
  await page.getByRole('button', { name: 'Print the whole list' }).click();

  expect(await printed(page)).toMatch(/Not answered[^]*Past Kerr[^]*Later[^]*Coming Muir/);
});

test('an export of next week has its jobs alone, and the file’s name says so', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  const { from, to } = PERIODS['next week'](londonTime(Date.now()).day);
  await storeBooking(backend, { name: 'Monday Muir', preferred_date: from });
  await storeBooking(backend, { name: 'Sunday Skye', preferred_date: to });
  await storeBooking(backend, { name: 'Too late', preferred_date: dayAfter(to, 1) });
  const page = await openPortal(device, '/admin/bookings');
  await expect(cards(page)).toHaveCount(3);

  const name = new RegExp(`^bookings-next-week-${from}-to-${to}\\.csv$`);
  const [, ...rows] = await exported(page, /^next week$/i, name);

  expect(rows.map((row) => row[3]).sort()).toEqual(['Monday Muir', 'Sunday Skye']);
});

test('the print has a search’s matches, includes new arrivals, and counts them', async ({
  device,
  backend,
}) => {
  await storeMessage(backend, { name: 'Unwanted' });
  await storeMessage(backend, { name: 'Held Kerr', subject: 'First' });
  const page = await openWithPrinter(device, '/admin/messages?q=kerr');
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('heading', { level: 1 }).click();
  await storeMessage(backend, { name: 'Held Kerr', subject: 'Second' });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('button', { name: 'Show 1 new message' })).toBeVisible();

  await printButton(page).click();

  const text = await printed(page);
  expect(text).toMatch(/^Contact Messages\s+2 of \d+[^]*Second[^]*First/);
  expect(text).not.toContain('Unwanted');
});

test('an export reads the same in another program, which runs no part of it', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 300);
  const ann = await storePerson(backend, { name: 'Ann Baker' });
  const notes = 'Two cats, one "dog".\nThe key is next door.';
  const id = await storeBooking(backend, {
    name: '=HYPERLINK("x")',
    phone: '+44 141 496 0123',
    service: 'deep',
    size: '2-bedrooms',
    frequency: 'weekly',
    notes,
    crew: [ann],
    access: 'Code 4711',
    created_at: '2026-11-05T10:00:00Z',
  });
  const page = await openPortal(device, '/admin/bookings');
  await expect(card(page, 'Customer 1')).toBeVisible();

  const [header = [], ...rows] = await exported(page);
  expect(header).toEqual([
    ...[
      'Reference',
      'Received',
      'Status',
      'Name',
      'Phone',
      'Email',
      'Address',
      'Service',
      'Chosen service',
      'Size',
      'Frequency',
      'Preferred date',
      'Preferred time',
      'Agreed price',
      'Repeats',
      'Who goes',
      'For those who go',
      'Notes',
    ],
  ]);
  expect(rows).toHaveLength(301);
  expect(rows.at(-1)).toEqual([
    ...[
      referenceOf(id),
      '2026-11-05 10:00',
      'pending',
      `'=HYPERLINK("x")`,
      '+44 141 496 0123',
      BOOKING.email,
      BOOKING.address,
    ],
    ...['Deep Cleaning', 'Deep Cleaning', '2 bedrooms', 'Every week'],
    ...[BOOKING.preferred_date, '8AM-12PM', '', '', 'Ann Baker', '', notes],
  ]);

  await searchField(page).fill('0141 496');
  await expect(cards(page)).toHaveCount(1);
  expect((await exported(page)).slice(1).map(([reference]) => reference)).toEqual([
    referenceOf(id),
  ]);
});
