import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { expectAccessibleInBothSchemes } from '../support/accessibility.ts';
import type { TestBackend } from '../support/backend.ts';
import { aBooking } from '../support/booking.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { card, selectAll } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

const today = () => londonTime().day;
const answerPath = (id: string) => `/admin/bookings/${id}/answer`;
const choose = (page: Page, label: string) =>
  page.getByRole('radio', { name: label, exact: true }).check();
const send = (page: Page, label: string) =>
  page.getByRole('main').locator('form').getByRole('button', { name: label }).click();
const badge = (page: Page, name: string) => card(page, name).getByText('Status: ').locator('..');
const request = (page: Page) => page.getByRole('region', { name: 'Request' });

/** A pending booking of a customer with a mailbox of their own. */
async function storeRequest(backend: TestBackend, changes: Record<string, unknown> = {}) {
  const { name } = aBooking();
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
});

pageTest(
  'an answer to a booking that changed meanwhile needs attention, and is given again to its present state',
  async ({ device, backend }) => {
    const { id, name } = await storeRequest(backend);
    const page = await openPortal(device, answerPath(id));
    await choose(page, 'Confirm');
    await page.route(
      '**/rpc/answer_booking',
      async (route) => {
        await backend.query(`update bookings set status = 'cancelled' where id = $1`, [id]);
        await route.continue();
      },
      { times: 1 },
    );
    await send(page, 'Confirm booking');

    await expect(page.getByText('Your answer needs attention')).toBeVisible();
    await expect(request(page)).toContainText('cancelled');
    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(card(page, name)).toContainText('Your answer needs attention');
    await page.getByRole('link', { name: `Answer again: ${name}` }).click();
    await choose(page, 'Reopen');
    await send(page, 'Reopen booking');

    await expect(toast(page, '1 booking reopened')).toBeVisible();
    await expect(page.getByText('Your answer needs attention')).toHaveCount(0);
    await expect
      .poll(() => stored(backend, id))
      .toEqual({ status: 'pending', events: ['reopened'] });
  },
);

pageTest(
  'each answer changes the booking as it says, and the history has them all',
  async ({ device, backend }) => {
    const { id, name } = await storeRequest(backend, { preferred_date: today() });
    const page = await openPortal(device, answerPath(id));
    const text = page.getByRole('textbox', { name: 'The customer reads' });

    await choose(page, 'Offer another time');
    await send(page, 'Send offer');
    await expect(page.getByLabel('Day')).toBeFocused();
    await page.getByLabel('Day').fill(dayAfter(today(), 4));
    await page.getByLabel('Time', { exact: true }).selectOption('evening');
    await expect(text).toHaveValue(/Could we come on .*, 5PM-8PM instead\?/);
    await send(page, 'Send offer');
    await expect(toast(page, 'The offer was sent')).toBeVisible();
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
    await expect(history.nth(2)).toContainText('Office: Confirmed for');
    await expect(history.nth(3)).toContainText('Office: Moved to');
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
  'a booking is answered by the keyboard alone, on a screen without a fault in both schemes',
  async ({ device, backend }) => {
    const { id } = await storeRequest(backend, { status: 'confirmed' });
    const page = await openPortal(device, answerPath(id), { reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    const cancel = page.getByRole('radio', { name: 'Cancel', exact: true });

    await page.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio').first()).toBeChecked();
    await cancel.focus();
    await page.keyboard.press('Space');
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'The customer reads' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(request(page)).toContainText('cancelled');
    await expect
      .poll(() => stored(backend, id))
      .toEqual({ status: 'cancelled', events: ['cancelled'] });
  },
);

pageTest(
  'past bookings are completed and declined from their own lists, all at once',
  async ({ device, backend }) => {
    const past = { preferred_date: dayAfter(today(), -2) };
    for (const status of ['confirmed', 'confirmed', 'pending'])
      await storeRequest(backend, { ...past, status });
    const page = await openPortal(device, '/admin/bookings?view=schedule');

    for (const [line, label] of [
      ['2 to be completed', 'Mark as completed'],
      ['1 not answered', 'Decline'],
    ] as const) {
      await page.goto('/admin/bookings?view=schedule');
      await page.getByRole('link', { name: line }).click();
      await selectAll(page).check();
      await page.getByRole('button', { name: new RegExp(`^${label} \\(`) }).click();
      await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
      await expect(page.getByText('Nothing matches your search.')).toBeVisible();
    }
    await expect
      .poll(() => backend.query('select status, count(*)::int from bookings group by 1 order by 1'))
      .toEqual([
        { status: 'cancelled', count: 1 },
        { status: 'completed', count: 2 },
      ]);
  },
);

pageTest('a booking that does not exist says so', async ({ device }) => {
  const page = await openPortal(device, answerPath(randomUUID()));
  await expect(page.getByText('This booking no longer exists. It was deleted.')).toBeVisible();
});
