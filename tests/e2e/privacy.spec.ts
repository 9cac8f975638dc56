import { aBooking, book, bookOnDevice, outcomeNotice } from '../support/booking.ts';
import { expect, test } from '../support/test.ts';

test('nothing typed into a booking is ever in Cache Storage or in an address', async ({ device }) => {
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await book(page, booking);
  await expect(outcomeNotice(page)).toBeVisible();
  await page.reload();
  await device.goOffline();
  await bookOnDevice(page, booking);

  const cached = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(caches_.map(async (cache) => (await cache.keys()).map((request) => ({ cache, request }))))).flat();
    return Promise.all(requests.map(async ({ cache, request }) => `${request.url} ${await (await cache.match(request))?.text()}`));
  });
  expect(cached.length).toBeGreaterThan(0);
  expect(cached.filter((entry) => /\/(rest|auth|storage|functions)\/v1\//.test(entry.split(' ')[0] ?? ''))).toEqual([]);
  for (const typed of [booking.name, booking.email]) expect(cached.filter((entry) => entry.includes(typed))).toEqual([]);
  expect(page.url()).not.toContain('Ailsa');
});
