import { format, parseISO } from 'date-fns';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import type { AdminBackend, ReplicaRow } from '../../src/core/server/admin-backend.ts';
import { aRecordedEvent, aReport } from '../unit/support/booking-events.ts';
import { expectAccessibleInBothSchemes, expectFits } from './support/accessibility.ts';
import { expectCount, expectTexts, focus, textsOf, toast } from './support/look.ts';
import { goTo, openPortal } from './support/portal.tsx';
import { card, deleteButton, selectAll, selectBox } from './support/portal-list.ts';
import { aRequest } from './support/rows.ts';
import { PICTURE, server, stateOf } from './support/server.ts';

afterEach(() => vi.useRealTimers());

const MONDAY = '2027-03-01';
const at = (time: string) => vi.setSystemTime(new Date(`${MONDAY}T${time}:00Z`));
const inDays = (days: number) => dayAfter(londonTime().day, days);
const dayWords = (day: string) => format(parseISO(day), 'EEEE d MMMM');

const main = page.getByRole('main');
const request = page.getByRole('region', { name: 'Request' });
const history = page.getByRole('region', { name: 'History' });
const text = page.getByRole('textbox', { name: 'The customer reads' });
const dayField = page.getByLabelText('Day');
const timeField = page.getByLabelText('Time', { exact: true });
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const choose = (name: string) => radio(name).click();
const send = (name: string) => main.getByRole('button', { name, exact: true }).click();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** The line with the load of a day. */
const load = (day: string) => main.getByRole('status').filter({ hasText: `${dayWords(day)}: ` });
const valueOf = () => (text.element() as HTMLTextAreaElement).value;

type Booking = Partial<ReplicaRow<'bookings'>>;

/** Stores a request for three days from now. */
const storeRequest = (changes: Booking = {}): string =>
  server.store('bookings', aRequest({ preferred_date: inDays(3), ...changes }))[0] ?? '';
const openAnswer = (id: string) => openPortal(`/admin/bookings/answer#${id}`);
const stored = (id: string) => server.lists.rowOf(id) as unknown as ReplicaRow<'bookings'>;
const kindsOf = (id: string) => stored(id).events.map(({ kind }) => kind);

test('an offer is made for one of the quietest times, and an answer with a day shows the load of that day', async () => {
  at('06:00');
  const [first, second] = [inDays(1), inDays(2)];
  const store = (preferred_date: string, preferred_time: string, status: string) =>
    storeRequest({ preferred_date, preferred_time, status });
  const id = store(first, 'morning', 'pending');
  for (const slot of ['morning', 'afternoon', 'evening', 'evening'])
    store(first, slot, 'confirmed');
  store(first, 'afternoon', 'pending');
  store(first, 'afternoon', 'cancelled');
  for (let days = 2; days <= 10; days++)
    for (const slot of ['morning', 'afternoon', 'evening'])
      if (days !== 2 || slot !== 'evening') store(inDays(days), slot, 'confirmed');
  await openAnswer(id);

  await choose('Confirm');
  await expect
    .element(load(first))
    .toHaveTextContent(
      `${dayWords(first)}: morning 1 job, afternoon 1, evening 2, 1 request waits`,
    );
  await choose('Decline');
  await expectCount(load(first), 0);

  await choose('Offer another time');
  const quiet = page.getByRole('group', { name: 'Quietest times' }).getByRole('button');
  const short = (day: string) => format(parseISO(day), 'EEE d MMM');
  await expectTexts(quiet, [
    `${short(second)}, evening · no jobs`,
    `${short(first)}, afternoon · 1 job`,
    `${short(second)}, morning · 1 job`,
  ]);
  await quiet.first().click();
  await expect.element(quiet.first()).toHaveAttribute('aria-pressed', 'true');
  await expect.element(dayField).toHaveValue(second);
  await expect.element(timeField).toHaveValue('evening');
  expect(valueOf()).toContain(`Could we come on ${dayWords(second)}, 5PM-8PM instead`);
  await expect
    .element(load(second))
    .toHaveTextContent(`${dayWords(second)}: morning 1 job, afternoon 1, evening none`);
  await expectAccessibleInBothSchemes();
  await dayField.fill(first);
  await expect.element(load(first)).toHaveTextContent(/, 1 request waits$/);
  await expect.element(quiet.first()).toHaveAttribute('aria-pressed', 'false');
  await send('Send offer');
  await expect.element(toast('The offer was made')).toBeVisible();
});

test('a confirmation for a day on which nobody comes says so', async () => {
  const day = '2027-12-25';
  await openAnswer(storeRequest({ preferred_date: day }));
  await choose('Confirm');
  await expect
    .element(main.getByRole('alert'))
    .toHaveTextContent('We don’t come on Christmas Day.');
  await expect.element(load(day)).toHaveTextContent('Saturday 25 December: no jobs');
  await send('Confirm booking');
  await expect.element(request).toHaveTextContent('confirmed');
});

test('a visit is moved to no time that is over, and a day on which nobody comes says so', async () => {
  at('18:40');
  await openAnswer(storeRequest({ preferred_date: MONDAY, status: 'confirmed' }));
  await choose('Move');
  await dayField.fill(MONDAY);
  const options = (isDisabled: boolean) =>
    textsOf(timeField.getByRole('option', { disabled: isDisabled }));
  await expect.poll(() => options(false)).toEqual(['5PM-8PM']);
  await expect.element(load(MONDAY)).toHaveTextContent(`${dayWords(MONDAY)}: no jobs`);
  await send('Move booking');
  await expect.element(timeField).toHaveAccessibleDescription(/This time is over today/);
  await expect.element(timeField).toHaveFocus();

  await dayField.fill('2027-12-25');
  await expect.element(dayField).toHaveAccessibleDescription('We don’t come on Christmas Day.');
  expect(options(true)).toEqual([]);
  await send('Move booking');
  await expect.element(request).toHaveTextContent('December 25, 2027');
});

test('past bookings are completed and declined from their own lists, all at once', async () => {
  const past = { preferred_date: inDays(-2) };
  const ids = ['confirmed', 'confirmed', 'pending'].map((status) =>
    storeRequest({ ...past, status }),
  );

  for (const [line, label] of [
    ['2 to be completed', 'Mark as completed'],
    ['1 not answered', 'Decline'],
  ] as const) {
    await openPortal('/admin/bookings?view=schedule');
    await page.getByRole('link', { name: line }).click();
    await selectAll.click();
    await page.getByRole('button', { name: new RegExp(`^${label} \\(`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
    await expect.element(page.getByText('Nothing matches your search.')).toBeVisible();
  }
  await expect
    .poll(() => ids.map((id) => stored(id).status))
    .toEqual(['completed', 'completed', 'cancelled']);
});

test('before a confirmed visit is deleted, it can be cancelled, so that its customer is told', async () => {
  const visit = storeRequest({ name: 'Vera Visit', status: 'confirmed' });
  storeRequest({ name: 'Olga Other' });
  await openPortal('/admin/bookings');
  const dialog = page.getByRole('dialog');
  await selectBox('Olga Other').click();
  await deleteButton.click();
  await expect.element(dialog).toHaveTextContent('Are you sure you want to delete 1 booking(s)?');
  await expect.element(dialog).not.toHaveTextContent('still to come');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();

  await selectBox('Vera Visit').click();
  await deleteButton.click();
  await expect
    .element(dialog)
    .toHaveTextContent('1 of these bookings is confirmed and still to come');
  await expectAccessibleInBothSchemes();
  await dialog.getByRole('button', { name: 'Cancel the booking first' }).click();
  await expectCount(dialog, 0);
  await expect.element(card('Vera Visit')).toHaveTextContent('Status: cancelled');
  await expect.poll(() => kindsOf(visit)).toEqual(['cancelled']);
  expect(server.admin.mailed).toEqual([visit]);

  await deleteButton.click();
  await expect.element(dialog).not.toHaveTextContent('still to come');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => server.lists.ids('bookings')).toEqual([]);
});

test('an answer to a booking that changed meanwhile needs attention on every screen, and is in the form again', async () => {
  const id = storeRequest();
  const later = inDays(5);
  await openAnswer(id);
  await choose('Confirm');
  await text.fill(`${valueOf()}\nYours, Isla`);
  const { answerBooking } = server.office;
  server.office.answerBooking = async () => {
    server.office.answerBooking = answerBooking;
    const events = [aRecordedEvent({ kind: 'reopened' })];
    server.lists.change(id, { preferred_date: later, events });
    const state = stateOf(stored(id));
    return { outcome: 'rejected', reason: 'changed', message: 'changed', state };
  };
  await send('Confirm booking');
  await expect.element(page.getByText('Your answer needs attention')).toBeVisible();

  await page.getByRole('link', { name: 'All bookings' }).click();
  await expect.element(card('Ann Baker')).toHaveTextContent('Your answer needs attention');
  await goTo('Dashboard');
  await expectCount(page.getByText('to send'), 0);
  await page.getByRole('link', { name: '1 change needs attention' }).click();

  await expect.element(radio('Confirm')).toBeChecked();
  await expect.poll(valueOf).toMatch(new RegExp(`${dayWords(later)}, 8AM-12PM[^]*Isla$`));
  await send('Confirm booking');
  await expect.element(toast('1 booking confirmed')).toBeVisible();
  await expectCount(page.getByText('needs attention'), 0);
  await expect.poll(() => kindsOf(id)).toEqual(['reopened', 'confirmed']);
});

test('a booking that changes under its office leaves the text, and is answered as it is now', async () => {
  const id = storeRequest();
  await openAnswer(id);
  await choose('Offer another time');
  await expect.poll(valueOf).toMatch(/Could we come on \[day and time\] instead\?/);
  await text.fill(`${valueOf()}\nYours, Isla`);
  const day = inDays(6);
  await dayField.fill(day);
  const written = new RegExp(`Could we come on ${dayWords(day)}, 8AM-12PM instead\\?[^]*Isla$`);
  await expect.poll(valueOf).toMatch(written);

  server.lists.change(id, { status: 'cancelled' });
  await press('Sync now');
  const changed = main.getByRole('alert').filter({ hasText: 'The booking changed' });
  await expect.element(changed).toHaveTextContent('It is cancelled now. Your choice and your text');
  expect(valueOf()).toMatch(written);
  await expect.element(page.getByText('Not possible any more: it is cancelled.')).toBeVisible();
  await expectCount(page.getByRole('button', { name: 'Send offer' }), 0);
  await expectAccessibleInBothSchemes();

  await choose('Reopen');
  await send('Reopen booking');
  await expect.element(page.getByRole('button', { name: 'Answer it as it is now' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expectCount(changed, 0);
  await send('Reopen booking');
  await expect.element(toast('1 booking reopened')).toBeVisible();
});

test('an answer that another administrator gave already is done, and its person reads that their text was not sent', async () => {
  const id = storeRequest();
  await openAnswer(id);
  await choose('Decline');
  server.office.answerBooking = async () => {
    server.lists.change(id, { status: 'cancelled' });
    return { outcome: 'accepted', state: stateOf(stored(id)), standing: { message: null } };
  };
  await send('Decline booking');

  await expect.element(toast('1 booking declined')).toBeVisible();
  await expect.element(toast('had the same answer already')).toBeVisible();
  await expect.element(request).toHaveTextContent('cancelled');
  await expectCount(page.getByText('attention'), 0);
});

test('a booking is answered by the keyboard alone, on a screen without a fault in both schemes', async () => {
  const id = storeRequest({ status: 'confirmed' });
  await page.viewport(390, 844);
  await openAnswer(id);
  const first = page.getByRole('radio').first();
  await expect.element(first).toBeVisible();
  focus(first);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(first).toBeChecked();
  focus(radio('Cancel'));
  await userEvent.keyboard(' ');
  await expectAccessibleInBothSchemes();
  await userEvent.tab();
  await expect.element(text).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');

  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(request).toHaveTextContent('cancelled');
  await expect.poll(() => kindsOf(id)).toEqual(['cancelled']);
});

test('the office reads before Send that no email goes, then in the history why, and on the dashboard whom to call', async () => {
  const id = storeRequest({ is_mail_refused: true });
  await openAnswer(id);
  await choose('Decline');
  await expect
    .element(main)
    .toHaveTextContent('Their address refused our last email, so none goes. Call the customer.');
  await expect.element(main).not.toHaveTextContent('Sent by email');
  await send('Decline booking');
  await expect.element(toast('1 booking declined')).toBeVisible();
  const mail = { state: 'none', reason: 'suppressed', detail: null } as const;
  server.lists.change(id, { events: stored(id).events.map((event) => ({ ...event, mail })) });
  await press('Sync now');
  await expect.element(history).toHaveTextContent('No email: the address refused an earlier one');
  await expectAccessibleInBothSchemes();

  await goTo('Dashboard');
  const missed = page.getByRole('region', { name: 'Our email didn’t reach them (1)' });
  await expect.element(missed.getByRole('listitem')).toHaveTextContent('Ann Baker');
  await expect
    .element(missed.getByRole('link', { name: 'Call: Ann Baker' }))
    .toHaveAttribute('href', expect.stringMatching(/^tel:/));
  await expectAccessibleInBothSchemes();
});

test('a setting that is saved as it is says that there is nothing to save', async () => {
  const saved = vi.fn<AdminBackend['setBooking']>(async ({ value }) => ({
    outcome: 'accepted',
    state: { value, rev: 9 },
  }));
  server.office.setBooking = saved;
  await openAnswer(storeRequest());
  const save = page.getByRole('button', { name: 'Save instructions' });
  const nothing = page.getByText('Nothing has changed, so there is nothing to save.');
  await save.click();
  await expect.element(nothing).toBeVisible();

  await page.getByLabelText('For those who go').fill('One dog.');
  await expectCount(nothing, 0);
  expect(saved).not.toHaveBeenCalled();
  await save.click();
  await expect.element(toast('Saved the instructions for 1 booking')).toBeVisible();
});

test('an incomplete link to a booking says so', async () => {
  await openAnswer('7f1c1a52-5f0e');
  await expect.element(page.getByText('This link is incomplete.')).toBeVisible();
});

test('a booking that does not exist says so', async () => {
  await openAnswer(crypto.randomUUID());
  await expect
    .element(page.getByText('This booking no longer exists. It was deleted.'))
    .toBeVisible();
});

test('a report whose photographs are not all here passes the accessibility rules, and fits', async () => {
  server.team.signPicture = async (path) =>
    path.endsWith('/1')
      ? { outcome: 'read', value: PICTURE }
      : { outcome: 'rejected', message: 'Object not found' };
  const report = aReport({ by: 'Ann Baker', message: 'The tap drips.', pictures: 3 });
  await openAnswer(storeRequest({ status: 'confirmed', reports: [report] }));

  const reports = page.getByRole('region', { name: 'From those who went' });
  await expect.element(reports).toHaveTextContent('2 photos are not here yet');
  await expect
    .element(reports.getByRole('button', { name: 'Photo 1 of Ann Baker', exact: true }))
    .toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('the answer screen of a series, its visit’s and its schedule pass the accessibility rules with each choice', async () => {
  const day = inDays(3);
  const price = { price_pence: 6600, price_per: 'visit' } as const;
  const repeated = { ...price, kind: 'repeated', day, time_slot: 'morning', every: 2 } as const;
  const first = { status: 'confirmed', preferred_date: day, ...price };
  const id = storeRequest({ ...first, events: [aRecordedEvent(repeated)] });
  const next = inDays(17);
  const asked = {
    kind: 'asked',
    actor: 'customer',
    day: inDays(18),
    time_slot: 'evening',
  } as const;
  const visit = storeRequest({
    ...{ ...first, preferred_date: next, series: id, series_day: next },
    events: [aRecordedEvent(asked)],
  });
  await openAnswer(id);
  for (const choice of ['Change the regular visits', 'Stop repeating', 'Offer another time']) {
    await choose(choice);
    await expectAccessibleInBothSchemes();
  }
  await expectFits();
  await openAnswer(visit);
  await expect.element(radio('Keep the day')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await openPortal('/admin/bookings?view=schedule');
  await expectCount(card('Ann Baker'), 2);
  await expectAccessibleInBothSchemes();
});
