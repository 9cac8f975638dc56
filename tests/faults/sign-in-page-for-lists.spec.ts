import type { Page } from '@playwright/test';
import { openPosition } from '../support/application.ts';
import { cachedAnswers } from '../support/caches.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { answerWith, noAnswer, signInPage } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

// These lists need no Background Sync, so the headless shell suffices.
test.use({ inShell: true });

const LISTS = 'GET /rest/v1/*';
const TESTIMONIALS = 'GET /rest/v1/testimonials*';
const PICTURES = 'GET /storage/v1/object/public/*';

const notRead = (page: Page) => page.getByRole('status').filter({ hasText: 'could not be loaded' });

test('a sign-in page in place of the lists replaces no cached list: the pages show the cached ones', async ({
  device,
  network,
  backend,
}) => {
  const position = await openPosition(backend);
  await setTestimonials(backend, [{ name: 'Morag Bell' }]);
  await setGallery(backend, [{ category: 'Residential', alt: 'A clean kitchen' }]);
  const page = await device.openInstalled('/gallery');
  await expect
    .poll(async () =>
      (await cachedAnswers(page, [position.title])).filter(({ holds }) => holds.length > 0),
    )
    .toHaveLength(1);
  network.answerEvery(LISTS, signInPage);

  for (const [path, text] of [
    ['/careers', position.title],
    ['/testimonials', 'Morag Bell'],
    ['/', 'Morag Bell'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(notRead(page)).toHaveCount(0);
  }
  const kept = await cachedAnswers(page, ['hotel Wi-Fi']);
  expect(kept.filter(({ holds }) => holds.length > 0)).toEqual([]);
});

test('a list that failed on a first visit is kept on the next one, the same day', async ({
  device,
  network,
  backend,
}) => {
  await setTestimonials(backend, [{ name: 'Morag Bell' }]);
  await setGallery(backend, [{ category: 'Residential', alt: 'A clean kitchen' }]);
  const failing = network.answerEvery(
    TESTIMONIALS,
    answerWith(503, { message: 'Service Unavailable' }),
  );
  const page = await device.openInstalled('/about');
  const cachedAddresses = async () => (await cachedAnswers(page)).map(({ url }) => url);
  await expect
    .poll(cachedAddresses)
    .toContainEqual(expect.stringMatching(/\/object\/public\/gallery\//));
  expect(await cachedAddresses()).not.toContainEqual(
    expect.stringContaining('/rest/v1/testimonials'),
  );
  failing.stop();

  await page.reload();
  await expect
    .poll(cachedAddresses)
    .toContainEqual(expect.stringMatching(/\/rest\/v1\/testimonials.*limit=1000/));
  await device.goOffline();

  const later = await device.open('/testimonials');
  await expect(later.getByRole('main').getByText('Morag Bell').first()).toBeVisible();
});

test(
  'pictures that could not be kept on a first visit are kept on the next one, the same day',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    await setGallery(backend, [{ category: 'Residential', alt: 'A clean kitchen' }]);
    const failing = network.answerEvery(
      PICTURES,
      answerWith(503, { message: 'Service Unavailable' }),
    );
    const page = await device.openInstalled('/about');
    await expect.poll(() => failing.count).toBeGreaterThan(0);
    failing.stop();

    await page.reload();

    await expect
      .poll(async () => (await cachedAnswers(page)).map(({ url }) => url))
      .toContainEqual(expect.stringMatching(/\/object\/public\/gallery\//));
  },
);

test(
  'a sign-in page is not kept as a picture',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    await setGallery(backend, [{ category: 'Residential', alt: 'A clean kitchen' }]);
    network.answerEvery(PICTURES, signInPage);
    const page = await device.openInstalled('/gallery');
    await expect(
      page.getByRole('main').getByRole('button', { name: /A clean kitchen/ }),
    ).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole('main').getByRole('button', { name: /A clean kitchen/ }),
    ).toBeVisible();

    const kept = await cachedAnswers(page, ['hotel Wi-Fi']);

    expect(kept.filter(({ holds }) => holds.length > 0)).toEqual([]);
  },
);

test(
  'without a cached list, the text for an unread list follows the cause of the last attempt',
  { tag: '@nightly' },
  async ({ device, network }) => {
    let answer = noAnswer;
    network.answerEvery(LISTS, (exchange) => answer(exchange));
    const page = await device.openInstalled('/testimonials');
    for (const [next, words] of [
      [noAnswer, 'There is no connection.'],
      [answerWith(503, { message: 'Service Unavailable' }), 'Our server is having trouble.'],
      [
        answerWith(502, '<!doctype html><title>Bad gateway</title>', {
          'content-type': 'text/html',
        }),
        'Our server is having trouble.',
      ],
      [answerWith(429, { message: 'Slow down' }), 'Too many requests have come from this network.'],
      [
        answerWith(302, '', { location: 'https://hotel.example/sign-in' }),
        'This network is answering in place of our server.',
      ],
    ] as const) {
      answer = next;
      await page.reload();
      await expect(notRead(page)).toContainText(`The testimonials could not be loaded. ${words}`);
    }
  },
);

const EMPTY = [
  ['/careers', 'No open positions at the moment', 'The open positions'],
  ['/gallery', 'No images found in this category', 'The gallery'],
  ['/testimonials', 'No testimonials available yet', 'The testimonials'],
  ['/', 'No testimonials available yet.', 'The testimonials'],
] as const;

for (const [path, empty, what] of EMPTY) {
  // Home shows the testimonials in the same way, above more of the page.
  const tag = path === '/testimonials' ? '@nightly' : [];
  test(
    `without a cached list, ${path} shows an empty one, says that it could not be loaded, and tries again on demand`,
    { tag },
    async ({ device, network, backend }) => {
      const position = await openPosition(backend);
      await setTestimonials(backend, [{ name: 'Morag Bell' }]);
      await setGallery(backend, [{ category: 'Residential', alt: 'A clean kitchen' }]);
      const lists = network.answerEvery(LISTS, signInPage);
      const page = await device.open(path);
      await expect(notRead(page)).toContainText(
        `${what} could not be loaded. This network is answering in place of our server. Open its sign-in page, or use another network.`,
      );
      await expect(page.getByText(empty, { exact: true })).toBeVisible();

      const retry = page.getByRole('button', { name: 'Try again' });
      expect((await retry.boundingBox())?.height).toBeGreaterThanOrEqual(24);
      await retry.click();
      await expect(notRead(page)).toBeVisible();
      lists.stop();
      await retry.click();

      await expect(notRead(page)).toHaveCount(0);
      await expect(page.getByText(empty, { exact: true })).toHaveCount(0);
      const shown =
        path === '/gallery'
          ? page.getByRole('button', { name: /A clean kitchen/ })
          : page.getByText(path === '/careers' ? position.title : 'Morag Bell');
      await expect(shown.first()).toBeVisible();
    },
  );
}
