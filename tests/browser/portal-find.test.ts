import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { OFFLINE } from '../unit/support/fake-backend.ts';
import { expectAccessibleInBothSchemes } from './support/accessibility.ts';
import { expectCount, focus } from './support/look.ts';
import { goTo, openPortal } from './support/portal.tsx';
import { card, cards, expectRead, names, searchField } from './support/portal-list.ts';
import { aMessage, anApplication, aRequest } from './support/rows.ts';
import { server } from './support/server.ts';

afterEach(() => vi.useRealTimers());

const PHONE = [390, 844] as const;
const ADDRESS = '1 High Street, Paisley';

const tally = (text: string) =>
  page.getByRole('search').getByRole('status').filter({ hasText: text });
const marksOf = (name: string) =>
  [...card(name).element().querySelectorAll('mark')].map(({ textContent }) => textContent);
const exportButton = page.getByRole('button', { name: 'Export' });
const filtersButton = page.getByRole('button', { name: /^Filters/ });
const filters = page.getByRole('group', { name: 'Filters' });
const showAll = page.getByRole('button', { name: 'Show all', exact: true });

/** Stores bookings of other customers. */
const storeMany = (count: number) =>
  server.store(
    'bookings',
    ...Array.from({ length: count }, (_, n) =>
      aRequest({
        name: `Customer ${n + 1}`,
        phone: '0141 555 0100',
        email: `customer${n + 1}@example.com`,
        address: ADDRESS,
        notes: null,
        preferred_date: '2027-03-01',
      }),
    ),
  );

/** Stores three bookings that differ in every filter, among many others; returns the first one's id. */
function storeThree(): string {
  storeMany(20);
  const changes = { address: ADDRESS, notes: null };
  const three = [
    {
      name: 'Zoë O’Brien-Muir',
      phone: '+44 141 496 0123',
      address: '12 Gauze Street, Paisley PA1 1EP',
      ...{ preferred_date: '2026-12-22', status: 'confirmed', service_type: 'move' },
    },
    {
      ...{ name: 'Isla Bute', phone: '07700 900123', email: 'isla@example.com' },
      ...{ preferred_date: '2026-12-23', status: 'pending', service_type: 'move' },
    },
    {
      ...{ name: 'Rona Skye', phone: '07700 900456', email: 'rona@example.com' },
      ...{ preferred_date: '2027-02-02', status: 'cancelled', service_type: 'deep' },
    },
  ];
  const ids = three.map((booking) =>
    server.store('bookings', aRequest({ ...changes, ...booking })),
  );
  return ids[0]?.[0] ?? '';
}

test('a booking is found by its name without accents, its phone number with 0, its day, its postcode and its reference, and matches are marked', async () => {
  const id = storeThree();
  await openPortal('/admin/bookings');

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
    await searchField.fill(query);
    await expect.element(tally('1 of 23 bookings')).toBeInTheDocument();
    await expectCount(cards, 1);
    await expect.poll(() => marksOf('Zoë O’Brien-Muir'), { message: query }).toEqual(marked);
    await expectCount(page.getByText('Found in: Preferred date'), marked.length === 0 ? 1 : 0);
  }
  await searchField.fill('nobody');
  await expect.element(tally('0 of 23 bookings')).toBeInTheDocument();
  await showAll.click();
  await expect.element(searchField).toHaveValue('');
  await expectCount(cards, 23);
});

test('a list that is opened with a search in its address shows no row that the search does not find', async () => {
  storeThree();
  const seen = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const name of names()) seen.add(name);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  for (const address of [
    '/admin/bookings?q=skye',
    '/admin/bookings?view=schedule&status=cancelled',
  ]) {
    await openPortal(address);
    await expectCount(cards, 1);
    expect([...seen]).toEqual(['Rona Skye']);
  }
  observer.disconnect();
});

test('after a list loads on another try by keyboard, its heading has the focus', async () => {
  server.store('contact_messages', aMessage({ name: 'Behind a bad line' }));
  server.lists.refusals.set('readFirstCopy', OFFLINE);
  await openPortal('/admin/messages');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect.element(tryAgain).toBeEnabled();
  server.lists.refusals.clear();

  focus(tryAgain);
  await userEvent.keyboard('{Enter}');

  await expectCount(cards, 1);
  await expectCount(tryAgain, 0);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('bookings are narrowed by status, service and dates that are typed key by key, together with the search, and Show all shows all', async () => {
  storeThree();
  await openPortal('/admin/bookings');
  await filtersButton.click();
  const [from, to] = [filters.getByLabelText('Date from'), filters.getByLabelText('Date to')];

  await filters.getByLabelText('Service').selectOptions('Move In/Out');
  await expect.element(tally('2 of 23 bookings')).toBeInTheDocument();
  expect(names()).toEqual(['Zoë O’Brien-Muir', 'Isla Bute']);
  await filters.getByLabelText('Status').selectOptions('confirmed');
  await expect.element(tally('1 of 23 bookings')).toBeInTheDocument();
  await expect.element(filtersButton).toHaveTextContent(/^Filters \(2\)$/);
  focus(showAll);
  await userEvent.keyboard('{Enter}');
  await expectCount(showAll, 0);
  await expect.element(searchField).toHaveFocus();
  await expectCount(cards, 23);

  focus(from);
  await userEvent.keyboard('12232026');
  await expect.element(from).toHaveValue('2026-12-23');
  focus(to);
  for (const key of '02022027') {
    await userEvent.keyboard(key);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  await expect.element(to).toHaveValue('2027-02-02');
  await expect.poll(() => location.search).toContain('from=2026-12-23');
  expect(location.search).toContain('to=2027-02-02');
  await expect.element(tally('2 of 23 bookings')).toBeInTheDocument();
  await searchField.fill('rona');
  await expect.element(tally('1 of 23 bookings')).toBeInTheDocument();
  await expect.element(card('Rona Skye')).toBeVisible();
  await expect.element(from).toHaveValue('2026-12-23');
  await showAll.click();
  await expect.element(from).toHaveValue('');
  await expect.element(to).toHaveValue('');
  await expectCount(cards, 23);
});

test('search and tools stay on the screen while a list scrolls, and give way on a low one', async () => {
  storeMany(60);
  await openPortal('/admin/bookings?view=received');
  await expectCount(cards, 50);
  const scrolled = async (width: number, height: number) => {
    await page.viewport(width, height);
    await expect
      .poll(() => {
        scrollTo({ top: scrollY + 3_000, behavior: 'instant' });
        return scrollY;
      })
      .toBeGreaterThan(1_000);
  };
  const isWhole = { ratio: 0.99 };
  await scrolled(1440, 900);
  await expect.element(searchField).toBeInViewport(isWhole);
  await expect.element(exportButton).toBeInViewport(isWhole);
  await scrolled(...PHONE);
  await expect.element(searchField).toBeInViewport(isWhole);
  await expect.element(page.getByRole('button', { name: 'Tools' })).toBeInViewport(isWhole);

  // 1280 × 720 at 400 %.
  await scrolled(320, 180);
  await expect.element(searchField).not.toBeInViewport();
  await expect.element(page.getByRole('banner')).not.toBeInViewport();
});

test('applications and messages are searched in the same way', async () => {
  const applicant = { name: 'Ànn Bàker', phone: '+44 7700 900789', email: 'a@example.com' };
  server.store('job_applications', anApplication(applicant), anApplication({ name: 'Ben' }));
  server.store(
    'contact_messages',
    aMessage({
      ...{ name: 'Seán Muir', subject: 'The carpet-cleaning' },
      message: 'Can you come on a Tuesday?',
    }),
    aMessage(),
  );
  await openPortal('/admin/applications');
  await searchField.fill('ann baker 07700900789');
  await expectCount(cards, 1);
  await expect.poll(() => marksOf('Ànn Bàker')).toEqual(['Ànn', 'Bàker', '7700 900789']);

  await goTo('Messages');
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(/^Contact Messages$/);
  await searchField.fill('sean carpetcleaning');
  await expectCount(cards, 1);
  await expect.poll(() => marksOf('Seán Muir')).toEqual(['Seán', 'carpet-cleaning']);
});

test('a booking’s card leads to its customer’s earlier bookings and messages, on a desk and in a phone’s schedule', async () => {
  vi.setSystemTime(new Date('2026-12-02T06:00:00Z'));
  storeThree();
  const earlier = {
    phone: '0141 496 0123',
    email: 'other@example.com',
    preferred_date: '2026-11-02',
  };
  for (const name of ['Zoë Muir', 'Z. Muir'])
    server.store('bookings', aRequest({ ...earlier, name }));
  const last = { name: 'Zoë Last', phone: '+44 141 496 0123', email: 'zoe@example.com' };
  server.store(
    'bookings',
    aRequest({
      ...{ ...last, preferred_date: '2026-12-02', status: 'confirmed' },
      created_at: '2026-12-01T12:00:00Z',
    }),
  );
  server.store('contact_messages', aMessage({ name: 'Zoë', email: 'ZOE@example.com' }), aMessage());
  await openPortal('/admin/bookings?view=received');

  await card(last.name)
    .getByRole('link', { name: /^1 message/ })
    .click();
  await expect.element(searchField).toHaveValue(last.email);
  await expectCount(cards, 1);

  await page.viewport(...PHONE);
  await openPortal('/admin/bookings?view=schedule');
  await card(last.name)
    .getByRole('link', { name: 'Same number, other name: 3 earlier bookings, 1 message: Zoë Last' })
    .click();
  await expect.element(searchField).toHaveValue(last.phone);
  await expect.element(tally('4 of 26 bookings')).toBeInTheDocument();
  await expect.element(card('Z. Muir')).toBeVisible();
});

test('the search and the filters pass the accessibility rules on a phone, in light and in dark', async () => {
  storeThree();
  await page.viewport(...PHONE);
  await openPortal('/admin/bookings?q=isla&status=pending');
  await page.getByRole('button', { name: 'Tools (1)' }).click();
  await filtersButton.click();
  await expect.element(tally('1 of 23 bookings')).toBeInTheDocument();
  await expectRead(1);
  await expectAccessibleInBothSchemes();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE[0]);
});
