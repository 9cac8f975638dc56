import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { expectAccessibleInBothSchemes, expectFits } from '../support/accessibility.ts';
import { addEvent } from '../support/answers.ts';
import type { TestBackend } from '../support/backend.ts';
import { aBooking, book, outcomeNotice, readReference } from '../support/booking.ts';
import { readCalendar } from '../support/calendar.ts';
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

const answer = (backend: TestBackend, id: string, kind: string, status: string, offered?: string) =>
  addEvent(backend, id, status, {
    ...{ actor: 'office', kind, message: 'Hello, this is the office.' },
    ...(offered && { day: offered, time_slot: 'evening' }),
  });

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
    const desk = await openPortal(office, `/admin/bookings/answer#${id}`);
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
    await expect(card).toContainText('Some calendars keep a cancelled visit.');
    await expect.poll(() => stored(backend, id)).toMatchObject({ status: 'cancelled' });
    await desk.reload();
    await expect(desk.getByRole('region', { name: 'Request' })).toContainText('cancelled');
    await expect(desk.getByRole('region', { name: 'History' })).toContainText('Customer');
    await office.dispose();
  },
);

pageTest(
  'a link opens one request on any device, leaves its id in no address, and stores nothing unless asked; its tab shows it until it is closed',
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
    await expect(request).toContainText('Could we come on');
    await page.goto('/');
    await page.goBack();
    await expect(request).toContainText('Could we come on');
    const tab = await device.context.newPage();
    await tab.goto('/requests');
    await expect(tab.getByRole('heading', { name: 'No requests on this device' })).toBeVisible();
    await tab.close();
    expect(await readStore(page, 'receipts')).toEqual([]);

    await button(request, 'Accept').click();
    await expect(request).toContainText('Confirmed for');
    await expect.poll(() => stored(backend, id)).toMatchObject({ kinds: ['offered', 'accepted'] });
    await expectNothingKept(page, id);

    await button(request, 'Keep on this device').click();
    await expect(requestCard(page, reference)).toContainText('Confirmed for');
    await expect(request).toHaveCount(0);
    await page.reload();
    await expect(requestCard(page, reference)).toContainText('Confirmed for');
    expect(sent.join(' ')).not.toContain(id);
  },
);

const answerCard = (page: Page, reference: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: reference }) });

/** Accepts an offer that a link opens, without a connection. */
async function acceptOffline(device: Device, backend: TestBackend) {
  const { id, reference } = await storeRequest(backend);
  await answer(backend, id, 'offered', 'pending', day(5));
  const page = await device.open(`/requests#${id}`);
  const request = page.getByRole('region', { name: reference });
  await expect(button(request, 'Accept')).toBeVisible();
  await device.goOffline();
  await button(request, 'Accept').click();
  await expect(request).toContainText('Your “Accept” is not with us yet');
  return { id, reference, page, request };
}

/** Expects that nothing waits and that no receipt has the request's id. */
async function expectNothingKept(page: Page, id: string): Promise<void> {
  await expect.poll(() => readStore(page, 'entries')).toEqual([]);
  expect(JSON.stringify(await readStore(page, 'receipts'))).not.toContain(id);
}

pageTest.describe('on a device that keeps the site', () => {
  pageTest.use({ visitedBefore: 'site' });

  pageTest(
    'an answer given by a link without a connection is taken back, given again, shown after a reload and in every tab, and leaves nothing once it is sent',
    async ({ device, backend }) => {
      const { id, reference, page, request } = await acceptOffline(device, backend);

      await button(request, 'Take back').click();
      await expect(page.getByRole('dialog')).toContainText('An earlier try may have reached us');
      await button(page.getByRole('dialog'), 'Take back').click();
      await expect(request).toContainText('Could we come on');
      expect(await readStore(page, 'entries')).toEqual([]);
      await button(request, 'Accept').click();

      await page.reload();
      await expect(request).toContainText(/We come on .*, 5PM-8PM once it is\./);
      const tab = await device.context.newPage();
      await tab.goto('/requests');
      const card = answerCard(tab, reference);
      await expect(card).toContainText('Your “Accept” is not with us yet');
      await button(card, 'Send now').click();
      await expect(card).toContainText('There is no connection, so it could not be sent now.');

      await device.goOnline();
      await expect
        .poll(() => stored(backend, id))
        .toMatchObject({ status: 'confirmed', kinds: ['offered', 'accepted'] });
      await expect(request).toContainText('Confirmed for');
      await expect(tab.getByText(`Your answer about ${reference} has been sent.`)).toBeVisible();
      await expect(card).toHaveCount(0);
      await expectNothingKept(page, id);
    },
  );

  pageTest(
    'a cancellation for a day that was moved meanwhile comes back with the new day, is announced on every page, and can be given for that day',
    async ({ device, backend }) => {
      const { id, reference } = await storeRequest(backend);
      const page = await device.open(`/requests#${id}`);
      const request = page.getByRole('region', { name: reference });
      await expect(button(request, 'Cancel this booking')).toBeVisible();
      await device.goOffline();
      await button(request, 'Cancel this booking').click();
      await button(page.getByRole('dialog'), 'Cancel this booking').click();
      await expect(request).toContainText('Your cancellation is not with us yet');
      await page.close();
      await answer(backend, id, 'confirmed', 'confirmed', day(18));

      const tab = await device.context.newPage();
      await tab.goto('/services');
      await device.goOnline();
      await expect(tab.getByText(`Your answer about ${reference} needs attention.`)).toBeVisible();
      await button(tab, 'My requests').click();
      const card = answerCard(tab, reference);
      await expect(card).toContainText('Confirmed for');
      await expect(card).toContainText('the booking changed before it reached us');
      await tab.reload();
      expect(await stored(backend, id)).toMatchObject({
        status: 'confirmed',
        kinds: ['confirmed'],
      });

      await button(card, 'Cancel this booking').click();
      await button(tab.getByRole('dialog'), 'Cancel this booking').click();
      await expect.poll(() => stored(backend, id)).toMatchObject({ status: 'cancelled' });
      await expect(tab.getByRole('heading', { name: 'No requests on this device' })).toBeVisible();
      await expectNothingKept(tab, id);
    },
  );
});

pageTest(
  'a booking that the office deleted keeps its day, says what that means, and leaves the calendar',
  async ({ device, backend }) => {
    const { id, reference } = await storeRequest(backend);
    await answer(backend, id, 'confirmed', 'confirmed', day(5));
    const page = await device.open(`/requests#${id}`);
    await button(page, 'Keep on this device').click();
    const card = requestCard(page, reference);
    await expect(card).toContainText('Confirmed for');
    await backend.query('delete from public.bookings where id = $1', [id]);

    await button(page, 'Check for answers').click();
    await expect(card).toContainText('Our office deleted this booking');
    await page.reload();
    await expect(card).toContainText(/It was confirmed for .*, 5PM-8PM\. We won’t come unless/);
    const { event, status } = await readCalendar(page, () =>
      button(card, 'Remove from calendar').click(),
    );
    expect(status).toBe('CANCELLED');
    expect(event.startDate.toString()).toBe(`${day(5)}T17:00:00`);
    await expectAccessibleInBothSchemes(page);
  },
);

pageTest(
  'a link without a request says so, and an incomplete one what to do',
  async ({ device }) => {
    const page = await device.open('/requests#7f1c1a52-5f0e.');
    const link = page.getByRole('region', { name: 'Your link' });
    await expect(link).toContainText('This link is incomplete');
    await expect(link).toContainText(COMPANY.phone);
    expect(new URL(page.url()).href).not.toContain('7f1c');
    await page.goto(`/requests?again#${randomUUID()}`);
    await expect(link).toContainText('We can’t find this request');
  },
);

/** Opens a request by a link whose # was encoded on its way; resolves with its id. */
async function openEncodedLink(device: Device, backend: TestBackend): Promise<string> {
  const { id, reference } = await storeRequest(backend);
  const page = await device.open(`/requests%23${id}&fbclid=ab12`);
  await expect(page.getByRole('region', { name: reference })).toContainText('Requested for');
  await expect.poll(() => page.url()).not.toContain(id);
  expect(new URL(page.url()).pathname).toBe('/requests');
  return id;
}

pageTest(
  'a link with an encoded # opens its request and leaves its id in no address',
  async ({ device, backend }) => {
    await openEncodedLink(device, backend);
  },
);

pageTest.describe('on a device with the worker', () => {
  pageTest.use({ visitedBefore: 'site' });

  pageTest(
    'a link with an encoded # opens its request without telling the server its id',
    async ({ device, backend }) => {
      const sent: string[] = [];
      device.context.on('request', (sending) => {
        if (sending.serviceWorker()) sent.push(sending.url());
      });
      const id = await openEncodedLink(device, backend);
      expect(sent.filter((url) => url.includes(id))).toEqual([]);
    },
  );
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
    await expect(button(card, 'Remove from calendar')).toHaveCount(0);
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
    await expectFits(page);
  },
);
