import type { Page } from '@playwright/test';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { Device } from '../support/device.ts';
import { openPortal } from '../support/portal.ts';
import {
  card,
  cards,
  deleteButton,
  deleteRows,
  expectRead,
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
  await expectRead(page, count);
  return page;
}

/** Scrolls to the end, which comes with more rows each time, until this one is there. */
async function growTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(row(page, name)).toBeAttached({ timeout: 500 });
  }).toPass();
  await row(page, name).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(row(page, name)).toBeInViewport();
}

/** The name of the last row that begins in the upper half of the screen. */
const nameInMiddle = (page: Page) =>
  page.evaluate(() => {
    const above = [...document.querySelectorAll('main li')].findLast(
      (row) => row.getBoundingClientRect().top < innerHeight / 2,
    );
    return above?.querySelector('h2')?.textContent ?? '';
  });

const moreButton = (page: Page) => page.getByRole('button', { name: 'Show more' });
const aboveButton = (page: Page) => page.getByRole('button', { name: 'Show rows above' });

/** The top of a row on the screen. */
const topOf = async (page: Page, name: string) =>
  (await row(page, name).boundingBox())?.y ?? Number.NaN;

test('a list begins with fifty rows and grows as its end comes near, to the last', async ({
  device,
  backend,
}) => {
  const page = await openMany(device, backend, 120);
  await expect(cards(page)).toHaveCount(50);

  await moreButton(page).scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(100);
  await moreButton(page).scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(120);

  await expect(moreButton(page)).toHaveCount(0);
  expect(await names(page)).toEqual(Array.from({ length: 120 }, (_, n) => `Customer ${n + 1}`));
});

test('another search begins with fifty rows again', async ({ device, backend }) => {
  const page = await openMany(device, backend, 120);
  await growTo(page, 'Customer 70');
  await page.evaluate(() => scrollTo(0, 0));
  await searchField(page).fill('customer');
  await expect(page.getByText('120 of 120 bookings')).toBeVisible();
  await expect(cards(page)).toHaveCount(50);
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

test('arrow keys lead from row to row, and on to the rows that the list grows by', async ({
  device,
  backend,
}) => {
  const page = await openMany(device, backend, 120);
  await row(page, 'Customer 1').focus();

  await page.keyboard.press('ArrowDown');
  await onRow(page, 'Customer 2');
  await page.keyboard.press('ArrowUp');
  await onRow(page, 'Customer 1');
  await page.keyboard.press('ArrowRight');
  await expect(selectBox(page, 'Customer 1')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await onRow(page, 'Customer 2');

  await row(page, 'Customer 50').focus();
  await expect(cards(page)).toHaveCount(100);
  await page.keyboard.press('ArrowDown');
  await onRow(page, 'Customer 51');
  await expect(card(page, 'Customer 51')).toBeInViewport();

  // The row that has the focus keeps it when it is scrolled away.
  await selectBox(page, 'Customer 51').focus();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(card(page, 'Customer 51')).not.toBeInViewport();
  await expect(selectBox(page, 'Customer 51')).toBeFocused();
});

for (const [view, first] of [
  ['received', /, other name: 49 earlier bookings: /],
  ['schedule', /^Answer: /],
] as const) {
  test(`a list is one stop of the Tab key, and Delete Selected the next one: ${view}`, async ({
    device,
    backend,
  }) => {
    await clear(backend, 'bookings');
    // With a team the bar begins with "Give to…".
    await clear(backend, 'crew');
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
    await expect(cards(page).first().locator('xpath=ancestor::ul')).toHaveAccessibleDescription(
      /Enter leads into a row/,
    );

    await page.keyboard.press('Enter');
    await expect(selectBox(page, name)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(link).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(selectBox(page, name)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(selectBox(page, name)).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(link, 'the controls of an entered row are stops').toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(selectBox(page, name)).toBeFocused();
    await page.keyboard.press('Escape');
    await onRow(page, name);
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
      await growTo(page, 'Customer 150');
      await expect(page).toHaveURL(/at=/);
      await page.mouse.wheel(0, 57);
      await page.waitForTimeout(500);
      const name = await nameInMiddle(page);
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
  await expect(page).toHaveURL(new RegExp(`at=${late?.id.slice(0, 13)}$`));

  // The list has twenty rows above it, and the others on request.
  for (const [first, before] of [
    ['Customer 130', 'Customer 80'],
    ['Customer 80', 'Customer 30'],
    ['Customer 30', 'Customer 1'],
  ] as const) {
    expect((await names(page))[0]).toBe(first);
    await aboveButton(page).scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    const top = await topOf(page, first);
    await aboveButton(page).click();
    await expect(row(page, before)).toBeAttached();
    await expectTop(page, first, top);
  }
  await expect(aboveButton(page)).toHaveCount(0);
});

test('a list that opens far down begins at its beginning when new rows are shown', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 300);
  const [found] = await backend.query<{ id: string }>(
    `select id from public.bookings where name = 'Customer 250'`,
  );
  const page = await openPortal(device, `/admin/bookings?at=${found?.id}`);
  await expect(card(page, 'Customer 250')).toBeInViewport();
  await expect(page.getByText(/^Synced \d/)).toBeAttached();
  await page.mouse.wheel(0, 10);
  await storeBooking(backend, { name: 'Isla Bute', phone: '07700 900123' });
  await page.evaluate(() => dispatchEvent(new Event('focus')));

  await page.getByRole('button', { name: 'Show 1 new booking' }).click();

  await expect(card(page, 'Isla Bute')).toBeInViewport();
  expect((await names(page)).slice(0, 2)).toEqual(['Isla Bute', 'Customer 1']);
});

test('the rows around a place stay when the row that the list opened at is deleted', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 300);
  const [found] = await backend.query<{ id: string }>(
    `select id from public.bookings where name = 'Customer 250'`,
  );
  const page = await openPortal(device, `/admin/bookings?at=${found?.id}`);
  await expect(card(page, 'Customer 250')).toBeInViewport();
  await deleteRows(page, ['Customer 250']);
  await expect(card(page, 'Customer 250')).toHaveCount(0);
  await expect(selectBox(page, 'Customer 251')).toBeFocused();
  await expect(card(page, 'Customer 251')).toBeInViewport();
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
  await page.getByText('Schedule', { exact: true }).click();
  await expect(
    page
      .getByRole('heading', { level: 2, name: /^(Overdue|Today|Tomorrow|This week|Later|Past)/ })
      .first(),
  ).toBeVisible();
  await page.getByRole('group', { name: 'View' }).getByText('Received').click();
  await expectRead(page, MANY);
  await expect(card(page, 'Customer 1')).toBeInViewport();
});

test('a visible row stays in place when rows above it are deleted', async ({ device, backend }) => {
  const page = await openMany(device, backend);
  await growTo(page, 'Customer 120');
  // The address changes once the list stands still.
  await expect(page).toHaveURL(/at=/);
  const name = await nameInMiddle(page);
  const before = await topOf(page, name);

  await backend.query(
    `delete from public.bookings where name in ('Customer 3', 'Customer 5', 'Customer 8')`,
  );
  await page.evaluate(() => dispatchEvent(new Event('focus')));

  await expectRead(page, MANY - 3);
  expect(Math.abs((await topOf(page, name)) - before)).toBeLessThan(3);
});

test('every row of a list is selected and deleted at once, also those that it has not grown to', async ({
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
  await growTo(page, 'Customer 60');
  await selectBox(page, 'Customer 60').check();
  await page.evaluate(() => scrollTo(0, 0));
  await row(page, 'Customer 1').focus();

  await deleteButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();

  await expect(selectBox(page, 'Customer 61')).toBeFocused();
  await expect(card(page, 'Customer 61')).toBeInViewport();
});

for (const width of [390, 1280]) {
  test(`a long list passes the accessibility rules, ${width} pixels wide`, async ({
    device,
    backend,
  }) => {
    const page = await openMany(device, backend, 60);
    await page.setViewportSize({ width, height: 844 });
    await expect(moreButton(page)).toBeAttached();
    // The check asks for the layout of every card, one at a time where they are off the screen.
    await page.addStyleTag({ content: 'li { content-visibility: visible !important; }' });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  });
}
