import type { Page } from '@playwright/test';
import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { openPortal } from '../support/portal.ts';
import { deleteButton, selectAll } from '../support/portal-list.ts';
import { storeManyBookings } from '../support/portal-records.ts';
import { becomePhone, PHONES, underTheNotch } from '../support/safe-areas.ts';
import { expect, pageTest as test } from '../support/test.ts';

const scrollToEnd = (page: Page) =>
  page.evaluate(() =>
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
  );

/** Without animations. */
const STILL = { reducedMotion: 'reduce' } as const;

for (const phone of PHONES) {
  test(`nothing of the site lies under the notch or the home bar of a phone held ${phone.name}`, async ({
    device,
  }) => {
    const page = await device.open('/', STILL);
    await becomePhone(page, phone);
    expect(await underTheNotch(page, phone)).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Careers' }).first()).toBeVisible();
    expect(await underTheNotch(page, phone)).toEqual([]);
    await page.keyboard.press('Escape');
    await scrollToEnd(page);
    await expect(page.getByRole('contentinfo')).toBeInViewport();
    expect(await underTheNotch(page, phone)).toEqual([]);
  });

  test(`the booking form, its message and the chat keep clear of the notch and the home bar of a phone held ${phone.name}`, async ({
    device,
  }) => {
    const page = await device.open('/booking', STILL);
    await becomePhone(page, phone);
    await book(page, aBooking());
    await expect(outcomeNotice(page)).toContainText('Request received');
    const message = page
      .getByRole('listitem')
      .filter({ hasText: 'Booking request submitted successfully!' });
    await expect(message).toHaveAttribute('data-mounted', 'true');
    expect(await underTheNotch(page, phone)).toEqual([]);
    await scrollToEnd(page);
    expect(await underTheNotch(page, phone)).toEqual([]);
  });

  test(`nothing of the portal lies under the notch or the home bar of a phone held ${phone.name}`, async ({
    device,
    backend,
  }) => {
    await backend.query('delete from public.bookings');
    await storeManyBookings(backend, 12);
    const page = await openPortal(device, '/admin/bookings', STILL);
    await becomePhone(page, phone);
    await selectAll(page).check();
    expect(await underTheNotch(page, phone)).toEqual([]);

    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeVisible();
    expect(await underTheNotch(page, phone)).toEqual([]);
    await drawer.getByRole('button', { name: 'Sign Out' }).scrollIntoViewIfNeeded();
    expect(await underTheNotch(page, phone)).toEqual([]);
    await page.keyboard.press('Escape');

    await scrollToEnd(page);
    expect(await underTheNotch(page, phone)).toEqual([]);
    await deleteButton(page).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await underTheNotch(page, phone)).toEqual([]);
  });

  test(`the tallest window of the portal keeps clear of the notch and the home bar of a phone held ${phone.name}`, async ({
    device,
  }) => {
    const page = await openPortal(device, '/admin/testimonials', STILL);
    await becomePhone(page, phone);
    await page.getByRole('button', { name: 'New Testimonial' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await underTheNotch(page, phone)).toEqual([]);
  });
}
