import type { Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { openPortal } from '../support/portal.ts';
import { cards, expectRead, names } from '../support/portal-list.ts';
import { clear, storeManyBookings } from '../support/portal-records.ts';
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

/** The top of a row on the screen. */
const topOf = async (page: Page, name: string) =>
  (await row(page, name).boundingBox())?.y ?? Number.NaN;

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

for (const [width, rounds] of [
  [390, 2],
  [1440, 5],
] as const) {
  test(
    `Back and a reload bring a place in the middle of a row back to the pixel, each time: ${width}`,
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

      for (let round = 0; round < rounds; round++) {
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
