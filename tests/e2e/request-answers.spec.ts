import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { referenceOf } from '../../src/core/domain/submission.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from '../support/accessibility.ts';
import type { TestBackend } from '../support/backend.ts';
import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { Device } from '../support/device.ts';
import { readStore } from '../support/local-store.ts';
import { openPortal } from '../support/portal.ts';
import { storeBooking } from '../support/portal-records.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

const day = (days: number) => dayAfter(londonTime().day, days);
const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true });

/** A stored booking of a customer with a mailbox of their own. */
async function storeRequest(backend: TestBackend, changes: Record<string, unknown> = {}) {
  const email = `${randomUUID()}@example.net`;
  const id = await storeBooking(backend, { email, preferred_date: day(3), ...changes });
  return { id, email, reference: referenceOf(id) };
}

/** Adds an event of the office as its function does. */
const answer = (backend: TestBackend, id: string, kind: string, status: string, offered?: string) =>
  backend.query(
    `select private.add_event(jsonb_populate_record(null::public.booking_events, $1), $2)`,
    [
      {
        id: randomUUID(),
        booking_id: id,
        actor: 'office',
        kind,
        ...(offered && { day: offered, time_slot: 'evening' }),
        message: 'Hello, this is the office.',
      },
      status,
    ],
  );

const stored = async (backend: TestBackend, id: string) => {
  const [booking] = await backend.query<{ status: string; kinds: string[] }>(
    `select status, array(select kind from public.booking_events where booking_id = b.id order by rev) as kinds
     from public.bookings b where id = $1`,
    [id],
  );
  return booking;
};

pageTest(
  'a booking is offered another day, accepted and cancelled, with each side offline in between',
  async ({ device, backend, network, sharedBrowser }) => {
    pageTest.setTimeout(60_000);
    const booking = aBooking();
    const page = await device.open('/booking');
    await book(page, booking);
    await expect(outcomeNotice(page)).toContainText('Request received');
    const reference = await readReference(page);
    await page.goto('/requests');
    const card = requestCard(page, reference);
    await expect(card).toContainText('Requested for');

    const office = await Device.inBrowser(await sharedBrowser(true), {
      siteUrl: network.url,
      serviceWorkers: 'block',
    });
    const [{ id } = { id: '' }] = await backend.query<{ id: string }>(
      'select id from public.bookings where name = $1',
      [booking.name],
    );
    const desk = await openPortal(office, `/admin/bookings/${id}/answer`);
    await expect(desk.getByRole('radio').first()).toBeVisible();
    await office.goOffline();
    await desk.getByRole('radio', { name: 'Offer another time' }).check();
    await desk.getByLabel('Day').fill(day(400));
    await desk.getByLabel('Time', { exact: true }).selectOption('evening');
    await button(desk.locator('form'), 'Send offer').click();
    await expect(desk.getByRole('button', { name: /^Undo the answer/ })).toBeVisible();
    await office.goOnline();
    await expect.poll(() => stored(backend, id)).toMatchObject({ kinds: ['offered'] });

    await button(page, 'Check for answers').click();
    await expect(card).toContainText('Could we come on');
    await device.goOffline();
    await button(card, 'Accept').dblclick();
    await expect(card).toContainText('Your “Accept” is not with us yet');
    await expect(card).toContainText(/We come on .*, 5PM-8PM once it is\./);
    await expect(card).not.toContainText('Confirmed for');
    await expect(button(card, 'Add to calendar')).toHaveCount(0);
    await expect(button(card, 'Accept')).toHaveCount(0);
    expect(await readStore(page, 'entries')).toHaveLength(1);
    await device.goOnline();
    await expect
      .poll(() => stored(backend, id))
      .toMatchObject({ status: 'confirmed', kinds: ['offered', 'accepted'] });
    await expect(card).not.toContainText('not with us yet');
    await expect(card).toContainText('Confirmed for');

    await button(card, 'Cancel this booking').click();
    await expect(page.getByRole('dialog')).toContainText(COMPANY.cancelling);
    await button(page.getByRole('dialog'), 'Keep it').click();
    await button(card, 'Cancel this booking').click();
    await button(page.getByRole('dialog'), 'Cancel this booking').click();
    await expect(card).toContainText('You cancelled this booking.');
    await expect(button(card, 'Remove from calendar')).toBeVisible();
    await expect.poll(() => stored(backend, id)).toMatchObject({ status: 'cancelled' });
    await desk.reload();
    await expect(desk.getByRole('region', { name: 'Request' })).toContainText('cancelled');
    await expect(desk.getByRole('region', { name: 'History' })).toContainText('Customer');
    await office.dispose();
  },
);

pageTest(
  'a link opens one request on any device, leaves its id in no address, and stores nothing unless asked',
  async ({ device, backend }) => {
    const { id, reference } = await storeRequest(backend);
    await answer(backend, id, 'offered', 'pending', day(5));
    const page = await device.open('/robots.txt');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));

    await page.goto(`/requests#${id}`);
    const request = page.getByRole('region', { name: reference });
    await expect(request).toContainText('Could we come on');
    await expect(request).toContainText('Hello, this is the office.');
    expect(new URL(page.url()).hash).toBe('');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No requests on this device' })).toBeVisible();
    expect(await readStore(page, 'receipts')).toEqual([]);

    await page.goto(`/requests?again#${id}`);
    await button(request, 'Accept').click();
    await expect(request).toContainText('Confirmed for');
    await expect.poll(() => stored(backend, id)).toMatchObject({ kinds: ['offered', 'accepted'] });
    await expect.poll(() => readStore(page, 'entries')).toEqual([]);
    expect(JSON.stringify(await readStore(page, 'receipts'))).not.toContain(id);

    await button(request, 'Keep on this device').click();
    await expect(requestCard(page, reference)).toContainText('Confirmed for');
    await expect(request).toHaveCount(0);
    await page.reload();
    await expect(requestCard(page, reference)).toContainText('Confirmed for');
    expect(sent.join(' ')).not.toContain(id);
  },
);

pageTest('a link without a request says so', async ({ device }) => {
  const page = await device.open('/requests#7f1c1a52-5f0e');
  const link = page.getByRole('region', { name: 'Your link' });
  await expect(link).toContainText('We can’t find this request');
  await page.goto(`/requests?again#${randomUUID()}`);
  await expect(link).toContainText('We can’t find this request');
});

pageTest(
  'an answer that the office overtook needs attention beside the present state, and can be closed',
  async ({ device, backend }) => {
    const { id, reference } = await storeRequest(backend);
    await answer(backend, id, 'offered', 'pending', day(5));
    const page = await device.open(`/requests#${id}`);
    await button(page, 'Keep on this device').click();
    const card = requestCard(page, reference);
    await expect(button(card, 'Accept')).toBeVisible();
    await answer(backend, id, 'declined', 'cancelled');

    await button(card, 'Accept').click();

    await expect(card).toContainText('Needs attention');
    await expect(card).toContainText('We can’t take your booking:');
    await page.goto('/');
    await expect(page.getByRole('contentinfo')).toContainText('1 needs attention');
    await page.goBack();
    await button(card, 'Close').click();
    await expect(card).not.toContainText('Needs attention');
    expect(await readStore(page, 'entries')).toEqual([]);
    expect(await stored(backend, id)).toMatchObject({ kinds: ['offered', 'declined'] });
  },
);

pageTest(
  'the answers to a request pass the accessibility rules and do not scroll sideways',
  async ({ device, backend }) => {
    const { id } = await storeRequest(backend);
    await answer(backend, id, 'offered', 'pending', day(5));
    const page = await device.open(`/requests#${id}`, { reducedMotion: 'reduce' });
    await expect(button(page, 'Accept')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);
  },
);
