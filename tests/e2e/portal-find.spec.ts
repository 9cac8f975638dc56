import type { Page } from '@playwright/test';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
import {
  card,
  cards,
  deleteButton,
  expectRead,
  searchField,
  selectAll,
} from '../support/portal-list.ts';
import { clear, storeBooking, storeManyBookings } from '../support/portal-records.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { TestBackend } from '../support/backend.ts';

const PHONE = { width: 390, height: 844 };

const tally = (page: Page, text: string) =>
  page.getByRole('search').getByRole('status').filter({ hasText: text });
const filtersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ });
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });

/** Stores three bookings that differ in every filter, among many others. */
async function storeThree(backend: TestBackend): Promise<string> {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 20);
  const zoe = {
    name: 'Zoë O’Brien-Muir',
    phone: '+44 141 496 0123',
    address: '12 Gauze Street, Paisley PA1 1EP',
  };
  const id = await storeBooking(backend, {
    ...zoe,
    preferred_date: '2026-12-22',
    status: 'confirmed',
    service_type: 'move',
  });
  const address = '1 High Street, Paisley';
  await storeBooking(backend, {
    name: 'Isla Bute',
    phone: '07700 900123',
    address,
    preferred_date: '2026-12-23',
    status: 'pending',
    service_type: 'move',
  });
  await storeBooking(backend, {
    name: 'Rona Skye',
    phone: '07700 900456',
    address,
    preferred_date: '2027-02-02',
    status: 'cancelled',
    service_type: 'deep',
  });
  return id;
}

test('search and filter are there again after a reload and on the way back', async ({
  device,
  backend,
}) => {
  await storeThree(backend);
  const page = await openPortal(device, '/admin/bookings?view=received');
  await searchField(page).fill('0141 496');
  await filtersButton(page).click();
  await filters(page).getByLabel('Status').selectOption('confirmed');
  await expect(page).toHaveURL(/q=0141\+496/);
  await expect(page).toHaveURL(/view=received/);

  const expectFiltered = async () => {
    await expect(searchField(page)).toHaveValue('0141 496');
    await expect(tally(page, '1 of 23 bookings')).toBeVisible();
    await expect(filtersButton(page)).toHaveText('Filters (1)');
    await expect(card(page, 'Zoë O’Brien-Muir')).toBeVisible();
  };
  await expectFiltered();
  await page.reload();
  await expectFiltered();
  await goTo(page, 'Messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
  await expect(searchField(page)).toHaveValue('');
  await page.goBack();
  await expectFiltered();

  // The sidebar opens the unfiltered list.
  await goTo(page, 'Bookings');
  await expect(searchField(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(23);
});

test('an update of the address does not move the page during typing', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 40);
  const page = await openPortal(device, '/admin/bookings');
  await expect(cards(page)).toHaveCount(40);
  await page.evaluate(() => scrollTo(0, 60));
  // The browser itself scrolls the field into view.
  await searchField(page).click();
  // Its place on the screen: the browser itself scrolls to keep that when a line above it changes.
  const place = await searchField(page).boundingBox();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);

  await searchField(page).pressSequentially('customer', { delay: 40 });

  await expect(page).toHaveURL(/q=customer/);
  await expect(searchField(page)).toHaveValue('customer');
  expect(await searchField(page).boundingBox()).toEqual(place);
});

test.describe('without a connection', () => {
  test.use({ visitedBefore: 'portal' });

  test('a customer is found by phone with two taps, offline', async ({ device, backend }) => {
    await storeThree(backend);
    const page = await openInstalledPortal(device);
    await page.setViewportSize(PHONE);
    await device.goOffline();
    await page.reload();

    await page.getByRole('main').getByRole('link', { name: 'Bookings', exact: true }).click();
    await searchField(page).click();
    await page.keyboard.type('07700 900456');

    await expect(cards(page)).toHaveCount(1);
    await expect(
      card(page, 'Rona Skye').getByRole('link', { name: 'Call: Rona Skye' }),
    ).toBeVisible();
  });
});

/**
 * Makes each row of a search a slice of its own, however fast the machine is, and holds the pause
 * after it; returns a function that lets the work go on.
 */
async function holdPauses(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const after = setTimeout;
    const paused: (() => void)[] = [];
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => now() + (ahead += 20);
    const hold = (act: () => void, ms?: number) =>
      ms === undefined ? paused.push(act) : after(act, ms);
    Object.assign(window, {
      setTimeout: hold,
      letGo: () => {
        window.setTimeout = after;
        performance.now = () => now() + ahead;
        for (const act of paused) act();
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
}

test('while a long list is searched, its earlier rows are marked as busy and cannot be selected as a whole', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 40);
  await storeBooking(backend, { name: 'Isla Bute' });
  const page = await openPortal(device, '/admin/bookings');
  await expectRead(page, 41);
  const goOn = await holdPauses(page);
  const busy = page.locator('main [aria-busy=true]').getByRole('list', { name: 'Bookings' });

  await searchField(page).fill('isla');

  await expect(busy).toBeVisible();
  await expect(card(page, 'Customer 1')).toBeVisible();
  await expect(selectAll(page)).toBeDisabled();
  await expect(tally(page, 'of')).toHaveCount(0);
  await goOn();
  await expect(tally(page, '1 of 41 bookings')).toBeVisible();
  await expect(busy).toHaveCount(0);
  await selectAll(page).check();
  await expect(deleteButton(page)).toHaveText('Delete Selected (1)');
});
