import type { Locator, Page } from '@playwright/test';
import { aBooking, dayFromNow } from '../support/booking.ts';
import { setTomorrow, TOMORROW } from '../support/clock.ts';
import { card, cards, deleteButton, selectBox } from '../support/portal-list.ts';
import { clear, storeBooking, storeMessage } from '../support/portal-records.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { expect, pageTest, test } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

const PHONE = { width: 390, height: 844 };

/** A thumb. `taps` counts the taps since the last call. */
async function aThumb(page: Page) {
  await page.evaluate(() => {
    const felt = Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => (felt.taps += 1), { capture: true });
    // Links out of the portal are left to the phone.
    addEventListener(
      'click',
      (event) =>
        event.target instanceof Element &&
        event.target.closest('a[href^="tel:"], a[href^="geo:"], a[target]') &&
        event.preventDefault(),
      { capture: true },
    );
  });
  // A card may be below the screen; scrolling is not a tap.
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

pageTest(
  'a field day by one thumb, without a connection: to call, to drive, to read the notes, the one after, and a caller’s number',
  async ({ device, backend }) => {
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
    await again.tap(page.getByRole('main').getByRole('link', { name: 'Bookings', exact: true }));
    await again.tap(page.getByRole('main').getByRole('searchbox'));
    expect(await again.taps()).toBe(2);
    await page.keyboard.type('01414960123');
    await expect(cards(page)).toHaveCount(1);
    await expect(
      card(page, caller).getByRole('link', { name: `Call: ${caller}` }),
    ).toBeInViewport();
  },
);

const shortcuts = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });

for (const start of ['dashboard', 'testimonials', 'device']) {
  pageTest(
    `today’s second job is led to by two taps, from ${start} as from anywhere`,
    async ({ device, network, backend }) => {
      await clear(backend, 'bookings');
      for (const [name, preferred_time] of [
        ['The first', 'morning'],
        ['The second', 'afternoon'],
      ])
        await storeBooking(backend, { name, preferred_date: TOMORROW, preferred_time });
      for (let days = 1; days < 9; days++)
        await storeBooking(backend, { preferred_date: dayFromNow(-days) });
      await setTomorrow(device, network);
      const page = await openPortal(device, `/admin/${start}`);
      await page.setViewportSize(PHONE);
      const { tap, taps } = await aThumb(page);

      await tap(shortcuts(page).getByRole('link', { name: 'Today' }));
      await tap(
        card(page, 'The second').getByRole('link', { name: 'Directions: The second', exact: true }),
      );
      expect(await taps()).toBe(2);
    },
  );
}

pageTest('two spam messages are deleted in five taps', async ({ device, backend }) => {
  await clear(backend, 'contact_messages');
  for (const name of ['Spam one', 'Spam two', 'Isla Muir']) await storeMessage(backend, { name });
  const page = await openPortal(device);
  await page.setViewportSize(PHONE);
  const { tap, taps } = await aThumb(page);

  await tap(shortcuts(page).getByRole('link', { name: 'Messages' }));
  await tap(selectBox(page, 'Spam one'));
  await tap(selectBox(page, 'Spam two'));
  await tap(deleteButton(page));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));

  await expect(cards(page)).toHaveCount(1);
  expect(await taps()).toBe(5);
});

pageTest(
  'the bottom bar counts new records, opens the drawer, and gives way to a desk’s sidebar',
  async ({ device, backend }) => {
    await clear(backend, 'contact_messages');
    const page = await openPortal(device);
    await page.setViewportSize(PHONE);
    await expect(page.getByText(/^Synced \d/)).toBeVisible();
    await storeMessage(backend);
    await page.getByRole('button', { name: 'Sync now' }).click();
    const messages = shortcuts(page).getByRole('link', { name: 'Messages' });
    await expect(messages).toContainText('1 new');
    for (const item of await shortcuts(page).getByRole('link').all()) {
      const box = await item.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }

    const more = shortcuts(page).getByRole('button', { name: 'More' });
    await more.click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();

    await messages.click();
    await expect(messages).toHaveAttribute('aria-current', 'page');
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(shortcuts(page)).toBeHidden();
  },
);
