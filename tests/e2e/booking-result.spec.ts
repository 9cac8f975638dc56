import {
  aBooking,
  book,
  bookAnother,
  bookOnDevice,
  dayFromNow,
  fieldsOf,
  outcomeNotice,
} from '../support/booking.ts';
import { readCalendar } from '../support/calendar.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { notificationsOf, tapNotification, notifyButton } from '../support/notifications.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest, test } from '../support/test.ts';

// These tests need Background Sync or notifications.
test.use({ inShell: false, visitedBefore: 'site' });

test('a person who asked for it is notified when a booking is sent with every page closed', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await bookOnDevice(page, booking);
  await notifyButton(page).click();
  await expect(page.getByText('You will get a notification on this device')).toBeVisible();
  await device.closePages();

  await device.goOnline();

  await expect.poll(() => notificationsOf(device)).toEqual(['Your booking has been sent']);
  await expectReceivedOnce(device, backend, booking);
});

test(
  'a page that is still closing does not prevent the notification',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await device.openInstalled('/booking');
    await device.goOffline();
    await bookOnDevice(page, aBooking());
    await notifyButton(page).click();
    await expect(page.getByText('You will get a notification on this device')).toBeVisible();
    const [worker] = device.context.serviceWorkers();
    await worker?.evaluate(() => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll: (options: object) => Promise<object[]> };
      };
      const matchAll = clients.matchAll.bind(clients);
      clients.matchAll = async () => {
        clients.matchAll = matchAll;
        return [{ visibilityState: 'visible' }];
      };
    });
    await device.closePages();

    await device.goOnline();

    await expect.poll(() => notificationsOf(device)).toEqual(['Your booking has been sent']);
  },
);

test(
  'a tap on a notification leads to My requests, in its page if that is open, and takes the notification away',
  { tag: '@nightly' },
  async ({ device }) => {
    await device.openInstalled('/');
    const [worker] = device.context.serviceWorkers();
    const show = (tag: string) =>
      worker?.evaluate((tag) => {
        const { registration } = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
        };
        return registration.showNotification(`About ${tag}`, { tag });
      }, tag);
    await show('one');
    await show('two');

    expect(await tapNotification(device, 'one')).toEqual(['open /requests']);
    expect(await notificationsOf(device)).toEqual(['About two']);

    const requests = await device.open('/requests');
    await requests.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await tapNotification(device, 'two')).toEqual(['show /requests']);
    expect(await notificationsOf(device)).toEqual([]);
  },
);

test(
  'a person who did not ask, took it back or sees the page is not notified',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const [unasked, takenBack, seen] = [aBooking(), aBooking(), aBooking()];
    const page = await device.openInstalled('/booking');
    await device.goOffline();
    await bookOnDevice(page, unasked);
    await bookAnother(page);
    await bookOnDevice(page, takenBack);
    await notifyButton(page).click();
    await expect(notifyButton(page)).toHaveAttribute('aria-pressed', 'true');
    await notifyButton(page).click();
    await expect(notifyButton(page)).toHaveAttribute('aria-pressed', 'false');
    await bookAnother(page);
    await bookOnDevice(page, seen);
    await notifyButton(page).click();

    await device.goOnline();

    await expect(outcomeNotice(page)).toContainText('Request received');
    for (const booking of [unasked, takenBack, seen])
      await expectReceivedOnce(device, backend, booking);
    expect(await notificationsOf(device)).toEqual([]);
  },
);

pageTest(
  'a request for a day that may come before our call advises to call as well, on the result and in My requests',
  async ({ device }) => {
    const advice = 'Your day may come before our call, so please call us, too:';
    const page = await device.openInstalled('/booking');
    await book(page, aBooking());
    await expect(outcomeNotice(page)).toContainText('Request received');
    await expect(page.getByText(advice)).toHaveCount(0);

    await bookAnother(page);
    await book(page, aBooking({ preferred_date: dayFromNow(1) }));
    await expect(page.getByText(advice)).toBeVisible();
    // A new document would cut off the alert, and the card says nothing else until it is sent.
    await page.getByRole('contentinfo').getByRole('link', { name: 'My requests' }).click();
    await expect(page.getByText(advice)).toHaveCount(1);
  },
);

pageTest(
  'a browser that allows no notification says so, and the booking waits all the same',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await device.openInstalled('/booking');
    await page.evaluate(() => (Notification.requestPermission = () => Promise.resolve('denied')));
    await device.goOffline();
    await bookOnDevice(page, aBooking());

    await notifyButton(page).click();

    await expect(page.getByText('does not allow notifications')).toBeVisible();
    await expect(notifyButton(page)).toHaveAttribute('aria-pressed', 'false');
    await expect(outcomeNotice(page)).toContainText('Saved on this device');
  },
);

pageTest('the icon of the installed site shows how many requests wait', async ({ device }) => {
  await device.context.addInitScript(() => {
    const shown: number[] = [];
    Object.assign(window, { shown });
    navigator.setAppBadge = async (count = 0) => void shown.push(count);
  });
  const page = await device.openInstalled('/booking');
  const shown = () => page.evaluate(() => (window as unknown as { shown: number[] }).shown.at(-1));
  await expect.poll(shown).toBe(0);
  await device.goOffline();
  await bookOnDevice(page, aBooking());
  await bookAnother(page);
  await bookOnDevice(page, aBooking());
  await expect.poll(shown).toBe(2);

  await device.goOnline();

  await expect.poll(shown).toBe(0);
});

pageTest(
  'a booking that waits goes into the visitor’s calendar as a request, without a connection',
  async ({ device }) => {
    const page = await device.openInstalled('/booking');
    await device.goOffline();
    const booking = aBooking({
      service_type: 'deep',
      preferred_date: '2027-07-01',
      preferred_time: 'morning',
    });
    const reference = await bookOnDevice(page, booking);

    const { file, event, status } = await readCalendar(page, () =>
      page.getByRole('button', { name: 'Add to calendar' }).click(),
    );

    expect(file).toBe(`booking-${reference}.ics`);
    expect(event.summary).toBe('Deep Cleaning (requested)');
    expect(status).toBe('TENTATIVE');
    expect(event.location).toBe(booking.address);
    expect(event.description).toContain(reference);
    expect(event.startDate.toJSDate().toISOString()).toBe('2027-07-01T07:00:00.000Z');
  },
);

pageTest(
  'when the booking is sent, the focus moves from a button that goes to the heading, and stays in a field of the next booking',
  { tag: '@nightly' },
  async ({ device }) => {
    const page = await device.openInstalled('/booking');
    await device.goOffline();
    await bookOnDevice(page, aBooking());
    await notifyButton(page).focus();
    await device.goOnline();
    await expect(page.getByRole('heading', { name: 'Request received' })).toBeFocused();

    await bookAnother(page);
    await device.goOffline();
    const reference = await bookOnDevice(page, aBooking());
    await bookAnother(page);
    await fieldsOf(page).phone.focus();
    await device.goOnline();
    await expect(toast(page, `Your booking ${reference} has been sent.`)).toBeVisible();
    await expect(fieldsOf(page).phone).toBeFocused();
  },
);
