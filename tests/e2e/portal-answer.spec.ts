import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { format, parseISO } from 'date-fns';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { ADMIN } from '../backend/support/people.ts';
import { expectAccessibleInBothSchemes } from '../support/accessibility.ts';
import type { TestBackend } from '../support/backend.ts';
import { setClocks, setTomorrow, TOMORROW } from '../support/clock.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { card, deleteButton, selectAll, selectBox } from '../support/portal-list.ts';
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
  'an answer to a booking that changed meanwhile needs attention on every screen, and is in the form again',
  async ({ device, backend }) => {
    const { id, name } = await storeRequest(backend);
    const page = await openPortal(device, answerPath(id));
    await choose(page, 'Confirm');
    const text = page.getByRole('textbox', { name: 'The customer reads' });
    await text.fill(`${await text.inputValue()}\nYours, Isla`);
    const later = dayAfter(today(), 5);
    await page.route(
      '**/rpc/answer_booking',
      async (route) => {
        await backend.query('update bookings set preferred_date = $2 where id = $1', [id, later]);
        await backend.query(
          `insert into booking_events (id, booking_id, actor, kind, rev)
           select gen_random_uuid(), id, 'office', 'reopened', rev from bookings where id = $1`,
          [id],
        );
        await route.continue();
      },
      { times: 1 },
    );
    await send(page, 'Confirm booking');
    await expect(page.getByText('Your answer needs attention')).toBeVisible();

    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(card(page, name)).toContainText('Your answer needs attention');
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByText('to send')).toHaveCount(0);
    await page.getByRole('link', { name: '1 change needs attention' }).click();

    await expect(page.getByRole('radio', { name: 'Confirm', exact: true })).toBeChecked();
    await expect(text).toHaveValue(new RegExp(`${dayWords(later)}, 8AM-12PM[^]*Isla$`));
    await send(page, 'Confirm booking');
    await expect(toast(page, '1 booking confirmed')).toBeVisible();
    await expect(page.getByText('Your answer needs attention')).toHaveCount(0);
    await expect(page.getByText('needs attention')).toHaveCount(0);
    await expect
      .poll(() => stored(backend, id))
      .toEqual({ status: 'confirmed', events: ['reopened', 'confirmed'] });
  },
);

pageTest(
  'a booking that changes under its office leaves the text, and is answered as it is now',
  async ({ device, backend }) => {
    const { id } = await storeRequest(backend);
    const page = await openPortal(device, answerPath(id));
    const text = page.getByRole('textbox', { name: 'The customer reads' });
    await choose(page, 'Offer another time');
    await expect(text).toHaveValue(/Could we come on \[day and time\] instead\?/);
    await text.fill(`${await text.inputValue()}\nYours, Isla`);
    const day = dayAfter(today(), 6);
    await page.getByLabel('Day').fill(day);
    const written = new RegExp(`Could we come on ${dayWords(day)}, 8AM-12PM instead\\?[^]*Isla$`);
    await expect(text).toHaveValue(written);

    await backend.query(`update bookings set status = 'cancelled' where id = $1`, [id]);
    await page.getByRole('button', { name: 'Sync now' }).click();
    const changed = page.getByRole('alert').filter({ hasText: 'The booking changed' });
    await expect(changed).toContainText('It is cancelled now. Your choice and your text');
    await expect(text).toHaveValue(written);
    await expect(page.getByText('Not possible any more: it is cancelled.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send offer' })).toHaveCount(0);
    await expectAccessibleInBothSchemes(page);

    await choose(page, 'Reopen');
    await send(page, 'Reopen booking');
    await expect(page.getByRole('button', { name: 'Answer it as it is now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(changed).toHaveCount(0);
    await send(page, 'Reopen booking');
    await expect(toast(page, '1 booking reopened')).toBeVisible();
  },
);

pageTest(
  'an answer that another administrator gave already is done, and its person reads that their text was not sent',
  async ({ device, backend }) => {
    const { id } = await storeRequest(backend);
    const page = await openPortal(device, answerPath(id));
    await choose(page, 'Decline');
    await page.route(
      '**/rpc/answer_booking',
      async (route) => {
        await backend.query(`update bookings set status = 'cancelled' where id = $1`, [id]);
        await route.continue();
      },
      { times: 1 },
    );
    await send(page, 'Decline booking');

    await expect(toast(page, '1 booking declined')).toBeVisible();
    await expect(toast(page, 'had the same answer already')).toBeVisible();
    await expect(request(page)).toContainText('cancelled');
    await expect(page.getByText('attention')).toHaveCount(0);
  },
);

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
  'a visit is moved to no time that is over, and a day on which nobody comes says so',
  async ({ device, network, backend }) => {
    const { id } = await storeRequest(backend, { preferred_date: TOMORROW, status: 'confirmed' });
    await setTomorrow(device, network, '18:40');
    const page = await openPortal(device, answerPath(id));
    const [day, time] = [page.getByLabel('Day'), page.getByLabel('Time', { exact: true })];
    await choose(page, 'Move');
    await day.fill(TOMORROW);
    await expect(time.getByRole('option', { disabled: false })).toHaveText(['5PM-8PM']);
    await expect(load(page, TOMORROW)).toHaveText(`${dayWords(TOMORROW)}: no jobs`);
    await send(page, 'Move booking');
    await expect(time).toHaveAccessibleDescription(/This time is over today/);
    await expect(time).toBeFocused();

    await day.fill('2027-12-25');
    await expect(day).toHaveAccessibleDescription('We don’t come on Christmas Day.');
    await expect(time.getByRole('option', { disabled: true })).toHaveCount(0);
    await send(page, 'Move booking');
    await expect(request(page)).toContainText('December 25, 2027');
  },
);

pageTest(
  'an offer is made for one of the quietest times, and an answer with a day shows the load of that day',
  async ({ device, network, backend }) => {
    const [first, second] = [dayAfter(TOMORROW, 1), dayAfter(TOMORROW, 2)];
    const store = (preferred_date: string, preferred_time: string, status: string) =>
      storeRequest(backend, { preferred_date, preferred_time, status });
    const { id } = await store(first, 'morning', 'pending');
    for (const slot of ['morning', 'afternoon', 'evening', 'evening'])
      await store(first, slot, 'confirmed');
    await store(first, 'afternoon', 'pending');
    await store(first, 'afternoon', 'cancelled');
    for (let days = 2; days <= 10; days++)
      for (const slot of ['morning', 'afternoon', 'evening'])
        if (days !== 2 || slot !== 'evening')
          await store(dayAfter(TOMORROW, days), slot, 'confirmed');
    await setTomorrow(device, network);
    const page = await openPortal(device, answerPath(id), { reducedMotion: 'reduce' });

    await choose(page, 'Confirm');
    await expect(load(page, first)).toHaveText(
      `${dayWords(first)}: morning 1 job, afternoon 1, evening 2, 1 request waits`,
    );
    await choose(page, 'Decline');
    await expect(load(page, first)).toHaveCount(0);

    await choose(page, 'Offer another time');
    const quiet = page.getByRole('group', { name: 'Quietest times' }).getByRole('button');
    const short = (day: string) => format(parseISO(day), 'EEE d MMM');
    await expect(quiet).toHaveText([
      `${short(second)}, evening · no jobs`,
      `${short(first)}, afternoon · 1 job`,
      `${short(second)}, morning · 1 job`,
    ]);
    await quiet.first().click();
    await expect(quiet.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByLabel('Day')).toHaveValue(second);
    await expect(page.getByLabel('Time', { exact: true })).toHaveValue('evening');
    await expect(page.getByRole('textbox', { name: 'The customer reads' })).toHaveValue(
      new RegExp(`Could we come on ${dayWords(second)}, 5PM-8PM instead`),
    );
    await expect(load(page, second)).toHaveText(
      `${dayWords(second)}: morning 1 job, afternoon 1, evening none`,
    );
    await expectAccessibleInBothSchemes(page);
    await page.getByLabel('Day').fill(first);
    await expect(load(page, first)).toHaveText(/, 1 request waits$/);
    await expect(quiet.first()).toHaveAttribute('aria-pressed', 'false');
    await send(page, 'Send offer');
    await expect(toast(page, 'The offer was made')).toBeVisible();
  },
);

pageTest('a confirmation for a day on which nobody comes says so', async ({ device, backend }) => {
  const day = '2027-12-25';
  const { id } = await storeRequest(backend, { preferred_date: day });
  const page = await openPortal(device, answerPath(id));
  await choose(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText('We don’t come on Christmas Day.');
  await expect(load(page, day)).toHaveText('Saturday 25 December: no jobs');
  await send(page, 'Confirm booking');
  await expect(request(page)).toContainText('confirmed');
});

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

pageTest(
  'before a confirmed visit is deleted, it can be cancelled, so that its customer is told',
  async ({ device, backend }) => {
    const visit = await storeRequest(backend, { status: 'confirmed' });
    const other = await storeRequest(backend);
    const page = await openPortal(device, '/admin/bookings');
    const dialog = page.getByRole('dialog');
    await selectBox(page, other.name).check();
    await deleteButton(page).click();
    await expect(dialog).toContainText('Are you sure you want to delete 1 booking(s)?');
    await expect(dialog).not.toContainText('still to come');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();

    await selectBox(page, visit.name).check();
    await deleteButton(page).click();
    await expect(dialog).toContainText('1 of these bookings is confirmed and still to come');
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Cancel the booking first' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(badge(page, visit.name)).toHaveText('Status: cancelled');
    await expect
      .poll(() => stored(backend, visit.id))
      .toEqual({ status: 'cancelled', events: ['cancelled'] });
    await expect.poll(async () => (await mailsTo(backend, visit.email)).length).toBe(1);

    await deleteButton(page).click();
    await expect(dialog).not.toContainText('still to come');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => backend.query('select id from bookings')).toEqual([]);
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

pageTest('an incomplete link to a booking says so', async ({ device }) => {
  const page = await openPortal(device, '/admin/bookings/answer#7f1c1a52-5f0e');
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
});

pageTest('a booking that does not exist says so', async ({ device }) => {
  const page = await openPortal(device, answerPath(randomUUID()));
  await expect(page.getByText('This booking no longer exists. It was deleted.')).toBeVisible();
});

pageTest(
  'the office reads before Send that no email goes, then in the history why, and on the dashboard whom to call',
  async ({ device, backend }) => {
    const { id, name, email } = await storeRequest(backend);
    await backend.query(
      'insert into private.suppressed_addresses (address) values (private.address_hash($1))',
      [email],
    );
    const page = await openPortal(device, answerPath(id));
    await choose(page, 'Decline');
    const form = page.getByRole('main').locator('form').filter({ hasText: 'Your answer' });
    await expect(form).toContainText(
      'Their address refused our last email, so none goes. Call the customer.',
    );
    await expect(form).not.toContainText('Sent by email');
    await send(page, 'Decline booking');
    await expect(page.getByRole('region', { name: 'History' })).toContainText(
      'No email: the address refused an earlier one',
    );
    await expectAccessibleInBothSchemes(page);

    await page.goto('/admin/dashboard');
    const missed = page.getByRole('region', { name: 'Our email didn’t reach them (1)' });
    await expect(missed.getByRole('listitem')).toContainText(name);
    await expect(missed.getByRole('link', { name: `Call: ${name}` })).toHaveAttribute(
      'href',
      /^tel:/,
    );
    await expectAccessibleInBothSchemes(page);
  },
);
