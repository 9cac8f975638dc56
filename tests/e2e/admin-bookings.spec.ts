import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking } from '../support/booking.ts';
import { openPortal } from '../support/portal.ts';
import { card, cards, names, searchField } from '../support/portal-list.ts';
import { clear, storeBooking, storeManyBookings } from '../support/portal-records.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** A unique name. */
const aName = () => aBooking().name;

test('a booking shows every field of the form, notes if there are any, its time, status and reference, and the newest is first', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  const name = aName();
  const id = await storeBooking(backend, {
    name,
    phone: '0141 496 0123',
    email: 'isla@example.com',
    address: '4 Abbey Close, Paisley PA1 1TF',
    service_type: 'move',
    preferred_date: '2027-03-05',
    preferred_time: 'afternoon',
    notes: 'Two cats.\nThe key is next door.',
    created_at: '2026-11-05T10:00:00Z',
  });

  const brief = aName();
  await storeBooking(backend, {
    name: brief,
    notes: null,
    created_at: '2026-11-05T10:00:01Z',
  });
  const page = await openPortal(device, '/admin/bookings');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bookings');
  await expect(page.getByText('Manage customer service bookings')).toBeVisible();
  const booking = card(page, name);
  for (const text of [
    'pending',
    'Nov 05, 2026',
    'Friday, March 05, 2027, 12PM-5PM',
    'Move In/Out',
    '0141 496 0123',
    'isla@example.com',
    '4 Abbey Close, Paisley PA1 1TF',
    referenceOf(id),
  ]) {
    await expect(booking).toContainText(text);
  }
  await expect(booking.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(booking.getByText('Two cats.')).toContainText('The key is next door.');
  await expect(card(page, brief).getByRole('heading', { name: 'Notes' })).toHaveCount(0);
  const order = await names(page);
  expect(order.indexOf(brief)).toBe(order.indexOf(name) - 1);
});

/** The badge around a booking's state. */
const badge = (page: Page, name: string, status: string) =>
  card(page, name).getByText(`Status: ${status}`, { exact: true });

test('the badge of each state has a colour of its own: yellow, green, blue and red', async ({
  device,
  backend,
}) => {
  const name = aName();
  const id = await storeBooking(backend, { name });
  const page = await openPortal(device, '/admin/bookings', { colorScheme: 'light' });
  const colours = {
    pending: 'rgb(253, 241, 211)',
    confirmed: 'rgb(227, 244, 232)',
    completed: 'rgb(227, 241, 248)',
    cancelled: 'rgb(253, 235, 230)',
  };

  for (const [status, colour] of Object.entries(colours)) {
    await backend.query('update public.bookings set status = $2 where id = $1', [id, status]);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(badge(page, name, status)).toHaveCSS('background-color', colour);
  }
});

test('a state that this release does not know has a grey badge', async ({
  device,
  network,
  backend,
}) => {
  const name = aName();
  await storeBooking(backend, { name });
  network.answerEvery('POST /rest/v1/rpc/first_copy*', async ({ ask, give }) => {
    const { status, headers, body } = await ask();
    // The server compresses a long answer.
    const { 'content-encoding': encoding, ...others } = headers;
    const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString();
    give({
      status,
      headers: others,
      body: Buffer.from(text.replaceAll('"pending"', '"rescheduled"')),
    });
  });

  const page = await openPortal(device, '/admin/bookings', { colorScheme: 'light' });

  await expect(badge(page, name, 'rescheduled')).toHaveCSS(
    'background-color',
    'rgb(251, 250, 247)',
  );
});

test('a search adds a booking that arrives meanwhile, and drops one that is deleted', async ({
  device,
  backend,
}) => {
  const name = aName();
  const page = await openPortal(device, '/admin/bookings');
  await searchField(page).fill(name);
  await expect(page.getByText('Nothing matches your search.')).toBeVisible();

  const id = await storeBooking(backend, { name });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(card(page, name)).toBeVisible();

  await backend.query('delete from public.bookings where id = $1', [id]);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText('Nothing matches your search.')).toBeVisible();
});

test(
  'more bookings show near the end of the schedule',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await clear(backend, 'bookings');
    await storeManyBookings(backend, 120);
    // A day each: one that is begun is shown whole, and the first of the next tells that there is
    // more.
    await backend.query(
      `update public.bookings set preferred_date = date '2027-03-01' + split_part(name, ' ', 2)::int`,
    );
    const page = await openPortal(device, '/admin/bookings?view=schedule');
    await expect(cards(page)).toHaveCount(51);

    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
    await expect(cards(page)).toHaveCount(101);
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();

    await expect(cards(page)).toHaveCount(120);
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  },
);

test('a search finds every booking on the device, also those not yet shown', async ({
  device,
  backend,
}) => {
  await clear(backend, 'bookings');
  await storeManyBookings(backend, 120);
  const id = await storeBooking(backend, {
    name: 'Isla Muir',
    phone: '0141 496 0123',
    created_at: '2026-01-01T10:00:00Z',
  });
  const page = await openPortal(device, '/admin/bookings');
  await expect(card(page, 'Customer 1')).toBeVisible();

  for (const text of [
    'isla',
    'MUIR isla',
    '01414960123',
    '0141 496 0123',
    referenceOf(id),
    referenceOf(id).replace('-', '').toLowerCase(),
  ]) {
    await searchField(page).fill(text);
    await expect(cards(page), text).toHaveCount(1);
    await expect(card(page, 'Isla Muir')).toBeVisible();
  }
  await searchField(page).fill('nobody of that name');
  await expect(page.getByText('Nothing matches your search.')).toBeVisible();
});
