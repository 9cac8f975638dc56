import type { Locator, Page } from '@playwright/test';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { weekdayText } from '../../src/core/domain/day-text.ts';
import { expectAccessibleInBothSchemes, expectFits } from '../support/accessibility.ts';
import { addEvent } from '../support/answers.ts';
import type { TestBackend } from '../support/backend.ts';
import { readCalendar } from '../support/calendar.ts';
import type { Device } from '../support/device.ts';
import { readStore } from '../support/local-store.ts';
import { storeBooking } from '../support/portal-records.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

const day = (days: number) => dayAfter(londonTime().day, days);
const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true });

/** A visit in a request's card. */
const visitOn = (card: Locator, date: string) =>
  card.getByRole('listitem').filter({ hasText: weekdayText(date) });

/** Stores a booking with a visit every two weeks from the third day on. Returns its id. */
async function storeSeries(backend: TestBackend): Promise<string> {
  const id = await storeBooking(backend, { preferred_date: day(3), preferred_time: 'morning' });
  await addEvent(backend, id, 'confirmed', {
    ...{ actor: 'office', kind: 'repeated', day: day(3), time_slot: 'morning', every: 2 },
    ...{ price_pence: 6600, price_per: 'visit', message: 'Jean and Ewa will come.' },
  });
  return id;
}

/** The visits of a series, with the kinds of their events. */
const visitsOf = (backend: TestBackend, id: string) =>
  backend.query<{ id: string; day: string; status: string; kinds: string[] }>(
    `select b.id, preferred_date::text as day, status,
       array(select kind from public.booking_events where booking_id = b.id order by rev) as kinds
     from public.bookings b where series = $1 or id = $1 order by series_day`,
    [id],
  );

const visitId = async (backend: TestBackend, id: string, date: string) =>
  (await visitsOf(backend, id)).find((visit) => visit.day === date)?.id ?? '';

/** Opens a request by its link and keeps it on the device. */
async function openKept(device: Device, id: string): Promise<[Page, Locator]> {
  const page = await device.open(`/requests#${id}`);
  await button(page, 'Keep on this device').click();
  const card = requestCard(page, referenceOf(id));
  await expect(card).toBeVisible();
  return [page, card];
}

async function skip(page: Page, visit: Locator): Promise<void> {
  await button(visit, 'Skip this visit').click();
  await button(page.getByRole('dialog'), 'Skip this visit').click();
}

pageTest(
  'visits of a series are listed, skipped offline, taken back, sent, and leave the calendar',
  async ({ device, backend }) => {
    const id = await storeSeries(backend);
    const [page, card] = await openKept(device, id);
    await expect(card).toContainText(`Every two weeks, next on ${weekdayText(day(3))}`);
    await expect(card).toContainText('Agreed price: £66 a visit');
    await expect(card).toContainText('Jean and Ewa will come.');
    await expect(card.getByRole('listitem')).toHaveText(
      [day(3), day(17), day(31)].map((date) =>
        RegExp(`^Confirmed for ${weekdayText(date)}, 8AM-12PM`),
      ),
    );
    await expect(button(card, 'Cancel this booking')).toHaveCount(0);

    await device.goOffline();
    await skip(page, visitOn(card, day(17)));
    const skipped = visitOn(card, day(17));
    await expect(skipped).toContainText('Your “Skip this visit” is not with us yet');
    await expectAccessibleInBothSchemes(page);
    await button(skipped, 'Take back').click();
    await button(page.getByRole('dialog'), 'Take back').click();
    await expect(visitOn(card, day(17))).toContainText('Confirmed for');
    for (const date of [day(3), day(17)]) await skip(page, visitOn(card, date));
    await expect(card).toContainText(`Every two weeks, next on ${weekdayText(day(31))}`);
    expect(await readStore(page, 'entries')).toHaveLength(2);

    await device.goOnline();
    await expect(visitOn(card, day(17))).toContainText(`Skipped: ${weekdayText(day(17))}`);
    await expect(visitOn(card, day(3))).toContainText(`Skipped: ${weekdayText(day(3))}`);
    expect((await visitsOf(backend, id)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'confirmed',
    ]);
    const { event, status } = await readCalendar(page, () =>
      button(visitOn(card, day(17)), 'Remove from calendar').click(),
    );
    const saved = await readCalendar(page, () =>
      button(visitOn(card, day(31)), 'Add to calendar').click(),
    );
    expect([status, event.sequence, event.startDate.toString()]).toEqual([
      'CANCELLED',
      2,
      `${day(17)}T08:00:00`,
    ]);
    expect(saved.event.sequence).toBe(1);
    expect(saved.event.uid).not.toBe(event.uid);
    expect(saved.event.description).toContain(referenceOf(id));
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
  },
);

pageTest(
  'a skip of a visit that the office moved meanwhile comes back with the new day',
  async ({ device, backend }) => {
    const id = await storeSeries(backend);
    const [page, card] = await openKept(device, id);
    await device.goOffline();
    await skip(page, visitOn(card, day(17)));
    await expect(card).toContainText('Your “Skip this visit” is not with us yet');
    await addEvent(backend, await visitId(backend, id, day(17)), 'confirmed', {
      ...{ actor: 'office', kind: 'confirmed', day: day(18), time_slot: 'evening' },
    });
    await device.goOnline();
    const moved = visitOn(card, day(18));
    await expect(moved).toContainText(`Confirmed for ${weekdayText(day(18))}, 5PM-8PM`);
    await expect(moved).toContainText('the visit changed before it reached us');
    await skip(page, moved);
    await expect(visitOn(card, day(18))).toContainText('Skipped');
    expect(await visitsOf(backend, id)).toContainEqual(
      expect.objectContaining({ day: day(18), kinds: ['confirmed', 'cancelled'] }),
    );
  },
);

pageTest(
  'another day is asked for offline, kept by the office, asked for again and moved',
  async ({ device, backend }) => {
    const id = await storeBooking(backend, { preferred_date: day(3), preferred_time: 'morning' });
    await addEvent(backend, id, 'confirmed', {
      ...{ actor: 'office', kind: 'confirmed', day: day(3), time_slot: 'morning' },
    });
    const [page, card] = await openKept(device, id);
    await expect(card).toContainText('To move it, ask for another day here.');
    await device.goOffline();
    await button(card, 'Ask for another day').click();
    const dialog = page.getByRole('dialog');
    const ask = async (date: string, time: string) => {
      await dialog.getByLabel('Date').fill(date);
      await dialog.getByLabel('Time').selectOption(time);
      await button(dialog, 'Ask for this day').click();
    };
    await button(dialog, 'Ask for this day').click();
    await expect(dialog.getByLabel('Date')).toBeFocused();
    await expect(dialog).toContainText('Please select a date');
    // Late in the day no time of today can be chosen any more.
    await dialog.getByLabel('Time').selectOption('evening');
    await dialog.getByLabel('Date').fill(day(0));
    await button(dialog, 'Ask for this day').click();
    await expect(dialog).toContainText(/Please select (a later|another) date/);
    await ask(day(3), 'morning');
    await expect(dialog).toContainText('This is your present time.');
    await expectAccessibleInBothSchemes(page);
    await ask(day(5), 'evening');
    await expect(dialog).toHaveCount(0);
    await expect(card).toContainText('Your question for another day is not with us yet');
    await expect(card).toContainText(`You asked for ${weekdayText(day(5))}, 5PM-8PM.`);
    await expect(card).toContainText(`Until we answer, we come on ${weekdayText(day(3))}`);

    await device.goOnline();
    await expect(card).toContainText(`You asked for ${weekdayText(day(5))}, 5PM-8PM. We’ll answer`);
    await expect(card).toContainText(`Confirmed for ${weekdayText(day(3))}, 8AM-12PM`);
    const answerWith = async (event: object) => {
      await addEvent(backend, id, 'confirmed', { actor: 'office', ...event });
      await button(page, 'Check for answers').click();
    };
    await answerWith({ kind: 'kept', message: 'We are full that day.' });
    await expect(card).toContainText('We can’t come on the other day that you asked for');
    await expect(card).toContainText('We are full that day.');

    await button(card, 'Ask for another day').click();
    await ask(day(6), 'afternoon');
    await expect(card).toContainText(
      `You asked for ${weekdayText(day(6))}, 12PM-5PM. We’ll answer`,
    );
    await answerWith({ kind: 'offered', day: day(7), time_slot: 'morning' });
    await expect(card).toContainText(`Could we come on ${weekdayText(day(7))}, 8AM-12PM instead?`);
    await expect(card).toContainText(
      `We come on ${weekdayText(day(3))}, 8AM-12PM until you accept.`,
    );
    await button(card, 'Accept').click();
    await expect(card).toContainText(`Confirmed for ${weekdayText(day(7))}, 8AM-12PM`);
    expect(await visitsOf(backend, id)).toMatchObject([
      { day: day(7), kinds: ['confirmed', 'asked', 'kept', 'asked', 'offered', 'accepted'] },
    ]);
  },
);

pageTest(
  'a visit of a series is asked for on another day, offered, and a stopped series says so',
  async ({ device, backend }) => {
    const id = await storeSeries(backend);
    const [page, card] = await openKept(device, id);
    await button(visitOn(card, day(17)), 'Ask for another day').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Date').fill(day(19));
    await dialog.getByLabel('Time').selectOption('evening');
    await button(dialog, 'Ask for this day').click();
    await expect(visitOn(card, day(17))).toContainText(`You asked for ${weekdayText(day(19))}`);
    await addEvent(backend, await visitId(backend, id, day(17)), 'confirmed', {
      ...{ actor: 'office', kind: 'offered', day: day(20), time_slot: 'morning' },
    });
    await button(page, 'Check for answers').click();
    await button(visitOn(card, day(17)), 'Accept').click();
    await expect(visitOn(card, day(20))).toContainText(`Confirmed for ${weekdayText(day(20))}`);
    await addEvent(backend, id, 'confirmed', {
      ...{ actor: 'office', kind: 'stopped', day: day(20), message: 'Thank you for your custom.' },
    });
    await button(page, 'Check for answers').click();
    await expect(card).toContainText(`Your regular visits end on ${weekdayText(day(20))}.`);
    await expect(card).toContainText('Thank you for your custom.');
    await expect(card.getByRole('listitem')).toHaveCount(2);
  },
);
