import type { Locator, Page } from '@playwright/test';
import { aBooking, dayFromNow } from '../support/booking.ts';
import { card, cards } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const PHONE = { width: 390, height: 844 };

/** One thumb. `taps` are those that the page has felt since it was asked last. */
async function aThumb(page: Page) {
  await page.evaluate(() => {
    const felt = Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => (felt.taps += 1), { capture: true });
    // What leads out of the portal is left to the phone.
    addEventListener(
      'click',
      (event) =>
        event.target instanceof Element &&
        event.target.closest('a[href^="tel:"], a[target]') &&
        event.preventDefault(),
      { capture: true },
    );
  });
  // A card may be below the screen: the thumb scrolls, which is no tap.
  const tap = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded();
    await target.click();
  };
  const taps = () =>
    page.evaluate(() => {
      const felt = window as unknown as { taps: number };
      const { taps } = felt;
      felt.taps = 0;
      return taps;
    });
  return { tap, taps };
}

test('a field day by one thumb, without a connection: to call, to drive, to read the notes, the one after, and a caller’s number', async ({
  device,
  backend,
}) => {
  test.slow();
  await clear(backend, 'bookings');
  const [next, after, caller] = [aBooking().name, aBooking().name, aBooking().name];
  const notes = 'The key is under the third pot.';
  await storeBooking(backend, {
    name: next,
    preferred_date: dayFromNow(1),
    preferred_time: 'morning',
    notes,
    phone: '07700 900123',
  });
  await storeBooking(backend, {
    name: after,
    preferred_date: dayFromNow(1),
    preferred_time: 'afternoon',
    phone: '07700 900456',
  });
  await storeBooking(backend, {
    name: caller,
    preferred_date: dayFromNow(9),
    phone: '0141 496 0123',
  });
  await openInstalledPortal(device);
  await device.goOffline();
  const page = await device.open('/admin/dashboard');
  await page.setViewportSize(PHONE);
  const { tap, taps } = await aThumb(page);
  const job = page.getByRole('region', { name: `Next: ${next}` });

  // Arrive: the notes are read without a tap.
  await expect(job).toContainText(notes);
  expect(await taps()).toBe(0);

  await tap(job.getByRole('link', { name: `Call: ${next}` }));
  expect(await taps()).toBe(1);

  await tap(job.getByRole('link', { name: `Directions: ${next}` }));
  expect(await taps()).toBe(1);

  // The one after.
  await tap(page.getByRole('link', { name: /^See the schedule/ }));
  await tap(card(page, after).getByRole('link', { name: `Call: ${after}` }));
  expect(await taps()).toBe(2);

  // A caller: two taps, and the digits.
  await page.goto('/admin/dashboard');
  const again = await aThumb(page);
  await again.tap(page.getByRole('main').getByRole('link', { name: 'Bookings' }));
  await again.tap(page.getByRole('main').getByRole('searchbox'));
  expect(await again.taps()).toBe(2);
  await page.keyboard.type('01414960123');
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, caller).getByRole('link', { name: `Call: ${caller}` })).toBeInViewport();
});
