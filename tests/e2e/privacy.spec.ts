import { aBooking, book, bookOnDevice, outcomeNotice } from '../support/booking.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Public data: the lists, and the pictures in public buckets. */
const PUBLIC =
  /\/rest\/v1\/(gallery_images|testimonials|careers)\?|\/storage\/v1\/object\/public\//;

test('no text of a booking is ever in Cache Storage or in an address', async ({ device }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await book(page, booking);
  await expect(outcomeNotice(page)).toBeVisible();
  await page.reload();
  await device.goOffline();
  await bookOnDevice(page, booking);

  const cached = await page.evaluate(async () => {
    const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (
      await Promise.all(
        open.map(async (cache) => (await cache.keys()).map((request) => ({ cache, request }))),
      )
    ).flat();
    return Promise.all(
      requests.map(
        async ({ cache, request }) =>
          `${request.url} ${await (await cache.match(request))?.text()}`,
      ),
    );
  });
  const addresses = cached.map((entry) => entry.split(' ')[0] ?? '');
  expect(addresses).toContainEqual(expect.stringMatching(/\.js/));
  expect(
    addresses.filter(
      (address) => /\/(rest|auth|storage|functions)\/v1\//.test(address) && !PUBLIC.test(address),
    ),
  ).toEqual([]);
  for (const typed of [booking.name, booking.email])
    expect(cached.filter((entry) => entry.includes(typed))).toEqual([]);
  expect(page.url()).not.toContain('Ailsa');
});

test('no page sets a cookie or loads anything from another company', async ({
  device,
  backend,
}) => {
  const elsewhere: string[] = [];
  device.context.on('request', (request) => {
    if (!request.url().startsWith(backend.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  const page = await device.openInstalled('/');
  for (const path of [
    '/about',
    '/services',
    '/gallery',
    '/testimonials',
    '/privacy',
    '/terms',
    '/accessibility',
    '/booking',
    '/contact',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }

  expect(elsewhere).toEqual([]);
  expect(await device.context.cookies()).toEqual([]);
});
