import type { Page } from '@playwright/test';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { setTomorrow, TOMORROW } from '../support/clock.ts';
import { noAnswer } from '../support/faults.ts';
import { goTo, openInstalledPortal, openPortal, signIn } from '../support/portal.ts';
import {
  card,
  cards,
  deleteButton,
  expectRead,
  names,
  searchField,
  selectAll,
} from '../support/portal-list.ts';
import {
  clear,
  storeApplication,
  storeBooking,
  storeManyBookings,
  storeMessage,
} from '../support/portal-records.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { TestBackend } from '../support/backend.ts';

const PHONE = { width: 390, height: 844 };

const tally = (page: Page, text: string) =>
  page.getByRole('search').getByRole('status').filter({ hasText: text });
const marks = (page: Page, name: string) => card(page, name).locator('mark');
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export' });
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

test('a booking is found by its name without accents, its phone number with 0, its day, its postcode and its reference, and matches are marked', async ({
  device,
  backend,
}) => {
  const id = await storeThree(backend);
  const page = await openPortal(device, '/admin/bookings');

  for (const [query, marked] of [
    ['zoe obrien', ['Zoë', 'O’Brien']],
    ['0141 496 0123', ['141 496 0123']],
    ['01414960123', ['141 496 0123']],
    ['22 Dec', ['December 22']],
    ['2026-12-22', []],
    ['pa11ep', ['PA1 1EP']],
    ['gauze muir', ['Muir', 'Gauze']],
    [referenceOf(id), [referenceOf(id)]],
  ] as const) {
    await searchField(page).fill(query);
    await expect(tally(page, '1 of 23 bookings'), query).toBeVisible();
    await expect(cards(page)).toHaveCount(1);
    await expect(marks(page, 'Zoë O’Brien-Muir'), query).toHaveText([...marked]);
    await expect(page.getByText('Found in: Preferred date'), query).toHaveCount(
      marked.length === 0 ? 1 : 0,
    );
  }
  await searchField(page).fill('nobody');
  await expect(tally(page, '0 of 23 bookings')).toBeVisible();
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await expect(searchField(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(23);
});

test('a list that is opened with a search in its address shows no row that the search does not find', async ({
  device,
  backend,
}) => {
  await storeThree(backend);
  const before = await openPortal(device, '/admin/bookings');
  await expect(cards(before)).toHaveCount(23);
  await before.close();
  await device.context.addInitScript(() => {
    const seen = new Set<string>();
    const look = () => {
      for (const { textContent } of document.querySelectorAll('main article h2'))
        seen.add(textContent ?? '');
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seen });
  });
  for (const address of [
    '/admin/bookings?q=skye',
    '/admin/bookings?view=schedule&status=cancelled',
  ]) {
    const page = await device.open(address);
    await expect(cards(page)).toHaveCount(1);
    expect(
      await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]),
    ).toEqual(['Rona Skye']);
    await page.close();
  }
});

test('after a list loads on another try by keyboard, its heading has the focus', async ({
  device,
  network,
  backend,
}) => {
  await clear(backend, 'contact_messages');
  await storeMessage(backend, { name: 'Behind a bad line' });
  const page = await device.open('/admin/login');
  const lists = network.answerEvery('POST /rest/v1/rpc/first_copy*', noAnswer);
  await signIn(page);
  await page.goto('/admin/messages');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  lists.stop();

  await tryAgain.press('Enter');

  await expect(cards(page)).toHaveCount(1);
  await expect(tryAgain).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('bookings are narrowed by status, service and dates that are typed key by key, together with the search, and Show all shows all', async ({
  device,
  backend,
}) => {
  await storeThree(backend);
  const page = await openPortal(device, '/admin/bookings');
  await filtersButton(page).click();
  const showAll = page.getByRole('button', { name: 'Show all', exact: true });
  const [from, to] = [filters(page).getByLabel('Date from'), filters(page).getByLabel('Date to')];

  await filters(page).getByLabel('Service').selectOption({ label: 'Move In/Out' });
  await expect(tally(page, '2 of 23 bookings')).toBeVisible();
  expect(await names(page)).toEqual(['Isla Bute', 'Zoë O’Brien-Muir']);
  await filters(page).getByLabel('Status').selectOption('confirmed');
  await expect(tally(page, '1 of 23 bookings')).toBeVisible();
  await expect(filtersButton(page)).toHaveText('Filters (2)');
  await showAll.press('Enter');
  await expect(showAll).toHaveCount(0);
  await expect(searchField(page)).toBeFocused();
  await expect(cards(page)).toHaveCount(23);

  await from.focus();
  await page.keyboard.type('12232026');
  await expect(from).toHaveValue('2026-12-23');
  await to.focus();
  await page.keyboard.type('02022027', { delay: 400 });
  await expect(to).toHaveValue('2027-02-02');
  await expect(page).toHaveURL(/from=2026-12-23/);
  await expect(page).toHaveURL(/to=2027-02-02/);
  await expect(tally(page, '2 of 23 bookings')).toBeVisible();
  await searchField(page).fill('rona');
  await expect(tally(page, '1 of 23 bookings')).toBeVisible();
  await expect(card(page, 'Rona Skye')).toBeVisible();
  await expect(from).toHaveValue('2026-12-23');
  await showAll.click();
  await expect(from).toHaveValue('');
  await expect(to).toHaveValue('');
  await expect(cards(page)).toHaveCount(23);
});

test('search and tools stay on the screen while a list scrolls, and give way on a low one', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 60);
  const page = await openPortal(device, '/admin/bookings?view=received');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeGreaterThan(4000);
  const scrolled = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.mouse.wheel(0, 3000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  };
  await scrolled(1440, 900);
  await expect(searchField(page)).toBeInViewport({ ratio: 1 });
  await expect(exportButton(page)).toBeInViewport({ ratio: 1 });
  await scrolled(PHONE.width, PHONE.height);
  await expect(searchField(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Tools' })).toBeInViewport({ ratio: 1 });

  // 1280 × 720 at 400 %.
  await scrolled(320, 180);
  await expect(searchField(page)).not.toBeInViewport();
  await expect(page.getByRole('banner')).not.toBeInViewport();
});

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

test('applications and messages are searched in the same way', async ({ device, backend }) => {
  await storeApplication(backend, {
    name: 'Ànn Bàker',
    phone: '+44 7700 900789',
    email: 'a@example.com',
  });
  await storeMessage(backend, {
    name: 'Seán Muir',
    subject: 'The carpet-cleaning',
    message: 'Can you come on a Tuesday?',
  });
  const page = await openPortal(device, '/admin/applications');
  await searchField(page).fill('ann baker 07700900789');
  await expect(cards(page)).toHaveCount(1);
  await expect(marks(page, 'Ànn Bàker')).toHaveText(['Ànn', 'Bàker', '7700 900789']);

  await goTo(page, 'Messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Messages' })).toBeVisible();
  await searchField(page).fill('sean carpetcleaning');
  await expect(cards(page)).toHaveCount(1);
  await expect(marks(page, 'Seán Muir')).toHaveText(['Seán', 'carpet-cleaning']);
});

test('a booking’s card leads to its customer’s earlier bookings and messages, on a desk and in a phone’s schedule', async ({
  device,
  network,
  backend,
}) => {
  await storeThree(backend);
  await clear(backend, 'contact_messages');
  const earlier = { phone: '0141 496 0123', email: 'other@example.com' };
  for (const name of ['Zoë Muir', 'Z. Muir']) await storeBooking(backend, { ...earlier, name });
  const last = { name: 'Zoë Last', phone: '+44 141 496 0123', email: 'zoe@example.com' };
  await storeBooking(backend, { ...last, preferred_date: TOMORROW, status: 'confirmed' });
  await storeMessage(backend, { name: 'Zoë', email: 'ZOE@example.com' });
  const page = await openPortal(device, '/admin/bookings?view=received');

  await card(page, last.name)
    .getByRole('link', { name: /^1 message/ })
    .click();
  await expect(searchField(page)).toHaveValue(last.email);
  await expect(cards(page)).toHaveCount(1);

  await setTomorrow(device, network);
  await page.setViewportSize(PHONE);
  await page.goto('/admin/bookings?view=schedule');
  await card(page, last.name)
    .getByRole('link', { name: 'Same number, other name: 3 earlier bookings, 1 message: Zoë Last' })
    .click();
  await expect(searchField(page)).toHaveValue(last.phone);
  await expect(tally(page, '4 of 26 bookings')).toBeVisible();
  await expect(card(page, 'Z. Muir')).toBeVisible();
});

test('the search and the filters pass the accessibility rules on a phone, in light and in dark', async ({
  device,
  backend,
}) => {
  await storeThree(backend);
  const page = await openPortal(device, '/admin/bookings?q=isla&status=pending', {
    reducedMotion: 'reduce',
  });
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Tools (1)' }).click();
  await filtersButton(page).click();
  await expect(tally(page, '1 of 23 bookings')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      PHONE.width,
    );
  }
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
