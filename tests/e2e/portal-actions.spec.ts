import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { calendarUid } from '../../src/core/server/calendar-uid.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { aBooking, dayFromNow } from '../support/booking.ts';
import { readCalendar } from '../support/calendar.ts';
import { linesOf } from '../support/lines.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { card } from '../support/portal-list.ts';
import { clear, storeApplication, storeBooking, storePosting } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { setTomorrow, TOMORROW } from '../support/clock.ts';
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
  'a booking’s card calls, texts, chats, writes and leads there, and copies the address as it was written',
  async ({ device, network, backend }) => {
    const { name } = aBooking();
    const id = await storeBooking(backend, {
      name,
      status: 'confirmed',
      preferred_date: TOMORROW,
      phone: '07700 900123',
      email: 'isla@example.com',
      address: ADDRESS,
    });
    await setTomorrow(device, network);
    const page = await openPortal(device, '/admin/bookings');
    await device.context.grantPermissions(['clipboard-read', 'clipboard-write']);

    await expect(button(page, 'Call', name)).toHaveAttribute('href', 'tel:07700900123');
    await expect(button(page, 'Directions', name)).toHaveAttribute(
      'href',
      `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(ADDRESS)}`,
    );
    const text = `Hello, this is ${COMPANY.name}, we're on our way. Ref ${referenceOf(id)}`;
    await expect(button(page, 'Text', name)).toHaveAttribute(
      'href',
      `sms:07700900123?&body=${encodeURIComponent(text)}`,
    );
    await openMenu(page, name);
    await expect(page.getByRole('menuitem')).toHaveText([
      'Answer',
      'WhatsApp',
      'Email',
      'Copy address',
      'Add to calendar',
    ]);
    await expect(item(page, 'Email')).toHaveAttribute(
      'href',
      `mailto:isla@example.com?subject=Your%20booking%20${referenceOf(id)}&body=${encodeURIComponent(text)}`,
    );
    await expect(item(page, 'WhatsApp')).toHaveAttribute(
      'href',
      `https://wa.me/447700900123?text=${encodeURIComponent(text)}`,
    );
    await expect(item(page, 'WhatsApp')).toHaveAttribute('rel', /noopener/);
    await item(page, 'Copy address').click();

    await expect(toast(page, 'Address copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ADDRESS);

    // On a phone the toast covers none of the card's buttons.
    await page.setViewportSize(PHONE);
    const message = await toast(page, 'Address copied').boundingBox();
    expect((message?.y ?? Infinity) + (message?.height ?? 0)).toBeLessThan(PHONE.height / 4);
  },
);

pageTest(
  'the menu of a card opens, moves and closes by the keyboard, and gives the focus back',
  async ({ device, backend }) => {
    const { name } = aBooking();
    await storeBooking(backend, { name, status: 'confirmed' });
    const page = await openPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
    const more = page.getByRole('button', { name: `More: ${name}` });

    await more.press('Enter');
    await expect(item(page, 'Answer')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item(page, 'WhatsApp')).toBeFocused();
    await page.keyboard.press('End');
    await expect(item(page, 'Add to calendar')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(more).toBeFocused();
  },
);

pageTest(
  'an application is answered in the same ways, and a posting has neither them nor a reference',
  async ({ device, backend }) => {
    const { name } = aBooking();
    const posting = await storePosting(backend, { title: `A posting for ${name}` });
    const id = await storeApplication(backend, {
      name,
      phone: '+44 (0)141 496 0177',
      email: 'finlay@example.com',
      career_id: posting,
    });
    const page = await openPortal(device, '/admin/applications');
    await expect(button(page, 'Call', name)).toHaveAttribute('href', 'tel:+441414960177');
    await expect(button(page, 'WhatsApp', name)).toHaveAttribute(
      'href',
      'https://wa.me/441414960177',
    );
    await openMenu(page, name);
    await expect(item(page, 'Email')).toHaveAttribute(
      'href',
      `mailto:finlay@example.com?subject=Your%20application%20${referenceOf(id)}`,
    );

    await page.goto('/admin/careers');

    await expect(card(page, `A posting for ${name}`)).toBeVisible();
    await expect(card(page, `A posting for ${name}`)).not.toContainText(referenceOf(posting));
    await expect(card(page, `A posting for ${name}`).getByRole('group')).toHaveCount(0);
  },
);

pageTest(
  'on a phone no two of a card’s actions are nearer than 8 pixels, and each is 44 high and wide',
  async ({ device, backend }) => {
    const { name } = aBooking();
    await storeBooking(backend, { name });
    const page = await openPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
    await page.setViewportSize(PHONE);
    await expect(button(page, 'Call', name)).toBeVisible();
    const boxesOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));

    const actions = await boxesOf(`article:has(h2 :text-is("${name}")) [role=group] > *`);
    await openMenu(page, name);
    await expect(page.getByRole('menuitem')).toHaveCount(5);
    const items = await boxesOf('[role=menuitem]');

    expect(actions).toHaveLength(4);
    for (const boxes of [actions, items]) {
      for (const [index, { width, height, right, bottom }] of boxes.entries()) {
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
        const next = boxes[index + 1];
        if (next) expect(Math.max(next.left - right, next.top - bottom)).toBeGreaterThanOrEqual(8);
      }
    }
  },
);

pageTest(
  'no word on a card’s buttons is cut in two, in a wide font on a small phone',
  async ({ device, backend }) => {
    const { name } = aBooking();
    await storeBooking(backend, { name });
    const page = await openPortal(device, '/admin/bookings');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addStyleTag({
      content: '* { font-family: "DejaVu Sans", Verdana, sans-serif !important }',
    });

    // The icon, and its label below.
    for (const label of ['Answer', 'Call', 'Directions'])
      expect(await linesOf(button(page, label, name))).toBe(2);
  },
);

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
