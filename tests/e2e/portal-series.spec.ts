import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { format, parseISO } from 'date-fns';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { addEvent } from '../support/answers.ts';
import type { TestBackend } from '../support/backend.ts';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
import { card, cards, deleteButton, searchField, selectBox } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

const today = () => londonTime().day;
const dayWords = (day: string) => format(parseISO(day), 'EEEE d MMMM');
const answerPath = (id: string) => `/admin/bookings/answer#${id}`;
const choose = (page: Page, label: string) =>
  page.getByRole('radio', { name: label, exact: true }).check();
const send = (page: Page, label: string) =>
  page.getByRole('main').getByRole('button', { name: label, exact: true }).click();
const showView = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByText(name).click();
const text = (page: Page) => page.getByRole('textbox', { name: 'The customer reads' });
const request = (page: Page) => page.getByRole('region', { name: 'Request' });
const history = (page: Page) => page.getByRole('region', { name: 'History' });

/** A booking of a customer with a name of their own. */
async function storeRequest(backend: TestBackend, changes: Record<string, unknown> = {}) {
  const name = `Isla ${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const values = {
    name,
    email: `${randomUUID()}@example.net`,
    preferred_date: dayAfter(today(), 3),
    frequency: 'fortnightly',
    ...changes,
  };
  return { id: await storeBooking(backend, values), name, first: values.preferred_date };
}

const visitsOf = (backend: TestBackend, id: string) =>
  backend.query<{ id: string; day: string; status: string }>(
    `select id, preferred_date::text as day, status from bookings where series = $1 order by series_day`,
    [id],
  );

/** Stores an answer of the office, or the customer's `asked`, which leaves a confirmed booking so. */
const answer = (
  backend: TestBackend,
  id: string,
  kind: 'repeated' | 'asked',
  values: object = {},
) =>
  addEvent(backend, id, 'confirmed', {
    ...{ kind, actor: kind === 'asked' ? 'customer' : 'office' },
    ...values,
  });

/** A booking that is repeated every two weeks, with its visits. */
async function storeSeries(backend: TestBackend, changes: Record<string, unknown> = {}) {
  const booking = await storeRequest(backend, changes);
  const day = booking.first;
  await answer(backend, booking.id, 'repeated', { day, time_slot: 'morning', every: 2 });
  return { ...booking, visits: await visitsOf(backend, booking.id) };
}

test.beforeEach(({ backend }) => clear(backend, 'bookings'));

test.describe('on an installed portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('a request is repeated every two weeks offline, and its visits are in the schedule once it is sent', async ({
    device,
    backend,
  }) => {
    const { id, name, first } = await storeRequest(backend);
    const page = await openInstalledPortal(device, answerPath(id));
    await device.goOffline();
    await choose(page, 'Repeat');
    await expect(page.getByLabel('First day')).toHaveValue(first);
    await expect(page.getByLabel('How often')).toHaveValue('2');
    await page.getByLabel('Agreed price, £').fill('66 pounds');
    await send(page, 'Start regular visits');
    await expect(page.getByText('Please type a price')).toBeVisible();
    await page.getByLabel('Agreed price, £').fill('66');
    await expect(text(page)).toHaveValue(
      new RegExp(`every two weeks .* from ${dayWords(first)}, .*\\. The price is £66 a visit\\.`),
    );
    await send(page, 'Start regular visits');
    await expect(page.getByText('The visits follow once it is sent.')).toBeVisible();
    await expect(request(page)).toContainText('Every two weeks');
    await expect(request(page)).toContainText('£66 a visit');
    await expect(history(page)).toContainText('You: Repeated every two weeks');
    expect(await visitsOf(backend, id)).toEqual([]);

    await page.getByRole('link', { name: 'All bookings' }).click();
    await showView(page, 'Schedule');
    await expect(cards(page)).toHaveCount(1);
    await device.goOnline();
    await expect(card(page, name)).toHaveCount(3);
    expect(await visitsOf(backend, id)).toHaveLength(2);
    await expect(card(page, name).nth(1)).toContainText('Every two weeks');
    await expect(card(page, name).nth(1)).toContainText('£66 a visit');

    await showView(page, 'Received');
    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, name)).toContainText('Every two weeks');
    await searchField(page).fill(name);
    await expect(cards(page)).toHaveCount(3);
    await searchField(page).fill('');
    await expect(cards(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Which bookings').selectOption('Regular visits');
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).first()).not.toContainText('New');
    await goTo(page, 'Dashboard');
    await expect(
      page
        .getByRole('region', { name: 'Counts' })
        .getByRole('listitem')
        .filter({ hasText: 'Bookings' }),
    ).toHaveText(/^1Bookings$/);
  });

  test('instructions are saved offline, can be undone, and are on card, run sheet and search', async ({
    device,
    backend,
  }) => {
    const { id, name, first, visits } = await storeSeries(backend);
    await device.context.addInitScript(() => {
      window.print = () => (document.documentElement.dataset.printed = 'yes');
    });
    const page = await openInstalledPortal(device, answerPath(id));
    await device.goOffline();
    const field = page.getByRole('textbox', { name: 'For those who go' });
    await expect(
      page.getByText('the run sheet of the coming visits, but those with their own'),
    ).toBeVisible();
    await field.fill('The key is at number 6.');
    await send(page, 'Save instructions');
    await expect(request(page)).toContainText('The key is at number 6.');
    await page.getByRole('button', { name: `Undo the text for those who go: ${name}` }).click();
    await expect(request(page)).not.toContainText('The key is at number 6.');
    await field.fill('The key is at number 7.');
    await send(page, 'Save instructions');
    // An answer does not wait for the instructions.
    await expect(page.getByRole('radio', { name: 'Move', exact: true })).toBeVisible();
    await device.goOnline();
    await expect
      .poll(() =>
        backend.query(`select count(*)::int from bookings where instructions like '%number 7.'`),
      )
      .toEqual([{ count: visits.length + 1 }]);
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0);

    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(card(page, name)).toContainText('The key is at number 7.');
    await searchField(page).fill('number 7');
    await expect(cards(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByLabel('Day', { exact: true }).fill(first);
    await page.getByRole('button', { name: 'Print run sheet' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('body').innerText()).toContain('The key is at number 7.');
  });
});

test('one visit is skipped, one is moved, and Stop removes the others', async ({
  device,
  backend,
}) => {
  const { id, visits } = await storeSeries(backend, { frequency: 'weekly' });
  await backend.query(`update bookings set price_pence = 6600, price_per = 'visit' where id = $1`, [
    id,
  ]);
  const [skipped, moved] = visits;
  const page = await openPortal(device, answerPath(skipped?.id ?? ''));
  await choose(page, 'Skip this visit');
  await expect(text(page)).toHaveValue(/skip your visit on/);
  await send(page, 'Skip visit');
  await expect(toast(page, '1 booking cancelled')).toBeVisible();

  await page.goto(answerPath(moved?.id ?? ''));
  await page.reload();
  await choose(page, 'Move');
  const other = dayAfter(moved?.day ?? '', 1);
  await page.getByLabel('Day', { exact: true }).fill(other);
  await send(page, 'Move visit');
  await expect(history(page)).toContainText(`Moved to ${dayWords(other)}`);
  await expect(history(page)).toContainText('Automatic: Regular visit, planned for');

  await page.getByRole('link', { name: 'Change the regular visits' }).click();
  await expect(page.getByRole('radio', { name: 'Change the regular visits' })).toBeVisible();
  await choose(page, 'Stop repeating');
  await expect(page.getByText('No coming visits are removed.')).toBeVisible();
  await expect(page.getByRole('link', { name: dayWords(other) })).toBeVisible();
  await page.getByLabel('Last day').fill(dayAfter(today(), 3));
  await expect(text(page)).toHaveValue(
    new RegExp(`end after ${dayWords(dayAfter(today(), 3))}\\.`),
  );
  await send(page, 'Stop regular visits');
  await expect(history(page)).toContainText('Regular visits stopped after');
  expect((await visitsOf(backend, id)).map(({ status }) => status)).toEqual([
    'cancelled',
    'confirmed',
  ]);
});

test('the office is told of a customer who asks for another day, and keeps the day', async ({
  device,
  backend,
}) => {
  const { id, name, first } = await storeRequest(backend, { status: 'confirmed' });
  const other = dayAfter(first, 2);
  await answer(backend, id, 'asked', { day: other, time_slot: 'evening' });
  const asks = `asks for ${dayWords(other)}, evening`;
  const page = await openPortal(device);
  await expect(page.getByRole('region', { name: 'Asks for another day (1)' })).toContainText(asks);
  await page
    .getByRole('link', { name: `Answer: ${name}` })
    .last()
    .click();
  await expect(page.getByText(`${name} ${asks}`)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Move', exact: true })).toBeChecked();
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(other);
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('evening');
  await choose(page, 'Keep the day');
  await expect(text(page)).toHaveValue(
    new RegExp(`can’t come on ${dayWords(other)}, .*stays on ${dayWords(first)}`),
  );
  await page.getByRole('link', { name: 'All bookings' }).click();
  await expect(card(page, name)).toContainText(asks);
  await page.goBack();
  await choose(page, 'Keep the day');
  await send(page, 'Keep the day');
  await expect(history(page)).toContainText('Kept the day');
  await expect(page.getByText(`${name} ${asks}`)).toHaveCount(0);
});

test('a confirmed price is on the card, in the history, in the export and in the run sheet’s total', async ({
  device,
  backend,
}) => {
  const { id, name, first } = await storeRequest(backend);
  await storeRequest(backend, {
    preferred_date: first,
    status: 'confirmed',
    price_pence: 2250,
    price_per: 'hour',
  });
  await storeRequest(backend, { preferred_date: first, status: 'confirmed' });
  await device.context.addInitScript(() => {
    window.print = () => (document.documentElement.dataset.printed = 'yes');
  });
  const page = await openPortal(device, answerPath(id));
  await choose(page, 'Confirm');
  await page.getByLabel('Agreed price, £').fill('66.50');
  await expect(text(page)).toHaveValue(/The price is £66\.50 a visit\./);
  await send(page, 'Confirm booking');
  await expect(history(page)).toContainText('£66.50 a visit');
  await page.getByRole('link', { name: 'All bookings' }).click();
  await expect(card(page, name)).toContainText('£66.50 a visit');
  await expect(card(page, name)).toContainText(/Confirmed by \S/);

  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All rows' }).click(),
  ]);
  const [head = [], ...rows] = parse(await readFile(await download.path()), {
    bom: true,
  }) as string[][];
  expect(rows.map((row) => row[head.indexOf('Agreed price')]).sort()).toEqual([
    '',
    '£22.50 an hour',
    '£66.50 a visit',
  ]);

  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByLabel('Day', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Print run sheet' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('body').innerText()).toContain(
    'Total of 1 job with a price for a visit: £66.50. 1 job by the hour, not summed. 1 job without a price.',
  );
});

test('a deletion of a first booking counts its coming visits, and hides them at once', async ({
  device,
  backend,
}) => {
  const { id, name, visits } = await storeSeries(backend);
  const page = await openPortal(device, '/admin/bookings?view=schedule');
  await expect(card(page, name)).toHaveCount(3);
  await showView(page, 'Received');
  await selectBox(page, name).check();
  await deleteButton(page).click();
  await expect(
    page.getByRole('dialog').getByText(`${visits.length} coming visits are deleted too`),
  ).toBeVisible();
  await page.route('**/rpc/delete_rows', (route) => route.abort());
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await showView(page, 'Schedule');
  await expect(card(page, name)).toHaveCount(0);
  await page.unroute('**/rpc/delete_rows');
  await expect.poll(() => visitsOf(backend, id), { timeout: 20_000 }).toEqual([]);
});

test('a customer without an email address is told by text message or WhatsApp, before and after the answer is sent', async ({
  device,
  backend,
}) => {
  const { id, name } = await storeRequest(backend, { email: null });
  const page = await openPortal(device, answerPath(id));
  await choose(page, 'Confirm');
  await expect(
    page.getByRole('region', { name: 'Tell by text message or WhatsApp' }),
  ).toBeVisible();
  await expect(page.getByText('Call the customer.')).toHaveCount(0);
  await send(page, 'Confirm booking');
  const after = page.getByRole('region', { name: `Does ${name} know your answer?` });
  await expect(after.getByRole('link', { name: `Text: ${name}` })).toHaveAttribute(
    'href',
    /^sms:.*confirmed/,
  );
});

test('a link to a visit shows it among the bookings that somebody made', async ({
  device,
  backend,
}) => {
  const { name, visits } = await storeSeries(backend);
  const page = await openPortal(device, `/admin/bookings?at=${visits[0]?.id.slice(0, 13)}`);
  await expect(card(page, name)).toHaveCount(2);
});
