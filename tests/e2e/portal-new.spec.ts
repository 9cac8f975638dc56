import type { Locator, Page } from '@playwright/test';
import { aBooking } from '../support/booking.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { Device } from '../support/device.ts';
import { pauseAnswer } from '../support/faults.ts';
import { goTo, openPortal } from '../support/portal.ts';
import { card, cards, deleteRows, names, searchField } from '../support/portal-list.ts';
import { clear, storeBooking, storeManyBookings, storeMessage } from '../support/portal-records.ts';
import type { TestBackend } from '../support/backend.ts';
import { expect, pageTest as test } from '../support/test.ts';

const announced = (page: Page, text: string) =>
  page.getByRole('main').getByRole('status').filter({ hasText: text });
const showButton = (page: Page, text: string) => page.getByRole('button', { name: `Show ${text}` });
const newMark = (page: Page, name: string) => card(page, name).getByText('New', { exact: true });

/** Dispatches the event of a person's return to the window. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

/** The list's tools, above its rows, that the bar of a button covers. */
const coveredBy = (button: Locator) =>
  button.evaluate(({ parentElement: bar }) => {
    const box = bar?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll('main :is(a, button, input, label, select)')]
      .filter((tool) => !bar?.contains(tool) && !tool.closest('li') && tool.checkVisibility())
      .filter((tool) => {
        const { left, right, top, bottom } = tool.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map(({ textContent, tagName }) => textContent || tagName);
  });

/** Opens the bookings and waits for the sync, after which nothing moves by itself. */
async function openBookings(device: Device): Promise<Page> {
  const page = await openPortal(device, '/admin/bookings');
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  return page;
}

test('new rows are announced while a list is open, and held back until requested', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 3);
  const page = await openBookings(device);
  const before = await names(page);

  const [first, second] = [aBooking().name, aBooking().name];
  await storeBooking(backend, { name: first });
  await comeBack(page);
  await expect(announced(page, '1 new booking')).toBeAttached();
  await storeBooking(backend, { name: second });
  await page.getByRole('heading', { level: 1 }).click();
  await expect(async () => {
    await comeBack(page);
    await expect(announced(page, '2 new bookings')).toBeAttached({ timeout: 1000 });
  }).toPass();
  expect(await names(page)).toEqual(before);

  await showButton(page, '2 new bookings').click();

  await expect(cards(page)).toHaveCount(5);
  expect(await names(page)).toEqual([second, first, ...before]);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(newMark(page, first)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show \d/ })).toHaveCount(0);
});

for (const width of [390, 1440]) {
  test(
    `an arrival moves no row of an open list, ${width} pixels wide`,
    { tag: width === 390 ? [] : '@nightly' },
    async ({ device, backend }) => {
      await clear(backend, 'bookings');
      await storeManyBookings(backend, 3);
      const page = await openBookings(device);
      await page.setViewportSize({ width, height: 844 });
      const places = () =>
        page
          .getByRole('main')
          .getByRole('article')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      const before = await places();
      await storeBooking(backend, { name: aBooking().name });
      await comeBack(page);

      await expect(showButton(page, '1 new booking')).toBeVisible();

      expect(await places()).toEqual(before);
      expect(await coveredBy(showButton(page, '1 new booking'))).toEqual([]);
      await page.evaluate(() => scrollTo(0, 150));
      expect(await coveredBy(showButton(page, '1 new booking'))).toEqual([]);
    },
  );
}

test('a search finds rows that arrived while the list was open', async ({ device, backend }) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 3);
  const page = await openBookings(device);
  const name = aBooking().name;
  await storeBooking(backend, { name });
  await comeBack(page);
  await expect(announced(page, '1 new booking')).toBeAttached();

  await searchField(page).fill(name);

  await expect(card(page, name)).toBeVisible();
  await expect(page.getByText('1 of 4 bookings').first()).toBeVisible();
});

test('a sync requested during another brings rows that arrived meanwhile', async ({
  device,
  backend,
  network,
}) => {
  const page = await openBookings(device);
  const sync = page.getByRole('button', { name: 'Sync now' });
  const paused = pauseAnswer();
  network.answerInTurn('POST /rest/v1/rpc/changes*', [paused.answer]);
  await sync.click();
  await paused.arrived;
  const name = aBooking().name;
  await storeBooking(backend, { name });

  await sync.click();
  paused.release();

  await expect(card(page, name)).toBeVisible();
});

test('rows since the last visit of a list are marked as new, and no longer on the visit after', async ({
  device,
  backend,
}) => {
  await storeMessage(backend, { name: 'Read before' });
  const page = await openPortal(device, '/admin/messages');
  await expect(card(page, 'Read before')).toBeVisible();
  await expect(newMark(page, 'Read before')).toHaveCount(0);
  await goTo(page, 'Dashboard');
  const counted = page
    .getByRole('region', { name: 'Counts' })
    .getByRole('listitem')
    .filter({ hasText: 'Messages' });
  await expect(counted).toHaveText(/^\d+/);
  const before = Number.parseInt(await counted.innerText(), 10);
  const name = aBooking().name;
  await storeMessage(backend, { name });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(counted).toContainText('1 new since your last visit');
  await expect(counted).toHaveText(new RegExp(`^${before + 1}\\D`));

  await goTo(page, 'Messages');
  await expect(newMark(page, name)).toBeVisible();
  await expect(newMark(page, 'Read before')).toHaveCount(0);

  await goTo(page, 'Dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Counts' })).not.toContainText(
    '1 new since your last visit',
  );
  await goTo(page, 'Messages');
  await expect(card(page, name)).toBeVisible();
  await expect(newMark(page, name)).toHaveCount(0);
});

for (const { label, list, add } of [
  {
    label: 'Gallery Images',
    list: 'Gallery',
    add: (backend: TestBackend, names: string[]) =>
      setGallery(
        backend,
        names.map((alt) => ({ category: 'Residential', alt })),
      ),
  },
  {
    label: 'Testimonials',
    list: 'Testimonials',
    add: (backend: TestBackend, names: string[]) =>
      setTestimonials(
        backend,
        names.map((name) => ({ name })),
      ),
  },
]) {
  test(
    `a row of ${label} is no longer new once the list was open`,
    { tag: '@nightly' },
    async ({ device, backend }) => {
      await add(backend, ['Seen before']);
      await backend.query(
        `update public.${label === 'Testimonials' ? 'testimonials' : 'gallery_images'} set created_at = '2026-01-01T10:00:00Z'`,
      );
      const page = await openPortal(device);
      await expect(page.getByText(/^Synced \d/)).toBeVisible();
      await add(backend, ['Just came']);
      await page.reload();
      const counted = page
        .getByRole('region', { name: 'Counts' })
        .getByRole('listitem')
        .filter({ hasText: label });
      await expect(counted).toContainText('1 new since your last visit');

      await goTo(page, list);
      await expect(page.getByRole('checkbox', { name: /Just came$/ })).toBeVisible();
      await goTo(page, 'Dashboard');

      await expect(counted).toBeVisible();
      await expect(counted).not.toContainText('new since your last visit');
    },
  );
}

test('a row that another device deletes disappears from the list', async ({
  device,
  backend,
  network,
  sharedBrowser,
}) => {
  const [gone, kept] = [aBooking().name, aBooking().name];
  for (const name of [gone, kept]) await storeBooking(backend, { name });
  const page = await openBookings(device);
  await expect(card(page, gone)).toBeVisible();
  const other = await Device.inBrowser(await sharedBrowser(true), {
    siteUrl: network.url,
    serviceWorkers: 'block',
  });

  const otherPage = await openPortal(other, '/admin/bookings');
  await deleteRows(otherPage, [gone]);
  await expect(card(otherPage, gone)).toHaveCount(0);
  await expect
    .poll(
      async () =>
        (await backend.query('select 1 from public.bookings where name = $1', [gone])).length,
    )
    .toBe(0);
  await comeBack(page);

  await expect(card(page, gone)).toHaveCount(0);
  await expect(card(page, kept)).toBeVisible();
  await other.dispose();
});

test('an open page asks for changes by itself every minute', async ({ device, backend }) => {
  await device.context.clock.install();
  const page = await openBookings(device);
  await storeBooking(backend, { name: aBooking().name });

  await device.context.clock.fastForward(61_000);

  await expect(announced(page, '1 new booking')).toBeAttached();
});
