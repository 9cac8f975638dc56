import type { Page } from '@playwright/test';
import {
  anApplicant,
  apply,
  aResume,
  expectReceivedOnce as expectApplication,
  openCareers,
  openPosition,
  positionCard,
} from '../support/application.ts';
import { aBooking, book, bookOnDevice, outcomeNotice } from '../support/booking.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { crossOriginTest as test } from '../support/cross-origin.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { card } from '../support/portal-list.ts';
import { storeBooking } from '../support/portal-records.ts';
import { goTo, signIn, waitUntilReplicated } from '../support/portal.ts';
import { expectSettled } from '../support/requests.ts';
import { expect } from '../support/test.ts';

test.beforeEach(async ({ device, siteElsewhere, backend }) => {
  expect(new URL(siteElsewhere).origin).not.toBe(new URL(backend.url).origin);
  // The site's own server has no API, so no request may go there.
  await device.context.route(/^[^?]*\/(rest|auth|storage|functions)\/v1\//, (route) =>
    route.request().url().startsWith(siteElsewhere) ? route.abort() : route.continue(),
  );
});

/** Collects refusals by the page's policy or the other origin from now on. */
function noteRefusals(page: Page): string[] {
  const refusals: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refusals.push(message.text()));
  return refusals;
}

const cachedAddresses = (page: Page, cacheName: string) =>
  page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url),
    cacheName,
  );

test('a booking is sent at once, and no request is refused', async ({ device, backend }) => {
  const booking = aBooking();
  const page = await device.context.newPage();
  const refusals = noteRefusals(page);
  await page.goto('/booking');

  await book(page, booking);

  await expectReceivedOnce(device, backend, booking);
  expect(refusals).toEqual([]);
});

test('a booking made offline is sent by the worker, with every page closed', async ({
  device,
  backend,
}) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);
  await device.closePages();
  await expectNotReceived(backend, booking);

  await device.goOnline();

  await expectReceivedOnce(device, backend, booking);
  await expectSettled(device, reference);
});

test(
  'gallery, testimonials and positions work offline after one visit to the home page',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await setGallery(backend, [{ category: 'Residential', alt: 'A made bed' }]);
    await setTestimonials(backend, [{ name: 'Morag Reid' }]);
    const position = await openPosition(backend);
    const home = await device.openInstalled('/');
    await expect
      .poll(
        async () =>
          (await cachedAddresses(home, 'public-pictures-v1')).filter((url) =>
            url.startsWith(backend.url),
          ).length,
        'pictures kept',
      )
      .toBe(1);
    await device.goOffline();

    const gallery = await device.open('/gallery');
    const picture = gallery.getByRole('main').getByRole('img', { name: 'A made bed' });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const testimonials = await device.open('/testimonials');
    await expect(testimonials.getByRole('main').getByRole('figure')).toHaveText([/Morag Reid/]);
    const careers = await device.open('/careers');
    await expect(positionCard(careers, position)).toBeVisible();
  },
);

test(
  'a picture whose row has an address without an origin is fetched from the backend, once',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await setGallery(backend, [{ category: 'Residential', alt: 'A sample bed' }]);
    await backend.query(
      `update public.gallery_images set url = '/storage/v1/object/public/gallery/' || file_path`,
    );
    const fetched: string[] = [];
    device.context.on('request', (request) => {
      if (request.resourceType() === 'image') fetched.push(request.url());
    });

    const page = await device.open('/gallery');

    const picture = page.getByRole('main').getByRole('img', { name: 'A sample bed' });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(fetched.filter((url) => url.startsWith(backend.url))).toHaveLength(1);
  },
);

test(
  'an application made offline is sent with its file',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const position = await openPosition(backend);
    const [applicant, resume] = [anApplicant(), aResume(40_000)];
    const page = await openCareers(device, position);
    await expect(positionCard(page, position)).toBeVisible();
    await device.goOffline();
    await apply(page, position, applicant, resume);
    await expect(outcomeNotice(page)).toContainText('Saved on this device');

    await device.goOnline();

    await expectApplication(device, backend, { position, applicant, resume });
  },
);

test('the portal signs in, shows its lists, and shows them offline', async ({
  device,
  backend,
}) => {
  await storeBooking(backend, { name: 'Flora Skye' });
  const page = await device.open('/admin/login');
  await signIn(page);
  await waitUntilReplicated(page);
  const refusals = noteRefusals(page);
  await goTo(page, 'Bookings');
  await expect(card(page, 'Flora Skye')).toBeVisible();
  expect(refusals).toEqual([]);
  await device.goOffline();

  await page.reload();

  await expect(card(page, 'Flora Skye')).toBeVisible();
});
