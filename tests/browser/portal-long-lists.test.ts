import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from './support/accessibility.ts';
import { boxOf, expectCount, focus, toast } from './support/look.ts';
import { openPortal, synced } from './support/portal.tsx';
import {
  card,
  cards,
  deleteButton,
  deleteSelected,
  expectRead,
  names,
  row,
  searchField,
  selectAll,
  selectBox,
} from './support/portal-list.ts';
import { aRequest } from './support/rows.ts';
import { server } from './support/server.ts';

const MANY = 300;
const PHONE = '0141 555 0100';

/** Stores bookings, a minute apart with `Customer 1` as the newest; returns their ids. */
const storeMany = (count: number): string[] =>
  server.store(
    'bookings',
    ...Array.from({ length: count }, (_, n) =>
      aRequest({
        name: `Customer ${n + 1}`,
        phone: PHONE,
        email: `customer${n + 1}@example.com`,
        preferred_date: '2027-03-01',
        created_at: new Date(Date.now() - n * 60_000).toISOString(),
      }),
    ),
  );

/** Opens so many bookings, and waits until the whole list is known. */
async function openMany(count = MANY): Promise<void> {
  storeMany(count);
  await openPortal('/admin/bookings');
  await expectRead(count);
}

const onRow = (name: string) => expect.element(row(name)).toHaveFocus();
const moreButton = page.getByRole('button', { name: 'Show more' });
const toTop = () => scrollTo({ top: 0, behavior: 'instant' });
const toEnd = () => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
const isOn = (name: string) => expect.element(card(name)).toBeInViewport();

/** Scrolls to the end, which comes with more rows each time, until this one is there. */
async function growTo(name: string): Promise<void> {
  await expect
    .poll(() => {
      toEnd();
      return row(name).query();
    })
    .not.toBeNull();
  row(name).element().scrollIntoView({ block: 'center', behavior: 'instant' });
  await expect.element(row(name)).toBeInViewport();
}

test('a list begins with fifty rows and grows as its end comes near, to the last', async () => {
  await openMany(120);
  await expectCount(cards, 50);

  for (const count of [100, 120]) {
    moreButton.element().scrollIntoView();
    await expectCount(cards, count);
  }

  await expectCount(moreButton, 0);
  expect(names()).toEqual(Array.from({ length: 120 }, (_, n) => `Customer ${n + 1}`));
});

test('another search begins with fifty rows again', async () => {
  await openMany(120);
  await growTo('Customer 70');
  toTop();
  await searchField.fill('customer');
  await expect.element(page.getByText('120 of 120 bookings').first()).toBeVisible();
  await expectCount(cards, 50);
});

test('on a desk’s screen a whole status is beside a name of any length', async () => {
  for (const name of ['Zoë Abernethy-Muir', 'Alexandra Drummond-Hay of Gauze Street'])
    server.store('bookings', aRequest({ name, status: 'cancelled' }));
  await page.viewport(1440, 900);
  await openPortal('/admin/bookings');
  await expectCount(cards, 2);
  for (const article of cards.all()) {
    const [name, status] = [
      boxOf(article.getByRole('heading', { level: 2 })),
      boxOf(article.getByText('cancelled')),
    ];
    expect(status.left).toBeGreaterThan(name.right);
    expect(status.top).toBeLessThan(name.top + 20);
    expect(status.height).toBeLessThan(24);
  }
});

test('arrow keys lead from row to row, and on to the rows that the list grows by', async () => {
  await openMany(120);
  focus(row('Customer 1'));

  await userEvent.keyboard('{ArrowDown}');
  await onRow('Customer 2');
  await userEvent.keyboard('{ArrowUp}');
  await onRow('Customer 1');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(selectBox('Customer 1')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await onRow('Customer 2');

  focus(row('Customer 50'));
  await expectCount(cards, 100);
  await userEvent.keyboard('{ArrowDown}');
  await onRow('Customer 51');
  await isOn('Customer 51');

  // The row that has the focus keeps it when it is scrolled away.
  focus(selectBox('Customer 51'));
  toTop();
  await expect.element(card('Customer 51')).not.toBeInViewport();
  await expect.element(selectBox('Customer 51')).toHaveFocus();
});

for (const [view, first] of [
  ['received', /, other name: 49 earlier bookings: /],
  ['schedule', /^Answer: /],
] as const) {
  test(`a list is one stop of the Tab key, and Delete Selected the next one: ${view}`, async () => {
    storeMany(50);
    await openPortal(`/admin/bookings?view=${view}`);
    // All are in the document.
    await expectCount(cards, 50);
    const [name = '', second = ''] = names();
    const link = card(name).getByRole('link').first();
    // The history is drawn once messages are read, too.
    await expect.element(link).toHaveAccessibleName(expect.stringMatching(first));
    focus(selectAll);
    await userEvent.tab();
    await onRow(name);
    await expect
      .element(row(name).element().closest('ul'))
      .toHaveAccessibleDescription(/Enter leads into a row/);

    await userEvent.keyboard('{Enter}');
    await expect.element(selectBox(name)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(link).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(selectBox(name)).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(selectBox(name)).toBeChecked();
    // The controls of an entered row are stops.
    await userEvent.tab();
    await expect.element(link).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(selectBox(name)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await onRow(name);
    await userEvent.tab();
    await expect.element(deleteButton).toHaveFocus();

    await userEvent.tab({ shift: true });
    await onRow(name);
    await userEvent.keyboard('{ArrowRight}{Escape}');
    await onRow(name);
    await userEvent.keyboard('{ArrowDown}');
    await onRow(second);
    await userEvent.keyboard('{ArrowUp}');
    await onRow(name);
  });
}

test('the bar of a selection covers none of the last row’s actions', async () => {
  await openMany(8);
  await selectBox('Customer 8').click();
  for (const width of [390, 1440]) {
    await page.viewport(width, 844);
    await expect
      .poll(
        () => {
          toEnd();
          const actions = card('Customer 8').getByRole('group', { name: /^Actions/ });
          return boxOf(deleteButton).top - boxOf(actions).bottom;
        },
        { message: `at ${width}` },
      )
      .toBeGreaterThanOrEqual(0);
  }
});

for (const width of [390, 1440])
  test(`a message lies above the bar of a selection, ${width} pixels wide`, async () => {
    await page.viewport(width, 700);
    await openMany(8);
    await selectBox('Customer 2').click();
    await deleteSelected();
    await expectCount(card('Customer 2'), 0);
    await selectBox('Customer 1').click();
    const message = toast('Deleted 1 booking(s)');
    await expect.element(message).toBeVisible();
    const bar = () => deleteButton.element().parentElement?.getBoundingClientRect().top ?? NaN;
    await expect.poll(() => bar() - boxOf(message).bottom).toBeGreaterThan(0);
  });

test('a list that opens far down begins at its beginning when new rows are shown', async () => {
  const id = storeMany(300)[249];
  await openPortal(`/admin/bookings?at=${id}`);
  await isOn('Customer 250');
  await expect.element(synced).toBeInTheDocument();
  scrollBy({ top: 10, behavior: 'instant' });
  dispatchEvent(new WheelEvent('wheel'));
  server.store('bookings', aRequest({ name: 'Isla Bute', created_at: new Date().toISOString() }));
  const showNew = page.getByRole('button', { name: 'Show 1 new booking' });
  // A return within a second of another one asks for nothing.
  await expect
    .poll(() => {
      dispatchEvent(new Event('focus'));
      return showNew.query();
    })
    .not.toBeNull();

  await showNew.click();

  await isOn('Isla Bute');
  expect(names().slice(0, 2)).toEqual(['Isla Bute', 'Customer 1']);
});

test('the rows around a place stay when the row that the list opened at is deleted', async () => {
  const id = storeMany(300)[249];
  await openPortal(`/admin/bookings?at=${id}`);
  await isOn('Customer 250');
  await selectBox('Customer 250').click();
  await deleteSelected();
  await expectCount(card('Customer 250'), 0);
  await expect.element(selectBox('Customer 251')).toHaveFocus();
  await isOn('Customer 251');
});

test('a list that is shown again after a search, or after its other view, begins at its beginning, whatever place it opened at', async () => {
  const place = `/admin/bookings?at=${storeMany(MANY)[MANY / 2 - 1]}`;
  await openPortal(place);
  await isOn(`Customer ${MANY / 2}`);
  await searchField.fill('Nobody');
  await expect.element(page.getByText('Nothing matches your search.')).toBeVisible();
  await expect.poll(() => location.search).toBe('?q=Nobody');
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await isOn('Customer 1');

  await openPortal(place);
  await isOn(`Customer ${MANY / 2}`);
  toTop();
  const views = page.getByRole('group', { name: 'View' });
  await views.getByText('Schedule').click();
  await expect.element(page.getByRole('heading', { level: 2, name: /^Later/ })).toBeVisible();
  await views.getByText('Received').click();
  await expectRead(MANY);
  await isOn('Customer 1');
});

test('every row of a list is selected and deleted at once, also those that it has not grown to', async () => {
  await openMany(120);
  const [kept] = server.store('bookings', aRequest({ name: 'Isla Bute', phone: '07700 900123' }));
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expectRead(121);
  await searchField.fill(PHONE);
  await expect.element(page.getByText('120 of 121 bookings').first()).toBeVisible();

  await expectRead(120);
  await selectAll.click();
  await expect.element(deleteButton).toHaveTextContent(/^Delete Selected \(120\)$/);
  await deleteSelected();

  await expect.element(page.getByText('Nothing matches your search.')).toBeVisible();
  await expect.poll(() => server.lists.ids('bookings')).toEqual([kept]);
});

test('after a deletion the focus goes to the next row, wherever that is', async () => {
  await openMany();
  await growTo('Customer 60');
  await selectBox('Customer 60').click();
  toTop();
  focus(row('Customer 1'));

  await deleteSelected();

  await expect.element(selectBox('Customer 61')).toHaveFocus();
  await isOn('Customer 61');
});

for (const width of [390, 1280]) {
  test(`a long list passes the accessibility rules, ${width} pixels wide`, async () => {
    await page.viewport(width, 844);
    await openMany(60);
    await expect.element(moreButton).toBeInTheDocument();
    // The check asks for the layout of every card, one at a time where they are off the screen.
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = 'li { content-visibility: visible !important; }';
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    style.remove();
  });
}
