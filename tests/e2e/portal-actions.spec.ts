import type { Page } from '@playwright/test';
import { calendarUid } from '../../src/core/server/calendar-uid.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { aBooking, dayFromNow } from '../support/booking.ts';
import { readCalendar } from '../support/calendar.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { card } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

const PHONE = { width: 390, height: 844 };
const ADDRESS = 'Flat 2/1\n4 Abbey Close\nPaisley PA1 1TF';

const button = (page: Page, label: string, name: string) =>
  page.getByRole('link', { name: `${label}: ${name}` });
const openMenu = (page: Page, name: string) =>
  card(page, name)
    .getByRole('button', { name: `More: ${name}` })
    .click();
const item = (page: Page, label: string) => page.getByRole('menuitem', { name: label });

/** Chooses Add to calendar on the card. */
async function addToCalendar(page: Page, name: string) {
  await openMenu(page, name);
  return readCalendar(page, () => item(page, 'Add to calendar').click());
}

pageTest(
  'from the start screen the next customer is called by one tap and reached by one, on an Android phone by its map',
  async ({ device, backend }) => {
    await clear(backend, 'bookings');
    await storeBooking(backend, { name: 'The day after', preferred_date: dayFromNow(3) });
    await storeBooking(backend, {
      name: 'The next one',
      preferred_date: dayFromNow(2),
      preferred_time: 'afternoon',
      phone: '07700 900123',
      address: ADDRESS,
      notes: 'Ring twice.',
    });
    await storeBooking(backend, {
      name: 'A cancelled one',
      preferred_date: dayFromNow(2),
      preferred_time: 'morning',
      status: 'cancelled',
    });
    await device.context.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', {
        get: () => 'Mozilla/5.0 (Linux; Android 16) Mobile',
      }),
    );

    const page = await openPortal(device);
    await page.setViewportSize(PHONE);

    const next = page.getByRole('region', { name: 'Next: The next one' });
    await expect(next).toContainText('12PM-5PM');
    await expect(next).toContainText('Ring twice.');
    await expect(next.getByRole('link', { name: 'Call: The next one' })).toHaveAttribute(
      'href',
      'tel:07700900123',
    );
    await expect(next.getByRole('link', { name: 'Directions: The next one' })).toHaveAttribute(
      'href',
      `geo:0,0?q=${encodeURIComponent(ADDRESS)}`,
    );
    for (const label of ['Call', 'Directions'])
      await expect(next.getByRole('link', { name: `${label}: The next one` })).toBeInViewport();

    // In the schedule: one tap to call, one for the way.
    await next.getByRole('link', { name: 'See the schedule' }).click();
    await expect(button(page, 'Call', 'The next one')).toBeVisible();
    await expect(button(page, 'Directions', 'The next one')).toHaveAttribute('href', /^geo:/);
  },
);

pageTest.describe('on a device that keeps the portal', () => {
  pageTest.use({ visitedBefore: 'portal' });

  pageTest(
    'a booking enters a calendar offline, and after a change again as the same event',
    async ({ device, backend }) => {
      const { name } = aBooking();
      const id = await storeBooking(backend, {
        name,
        address: ADDRESS,
        preferred_date: '2027-03-28',
        preferred_time: 'morning',
        service_type: 'deep',
        notes: 'Two cats.',
      });
      const page = await openInstalledPortal(device, '/admin/bookings');
      await device.goOffline();

      const first = await addToCalendar(page, name);
      expect(first.file).toBe(`booking-${referenceOf(id)}.ics`);
      expect(first.event).toMatchObject({
        uid: await calendarUid(id),
        summary: `Deep Cleaning: ${name}`,
        location: ADDRESS.replaceAll('\n', ', '),
      });
      expect(first.event.description).toContain('Two cats.');
      expect(first.event.startDate.zone.tzid).toBe('Europe/London');
      // The clock goes forward in that night.
      expect(
        [first.event.startDate, first.event.endDate].map((time) => time.toJSDate().toISOString()),
      ).toEqual(['2027-03-28T07:00:00.000Z', '2027-03-28T11:00:00.000Z']);

      await device.goOnline();
      await backend.query(
        `insert into public.booking_events (id, booking_id, actor, kind, day, time_slot, rev)
         select gen_random_uuid(), id, 'office', 'confirmed', preferred_date, 'evening', rev
           from public.bookings where id = $1`,
        [id],
      );
      await backend.query(
        `update public.bookings set preferred_time = 'evening', status = 'confirmed' where id = $1`,
        [id],
      );
      await page.getByRole('button', { name: 'Sync now' }).click();
      await expect(card(page, name)).toContainText('confirmed');
      const second = await addToCalendar(page, name);
      expect(second.event.uid).toBe(first.event.uid);
      expect(second.event.sequence).toBeGreaterThan(first.event.sequence);
      expect(second.event.startDate.toJSDate().toISOString()).toBe('2027-03-28T16:00:00.000Z');

      await backend.query("update public.bookings set status = 'cancelled' where id = $1", [id]);
      await page.getByRole('button', { name: 'Sync now' }).click();
      await expect(card(page, name)).toContainText('cancelled');
      await openMenu(page, name);
      const third = await readCalendar(page, () => item(page, 'Remove from calendar').click());
      expect(third.event).toMatchObject({
        uid: first.event.uid,
        summary: `Cancelled: Deep Cleaning: ${name}`,
      });
      await expect(toast(page, 'Some calendars keep a cancelled visit')).toBeVisible();
    },
  );
});
