import type { Page } from '@playwright/test';
import { referenceOf } from '../../src/core/domain/submission.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { Device } from '../support/device.ts';
import { openPortal } from '../support/portal.ts';
import {
  card,
  cards,
  deleteButton,
  deleteRows,
  names,
  searchField,
  selectAll,
  selectBox,
} from '../support/portal-list.ts';
import { clear, storeBooking, storeManyBookings } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { TestBackend } from '../support/backend.ts';

const MANY = 600;
/** The maximum of drawn rows of a long list. */
const DRAWN = 40;

const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const onRow = (page: Page, name: string) => expect(row(page, name)).toBeFocused();

/**
 * Opens `count` bookings, a minute apart with `Customer 1` as the newest, and waits until the whole
 * list is known.
 */
async function openMany(device: Device, backend: TestBackend, count = MANY): Promise<Page> {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, count);
  const page = await openPortal(device, '/admin/bookings');
  await expect(row(page, 'Customer 1')).toHaveAttribute('aria-setsize', String(count));
  return page;
}

/** The top of a row on the screen. */
const topOf = async (page: Page, name: string) =>
  (await row(page, name).boundingBox())?.y ?? Number.NaN;

test('of a long list only the rows near the screen are in the document, each says which of how many it is, and the scroll bar reaches the end', async ({
  device,
  backend,
}) => {
  const page = await openMany(device, backend);
  expect(await cards(page).count()).toBeLessThan(DRAWN);
  await expect(row(page, 'Customer 3')).toHaveAttribute('aria-posinset', '3');

  for (let screens = 0; screens < 20; screens++) {
    await page.mouse.wheel(0, 2_000);
    expect(await cards(page).count()).toBeLessThan(DRAWN);
  }
  await expect(cards(page).first()).toBeVisible();
  await expect(row(page, 'Customer 1')).toHaveCount(0);

  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(card(page, `Customer ${MANY}`)).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await cards(page).count()).toBeLessThan(DRAWN);

  await page.keyboard.press('Control+Home');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(row(page, 'Customer 8')).toBeInViewport({ ratio: 1 });
});

test('on a desk’s screen a whole status is beside a name of any length', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  for (const name of ['Zoë Abernethy-Muir', 'Alexandra Drummond-Hay of Gauze Street'])
    await storeBooking(backend, { name, status: 'cancelled' });
  const page = await openPortal(device, '/admin/bookings');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const article of await cards(page).all()) {
    const [name, status] = [article.getByRole('heading'), article.getByText('cancelled')];
    const [left, right] = [await name.boundingBox(), await status.boundingBox()];
    expect(right?.x).toBeGreaterThan((left?.x ?? NaN) + (left?.width ?? NaN));
    expect(right?.y).toBeLessThan((left?.y ?? NaN) + 20);
    expect(right?.height).toBeLessThan(24);
  }
});

test('arrow keys, pages, End and Home lead from row to row through the whole list', async ({
  device,
  backend,
}) => {
  const page = await openMany(device, backend);
  await row(page, 'Customer 1').focus();

  await page.keyboard.press('ArrowDown');
  await onRow(page, 'Customer 2');
  await page.keyboard.press('End');
  await onRow(page, `Customer ${MANY}`);
  await expect(card(page, `Customer ${MANY}`)).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await onRow(page, `Customer ${MANY - 1}`);
  await page.keyboard.press('Home');
  await onRow(page, 'Customer 1');
  await expect(card(page, 'Customer 1')).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect(row(page, 'Customer 1')).not.toBeFocused();
  await page.keyboard.press('PageUp');
  await onRow(page, 'Customer 1');

  await page.keyboard.press('ArrowRight');
  await expect(selectBox(page, 'Customer 1')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await onRow(page, 'Customer 2');

  // The row that has the focus keeps it when it is scrolled away.
  await selectBox(page, 'Customer 2').focus();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(card(page, 'Customer 300')).toBeAttached();
  await expect(selectBox(page, 'Customer 2')).toBeFocused();
  await expect(card(page, 'Customer 2')).not.toBeInViewport();
});

for (const [view, first] of [
  ['received', /^49 earlier bookings: /],
  ['schedule', /^Answer: /],
] as const) {
  test(`a list is one stop of the Tab key, and Delete Selected the next one: ${view}`, async ({
    device,
    backend,
  }) => {
    await clear(backend, 'bookings');
    await storeManyBookings(backend, 50);
    const page = await openPortal(device, `/admin/bookings?view=${view}`);
    await expect(cards(page), 'fifty are in the document whole').toHaveCount(50);
    const name = (await names(page))[0] ?? '';
    const link = card(page, name).getByRole('link').first();
    await expect(link, 'the history is drawn once messages are read, too').toHaveAccessibleName(
      first,
    );
    await selectAll(page).focus();
    await page.keyboard.press('Tab');
    await onRow(page, name);

    await page.keyboard.press('Enter');
    await expect(selectBox(page, name)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(link).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(selectBox(page, name)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(selectBox(page, name)).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(deleteButton(page)).toBeFocused();

    await page.keyboard.press('Shift+Tab');
    await onRow(page, name);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await onRow(page, name);
    await page.keyboard.press('ArrowDown');
    await onRow(page, (await names(page))[1] ?? '');
    await page.keyboard.press('ArrowUp');
    await onRow(page, name);
  });
}

test('the bar of a selection covers none of the last row’s actions', async ({
  device,
  backend,
}) => {
  const page = await openMany(device, backend, 8);
  await selectBox(page, 'Customer 8').check();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const actions = await card(page, 'Customer 8')
      .getByRole('group', { name: /^Actions/ })
      .boundingBox();
    const button = await deleteButton(page).boundingBox();
    expect(button?.y).toBeGreaterThanOrEqual((actions?.y ?? Infinity) + (actions?.height ?? 0));
  }
});

test('a message lies above the bar of a selection', async ({ device, backend }) => {
  const page = await openMany(device, backend, 8);
  for (const [width, name] of [
    [390, 'Customer 2'],
    [1440, 'Customer 3'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await deleteRows(page, [name]);
    await selectBox(page, 'Customer 1').check();
    const bar = deleteButton(page).locator('..');
    const gap = async () => {
      const message = await toast(page, 'Deleted 1 booking(s)').last().boundingBox();
      return ((await bar.boundingBox())?.y ?? NaN) - (message?.y ?? NaN) - (message?.height ?? NaN);
    };
    await expect.poll(gap, { timeout: 5_000 }).toBeGreaterThan(0);
    await selectBox(page, 'Customer 1').uncheck();
  }
});

test(
  'rows met one by one with the arrow key come in order, none left out',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const page = await openMany(device, backend, 80);
    await row(page, 'Customer 1').focus();
    for (let place = 2; place <= 80; place++) {
      await page.keyboard.press('ArrowDown');
      await onRow(page, `Customer ${place}`);
      await expect(row(page, `Customer ${place}`)).toBeInViewport();
    }
  },
);

test('Go to a month focuses its newest row, among a search’s matches too', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 200);
  const store = (name: string, day: string, phone = '07700 900456') =>
    storeBooking(backend, { name, phone, created_at: `2026-${day}T12:00:00Z` });
  for (const day of ['03', '17', '28']) await store(`March ${day}`, `03-${day}`);
  await store('Reid of January', '01-20');
  await store('Muir of January', '01-09', '0141 555 0100');
  const page = await openPortal(device, '/admin/bookings');
  const month = page.getByLabel('Go to month');
  const goToMonth = async (name: string) => {
    await month.selectOption(name);
    await page.getByRole('button', { name: 'Go', exact: true }).click();
  };

  await goToMonth('March 2026');
  await onRow(page, 'March 28');
  await expect(card(page, 'March 28')).toBeInViewport();
  // February has no booking, so the focus goes to the newest one before it.
  await goToMonth('February 2026');
  await onRow(page, 'Reid of January');

  await searchField(page).fill('0141 555 0100');
  await expect(page.getByText('201 of 205 bookings')).toBeVisible();
  await goToMonth('January 2026');
  await onRow(page, 'Muir of January');
});

/** Stays near a figure, in CSS px. */
const expectTop = (page: Page, name: string, top: number) =>
  expect
    .poll(async () => Math.abs((await topOf(page, name)) - top), { timeout: 10_000 })
    .toBeLessThan(3);

for (const width of [390, 1440]) {
  test(
    `Back and a reload bring a place in the middle of a row back to the pixel, ten times: ${width}`,
    { tag: width === 390 ? [] : '@nightly' },
    async ({ device, backend }) => {
      test.slow();
      const page = await openMany(device, backend, 300);
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      await expect(page).toHaveURL(/at=/);
      await page.mouse.wheel(0, 57);
      await page.waitForTimeout(500);
      const name = await page.evaluate(() => {
        const above = [...document.querySelectorAll('main li')].findLast(
          (row) => row.getBoundingClientRect().top < innerHeight / 2,
        );
        return above?.querySelector('h2')?.textContent ?? '';
      });
      const before = await topOf(page, name);
      const expectSame = async () => {
        await expectTop(page, name, before);
        await page.waitForTimeout(300);
        expect(Math.abs((await topOf(page, name)) - before)).toBeLessThanOrEqual(2);
      };

      for (let times = 0; times < 5; times++) {
        await page
          .getByRole('link', { name: /^Messages/ })
          .filter({ visible: true })
          .first()
          .click();
        await expect(
          page.getByRole('heading', { level: 1, name: 'Contact Messages' }),
        ).toBeVisible();
        await page.goBack();
        await expectSame();
        await page.reload();
        await expectSame();
      }
    },
  );
}

test('a schedule keeps its place to the pixel too', async ({ device, backend }) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 40);
  const page = await openPortal(device, '/admin/bookings?view=schedule');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cards(page).first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 2_345));
  await expect(page).toHaveURL(/at=/);
  const name = (await names(page))[12] ?? '';
  const before = await topOf(page, name);
  await page.reload();
  await expectTop(page, name, before);
});

test('the link of a late alert opens a list of 300 at its row, which keeps its place in the address', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 300);
  await backend.query(`update public.alerts set state = 'sent'`);
  const [late] = await backend.query<{ id: string }>(
    `update public.alerts set state = 'failed', attempts = 3, claimed_at = now() where record_id =
       (select id from public.bookings where name = 'Customer 150') returning record_id as id`,
  );
  const page = await openPortal(device);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const link = page
    .getByRole('region', { name: /email alerts? not sent$/ })
    .getByRole('link', { name: referenceOf(late?.id ?? '') });
  await link.click();

  // As the page's `scroll-padding-block`.
  await expectTop(page, 'Customer 150', 128);
  await page.waitForTimeout(1_500);
  await expectTop(page, 'Customer 150', 128);
  await expect(page).toHaveURL(new RegExp(`at=${late?.id}$`));
});

test('a list that is shown again after a search, or after its other view, begins at its beginning, whatever place it opened at', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, MANY);
  const [found] = await backend.query<{ id: string }>(
    'select id from public.bookings where name = $1',
    [`Customer ${MANY / 2}`],
  );
  const place = `/admin/bookings?at=${found?.id}`;
  const page = await openPortal(device, place);
  await expect(card(page, `Customer ${MANY / 2}`)).toBeInViewport();
  await searchField(page).fill('Nobody');
  await expect(page.getByText('Nothing matches your search.')).toBeVisible();
  await expect(page).toHaveURL(/\?q=Nobody$/);
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await expect(card(page, 'Customer 1')).toBeInViewport();

  await page.goto(place);
  await expect(card(page, `Customer ${MANY / 2}`)).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect(card(page, 'Customer 1')).toBeInViewport();
  await page.getByText('Schedule', { exact: true }).click();
  await expect(
    page
      .getByRole('heading', { level: 2, name: /^(Overdue|Today|Tomorrow|This week|Later|Past)/ })
      .first(),
  ).toBeVisible();
  await page.getByRole('group', { name: 'View' }).getByText('Received').click();
  await expect(row(page, 'Customer 1')).toHaveAttribute('aria-setsize', String(MANY));
  await expect(card(page, 'Customer 1')).toBeInViewport();
});

test('a visible row stays in place when rows above it are deleted', async ({ device, backend }) => {
  const page = await openMany(device, backend);
  await page.evaluate(() => scrollTo(0, 30_000));
  // The address changes once the list stands still.
  await expect(page).toHaveURL(/at=/);
  // The rows of a place that was scrolled to are drawn after it.
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(9);
  const name = (await names(page))[9] ?? '';
  const before = await topOf(page, name);

  await backend.query(
    `delete from public.bookings where name in ('Customer 3', 'Customer 5', 'Customer 8')`,
  );
  await page.evaluate(() => dispatchEvent(new Event('focus')));

  await expect(row(page, name)).toHaveAttribute('aria-setsize', String(MANY - 3));
  expect(Math.abs((await topOf(page, name)) - before)).toBeLessThan(3);
});

test('every row of a list is selected and deleted at once, also those not drawn', async ({
  device,
  backend,
}) => {
  const page = await openMany(device, backend, 120);
  await storeBooking(backend, { name: 'Isla Bute', phone: '07700 900123' });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(card(page, 'Isla Bute')).toBeVisible();
  await searchField(page).fill('0141 555 0100');
  await expect(page.getByText('120 of 121 bookings')).toBeVisible();

  await selectAll(page).check();
  await expect(deleteButton(page)).toHaveText('Delete Selected (120)');
  await deleteButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();

  await expect(page.getByText('Nothing matches your search.')).toBeVisible();
  await expect
    .poll(async () => (await backend.query('select 1 from public.bookings')).length)
    .toBe(1);
});

test('after a deletion the focus goes to the next row, wherever that is', async ({
  device,
  backend,
}) => {
  const page = await openMany(device, backend);
  await row(page, 'Customer 1').focus();
  await page.keyboard.press('End');
  await selectBox(page, `Customer ${MANY}`).check();
  await page.getByRole('listitem').last().press('Home');
  await onRow(page, 'Customer 1');

  await deleteButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();

  await expect(selectBox(page, `Customer ${MANY - 1}`)).toBeFocused();
  await expect(card(page, `Customer ${MANY - 1}`)).toBeInViewport();
});

test('a long list passes the accessibility rules, on a phone too', async ({ device, backend }) => {
  const page = await openMany(device, backend, 200);
  await storeBooking(backend, { created_at: '2026-03-03T12:00:00Z' });
  await page.getByRole('button', { name: 'Sync now' }).click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByLabel('Go to month')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }
});
