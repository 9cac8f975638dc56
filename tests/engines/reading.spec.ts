import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { smallPicture } from '../../src/core/domain/gallery.ts';
import { PUBLIC_READS, publicReadPath } from '../../src/core/server/public-reads.ts';
import type { TestBackend } from '../support/backend.ts';
import type { Device } from './device.ts';
import type { Page } from './page.ts';
import { expect, test } from './test.ts';

/** One visit to the home page only, then a new browser process offline. */
async function visitOnceAndGoOffline(device: Device, backend: TestBackend): Promise<void> {
  const pictures = await backend.query<{ url: string }>('select url from public.gallery_images');
  const addresses = [
    ...PUBLIC_READS.map((read) => publicReadPath(read)),
    ...pictures.map(({ url }) => smallPicture(url)),
  ];
  const page = await device.openInstalled('/');
  await expect.poll(() => unkept(page, addresses), 'addresses still to be kept').toEqual([]);
  await device.goOffline();
  await device.restartBrowser();
}

const unkept = (page: Page, addresses: string[]) =>
  page.evaluate(async (wanted) => {
    const kept = await Promise.all(wanted.map((address) => caches.match(address)));
    return wanted.filter((_, i) => !kept[i]);
  }, addresses);

/** The page's pictures that cannot be drawn, including those far below. */
const brokenPictures = (page: Page) =>
  page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    const drawn = await Promise.allSettled(images.map((image) => image.decode()));
    return images.filter((_, i) => drawn[i]?.status === 'rejected').map(({ src }) => src);
  });

/** The page's title as the server sends it. */
async function titleOf(backend: TestBackend, path: string): Promise<string> {
  const html = await (await fetch(backend.url + path)).text();
  return /<title>([^<]+)</.exec(html)?.[1] ?? 'no title';
}

test('every public page opens offline, with its pictures, after one visit and a restart', async ({
  device,
  backend,
}) => {
  await visitOnceAndGoOffline(device, backend);

  for (const { path } of DISTINCT_PAGES) {
    const page = await device.open(path);
    expect(await page.evaluate(() => document.title)).toBe(await titleOf(backend, path));
    expect(await brokenPictures(page), `pictures of ${path}`).toEqual([]);
  }
});

test('the gallery, the testimonials and the open positions are read offline', async ({
  device,
  backend,
}) => {
  const pictures = await backend.query<{ alt: string }>(
    'select alt from public.gallery_images order by created_at desc, id',
  );
  const testimonials = await backend.query<{ name: string }>(
    'select name from public.testimonials',
  );
  const positions = await backend.query<{ title: string }>('select title from public.careers');
  await visitOnceAndGoOffline(device, backend);

  const gallery = await device.open('/gallery');
  const shown = () =>
    gallery.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('main button img')].map(({ alt }) => alt),
    );
  await expect.poll(shown).toEqual(pictures.map(({ alt }) => alt));
  expect(await brokenPictures(gallery)).toEqual([]);

  await expectTexts(
    await device.open('/testimonials'),
    testimonials.map(({ name }) => name),
  );
  await expectTexts(
    await device.open('/careers'),
    positions.map(({ title }) => title),
  );
});

async function expectTexts(page: Page, texts: string[]): Promise<void> {
  expect(texts).not.toEqual([]);
  for (const text of texts) await expect.poll(() => page.text()).toContain(text);
}
