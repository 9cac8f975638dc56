import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { format, parseISO } from 'date-fns';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { ADMIN } from '../backend/support/people.ts';
import type { TestBackend } from '../support/backend.ts';
import { setClocks } from '../support/clock.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { card } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

const today = () => londonTime().day;
const answerPath = (id: string) => `/admin/bookings/answer#${id}`;
const dayWords = (day: string) => format(parseISO(day), 'EEEE d MMMM');
const choose = (page: Page, label: string) =>
  page.getByRole('radio', { name: label, exact: true }).check();
const send = (page: Page, label: string) =>
  page.getByRole('main').locator('form').getByRole('button', { name: label }).click();
const badge = (page: Page, name: string) => card(page, name).getByText('Status: ').locator('..');
const request = (page: Page) => page.getByRole('region', { name: 'Request' });

/** The line with the load of a day. */
const load = (page: Page, day: string) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: `${dayWords(day)}: ` });

/** A pending booking of a customer with a mailbox of their own. */
async function storeRequest(backend: TestBackend, changes: Record<string, unknown> = {}) {
  // Letters alone: a ready text repeats no other name.
  const name = `Ailsa ${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const email = `${randomUUID()}@example.net`;
  const values = { name, email, preferred_date: dayAfter(today(), 3), ...changes };
  return { id: await storeBooking(backend, values), name, email };
}

const stored = async (backend: TestBackend, id: string) => ({
  status: (
    await backend.query<{ status: string }>('select status from bookings where id = $1', [id])
  )[0]?.status,
  events: (
    await backend.query<{ kind: string }>(
      'select kind from booking_events where booking_id = $1 order by rev',
      [id],
    )
  ).map(({ kind }) => kind),
});

const mailsTo = async (backend: TestBackend, email: string) =>
  (await backend.mails()).filter(({ to }) => to.includes(email));

pageTest.beforeEach(({ backend }) => clear(backend, 'bookings'));

pageTest.describe('on an installed portal', () => {
  pageTest.use({ visitedBefore: 'portal' });

  pageTest(
    'an answer given offline is shown at once, can be undone, and reaches the customer once with a connection',
    async ({ device, backend }) => {
      const { id, name, email } = await storeRequest(backend);
      const page = await openInstalledPortal(device, '/admin/bookings');
      await expect(badge(page, name)).toHaveText('Status: pending');
      await device.goOffline();

      await card(page, name)
        .getByRole('link', { name: `Answer: ${name}` })
        .click();
      await choose(page, 'Confirm');
      await send(page, 'Confirm booking');
      const undo = page.getByRole('button', { name: `Undo the answer: ${name}` });
      await expect(undo).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(request(page)).toContainText('confirmed');
      await undo.click();
      await expect(request(page)).toContainText('pending');
      await expect(undo).toHaveCount(0);

      await page.reload();
      await choose(page, 'Confirm');
      await send(page, 'Confirm booking');
      await expect(undo).toBeVisible();
      await page.goBack();
      await expect(badge(page, name)).toHaveText('Status: confirmed');
      await expect(card(page, name)).toContainText('Waiting to be sent');
      expect(await stored(backend, id)).toEqual({ status: 'pending', events: [] });

      await device.goOnline();
      await expect
        .poll(() => stored(backend, id))
        .toEqual({ status: 'confirmed', events: ['confirmed'] });
      await expect(card(page, name)).not.toContainText('Waiting to be sent');
      await expect(badge(page, name)).toHaveText('Status: confirmed');
      await expect.poll(async () => (await mailsTo(backend, email)).length).toBe(1);
      const [mail] = await mailsTo(backend, email);
      expect(mail?.text).toContain(`Hello ${name},`);
    },
  );

  pageTest(
    'offline, the load of a day counts the answers that wait, and says from when it is',
    async ({ device, backend }) => {
      const day = dayAfter(today(), 3);
      const waits = await storeRequest(backend);
      const { id } = await storeRequest(backend);
      const page = await openInstalledPortal(device, answerPath(waits.id));
      await choose(page, 'Confirm');
      await expect(load(page, day)).toHaveText(`${dayWords(day)}: no jobs, 1 request waits`);
      await device.goOffline();
      await expect(load(page, day)).toHaveText(
        new RegExp(`^${dayWords(day)}: no jobs, 1 request waits, as of \\d\\d:\\d\\d$`),
      );
      await send(page, 'Confirm booking');
      await expect(request(page)).toContainText('confirmed');

      await page.goto(answerPath(id));
      await page.reload();
      await choose(page, 'Confirm');
      await expect(load(page, day)).toHaveText(
        new RegExp(`^${dayWords(day)}: morning 1 job, afternoon none, evening none, as of `),
      );
    },
  );
});

pageTest(
  'each answer changes the booking as it says, and the history has them all',
  async ({ device, network, backend }) => {
    const { id, name } = await storeRequest(backend, { preferred_date: today() });
    // Before any time of the day is over.
    await setClocks(device, network, Date.parse(`${today()}T06:00Z`) - Date.now());
    const page = await openPortal(device, answerPath(id));
    const text = page.getByRole('textbox', { name: 'The customer reads' });

    await choose(page, 'Offer another time');
    await send(page, 'Send offer');
    await expect(page.getByLabel('Day')).toBeFocused();
    await page.getByLabel('Day').fill(dayAfter(today(), 4));
    await page.getByLabel('Time', { exact: true }).selectOption('evening');
    await expect(text).toHaveValue(/Could we come on .*, 5PM-8PM instead\?/);
    await send(page, 'Send offer');
    await expect(toast(page, 'The offer was made')).toBeVisible();
    await expect(request(page)).toContainText('pending');

    await choose(page, 'Confirm');
    await text.fill(`Dear ${name}, see you then.`);
    await send(page, 'Confirm booking');
    await expect(request(page)).toContainText('confirmed');

    await choose(page, 'Move');
    await page.getByLabel('Day').fill(today());
    await page.getByLabel('Time', { exact: true }).selectOption('evening');
    await send(page, 'Move booking');
    await expect(request(page)).toContainText('5PM-8PM');

    await choose(page, 'Mark as completed');
    await send(page, 'Mark as completed');
    await expect(request(page)).toContainText('completed');
    await choose(page, 'Reopen');
    await send(page, 'Reopen booking');
    await expect(request(page)).toContainText('pending');
    await choose(page, 'Decline');
    await send(page, 'Decline booking');
    await expect(request(page)).toContainText('cancelled');

    const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await expect(history).toHaveCount(7);
    await expect(history.nth(2)).toContainText('Administrator: Confirmed for');
    await expect(history.nth(3)).toContainText('Administrator: Moved to');
    const given = ['offered', 'confirmed', 'confirmed', 'completed', 'reopened', 'declined'];
    await expect.poll(() => stored(backend, id)).toEqual({ status: 'cancelled', events: given });
    const messages = await backend.query<{ message: string }>(
      `select message from booking_events where booking_id = $1 and kind = 'confirmed' order by rev limit 1`,
      [id],
    );
    expect(messages[0]?.message).toBe(`Dear ${name}, see you then.`);
  },
);

pageTest(
  'the mail’s link opens its booking after the sign-in, and no request line and no referrer names the booking',
  async ({ device, backend }) => {
    const { id, name } = await storeRequest(backend);
    for (let i = 0; i < 30; i++) await storeRequest(backend);
    const page = await device.open('/robots.txt');
    const sent: string[] = [];
    device.context.on('request', (sending) => {
      sent.push(sending.url(), sending.headers()['referer'] ?? '');
    });

    await page.goto(answerPath(id));
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Answer: ${name}` })).toBeVisible();
    await page.reload();
    await choose(page, 'Confirm');
    await send(page, 'Confirm booking');
    await expect(toast(page, '1 booking confirmed')).toBeVisible();
    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(badge(page, name)).toHaveText('Status: confirmed');
    await card(page, name).scrollIntoViewIfNeeded();
    await expect(page).toHaveURL(/[?&]at=/);
    const place = page.url();
    await page.reload();
    await expect(card(page, name)).toBeInViewport();
    await page
      .getByRole('link', { name: /^Answer: / })
      .last()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Answer: / })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(place);

    const ids = await backend.query<{ id: string }>('select id from bookings');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((text) => ids.some((booking) => text.includes(booking.id)))).toEqual([]);
    expect(sent.filter((text) => text.includes('/admin/')).length).toBeGreaterThan(0);
  },
);

pageTest(
  'the address of a former release’s mail opens its booking, and no referrer names it',
  async ({ device, backend }) => {
    const { id, name } = await storeRequest(backend);
    const page = await openPortal(device, '/admin/device');
    const referrers: string[] = [];
    page.on('request', (sending) => referrers.push(sending.headers()['referer'] ?? ''));
    await page.goto(`/admin/bookings/${id}/answer`);
    await expect(page.getByRole('heading', { level: 1, name: `Answer: ${name}` })).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname + url.hash === answerPath(id));
    expect(referrers.filter((referrer) => referrer.includes(id))).toEqual([]);
  },
);
