import type { Page } from '@playwright/test';
import { addressesOf, cachedAnswers } from '../support/caches.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import type { Answer } from '../support/network.ts';
import { expect, pageTest, test } from '../support/test.ts';

// These lists need no Background Sync, so the headless shell suffices.
test.use({ inShell: true });

const PICTURE = 'A clean kitchen';
const FORTY_DAYS_AGO = new Date(Date.now() - 40 * 24 * 60 * 60_000).toUTCString();

const withHeaders =
  (headers: Record<string, string>): Answer =>
  async ({ ask, give }) => {
    const reply = await ask();
    give({ ...reply, headers: { ...reply.headers, ...headers } });
  };

const cachedAddresses = async (page: Page) => (await cachedAnswers(page)).map(({ url }) => url);

const expectShown = async (page: Page) => {
  const picture = page.getByRole('main').getByRole('img', { name: PICTURE });
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);
};

pageTest(
  'a device whose clock is weeks ahead of the server’s shows the pictures that it keeps',
  async ({ device, network, backend }) => {
    await setGallery(backend, [{ category: 'Residential', alt: PICTURE }]);
    network.answerEvery(
      'GET /storage/v1/object/public/*',
      withHeaders({ date: FORTY_DAYS_AGO, 'cache-control': 'no-store' }),
    );
    const page = await device.openInstalled('/about');
    await expect
      .poll(() => cachedAddresses(page))
      .toContainEqual(expect.stringMatching(/\/object\/public\/gallery\//));
    await device.goOffline();

    await expectShown(await device.open('/gallery'));
  },
);

pageTest(
  'pictures that were kept with the date of their answer are shown when that is weeks ago',
  async ({ device, network, backend }) => {
    await setGallery(backend, [{ category: 'Residential', alt: PICTURE }]);
    network.answerEvery(
      'GET /storage/v1/object/public/*',
      withHeaders({ 'cache-control': 'no-store' }),
    );
    const page = await device.openInstalled('/about');
    await expect
      .poll(() => cachedAddresses(page))
      .toContainEqual(expect.stringMatching(/\/object\/public\/gallery\//));
    await page.evaluate(async (date) => {
      const cache = await caches.open('public-pictures-v1');
      for (const request of await cache.keys()) {
        const kept = await cache.match(request);
        if (kept)
          await cache.put(
            request,
            new Response(await kept.blob(), {
              headers: { ...Object.fromEntries(kept.headers), date },
            }),
          );
      }
    }, FORTY_DAYS_AGO);
    await device.goOffline();

    await expectShown(await device.open('/gallery'));
  },
);

pageTest(
  'a list that the worker fetched is read by a page whose request names other formats',
  async ({ device, network, backend }) => {
    await setTestimonials(backend, [{ name: 'Morag Bell' }]);
    network.answerEvery('GET /rest/v1/*', withHeaders({ vary: 'Accept, Prefer, Range' }));
    const page = await device.openInstalled('/about');
    await expect
      .poll(() => cachedAddresses(page))
      .toContainEqual(expect.stringMatching(/\/rest\/v1\/testimonials.*limit=1000/));
    await device.goOffline();

    const later = await device.open('/testimonials');

    await expect(later.getByRole('main').getByText('Morag Bell').first()).toBeVisible();
  },
);

test('a page that was kept in a script’s place gives way to the script', async ({ device }) => {
  const page = await device.openInstalled('/');
  const script =
    (await cachedAddresses(page)).find((url) => url.includes('/assets/services-page-')) ?? '';
  await page.evaluate(async (url) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      if (await cache.match(url))
        await cache.put(
          url,
          new Response('<title>Sign in to the hotel Wi-Fi</title>', {
            headers: { 'content-type': 'text/html' },
          }),
        );
    }
  }, script);
  expect(addressesOf(await cachedAnswers(page, ['hotel Wi-Fi']))).toEqual([script]);

  const type = await page.evaluate(
    async (url) => (await fetch(url)).headers.get('content-type'),
    script,
  );

  expect(type).toContain('javascript');
});
