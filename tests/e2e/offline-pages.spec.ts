import type { Page } from '@playwright/test';
import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { smallPicture } from '../../src/core/domain/gallery.ts';
import { answerWith } from '../support/faults.ts';
import { expect, pageTest, test } from '../support/test.ts';

/** The addresses that are not cached yet. */
const unkept = (page: Page, addresses: string[]) =>
  page.evaluate(async (wanted) => {
    const kept = await Promise.all(wanted.map((address) => caches.match(address)));
    return wanted.filter((_, i) => !kept[i]);
  }, addresses);

/** The heading of a document, without opening it. */
const headingIn = (page: Page, html: string) =>
  page.evaluate(
    (html) =>
      new DOMParser().parseFromString(html, 'text/html').querySelector('h1')?.textContent ?? '',
    html,
  );

test('every page opens with no network in a browser just started, after one visit to the home page', async ({
  device,
  backend,
}) => {
  test.slow();
  const pictures = await backend.query<{ url: string }>('select url from public.gallery_images');
  const first = await device.openInstalled('/');
  const headings = new Map<string, string>();
  for (const { path } of DISTINCT_PAGES)
    headings.set(
      path,
      await headingIn(first, await (await device.context.request.get(path)).text()),
    );
  await expect
    .poll(
      () =>
        unkept(
          first,
          pictures.map(({ url }) => smallPicture(url)),
        ),
      'pictures still to be kept',
    )
    .toEqual([]);
  await device.kill();
  await device.start();
  await device.goOffline();

  for (const [path, heading] of headings) {
    const page = await device.open(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const broken = await page.evaluate(() =>
      [...document.images]
        .filter((image) => image.complete && image.naturalWidth === 0)
        .map((image) => image.src),
    );
    expect(broken).toEqual([]);
  }
});

test(
  'a browser that can’t read AVIF keeps the site’s pictures as WebP',
  { tag: '@nightly' },
  async ({ device, network }) => {
    network.answerEvery(
      'GET /assets/*.avif',
      answerWith(200, 'unreadable', { 'content-type': 'image/avif' }),
    );
    await device.openInstalled('/');
    await device.goOffline();

    const page = await device.open('/services');

    const pictures = await page.evaluate(async () => {
      const sources = [
        ...document.querySelectorAll<HTMLSourceElement>('source[type="image/webp"]'),
      ];
      const addresses = sources.flatMap(({ srcset }) =>
        srcset.split(', ').map((part) => part.split(' ')[0] ?? ''),
      );
      const drawn = addresses.map((src) => Object.assign(new Image(), { src }).decode());
      return {
        drawn: (await Promise.allSettled(drawn)).filter(({ status }) => status === 'fulfilled')
          .length,
        all: addresses.length,
      };
    });
    expect(pictures).toEqual({ drawn: 18, all: 18 });
  },
);

test.describe('on a device that keeps the site', () => {
  test.use({ visitedBefore: 'site' });

  pageTest('a page that does not exist says so offline too', async ({ device }) => {
    await device.openInstalled('/');
    await device.goOffline();

    const page = await device.open('/no-such-page');

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Swept Away');
  });
});

test('a first visit to the booking page alone is enough to book offline after a restart', async ({
  device,
}) => {
  await device.openInstalled('/booking');
  await device.kill();
  await device.start();
  await device.goOffline();

  const page = await device.open('/booking');

  await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeEnabled();
});
