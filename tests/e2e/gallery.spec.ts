import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { setGallery, type PictureFacts } from '../support/content.ts';
import { answerWith, pauseAnswer } from '../support/faults.ts';
import { expect, pageTest, test } from '../support/test.ts';

const READ = 'GET /rest/v1/gallery_images*';
const PICTURES: PictureFacts[] = [
  { category: 'Residential', alt: 'A made bed' },
  { category: 'Before/After', alt: 'A kitchen in two halves' },
  { category: 'Commercial', alt: 'A long table' },
  { category: 'Residential', alt: 'Folded towels' },
];
const tiles = (page: Page) => page.getByRole('main').getByRole('listitem');
const tile = (page: Page, alt: string) => page.getByRole('button', { name: alt });
const filter = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Filter by category' })
    .getByRole('button', { name, exact: true });
const preview = (page: Page) => page.getByRole('dialog');

pageTest(
  'the gallery shows every picture, the newest first, and can be narrowed to one category',
  async ({ device, backend }) => {
    await setGallery(backend, PICTURES);
    const page = await device.open('/gallery');
    await expect(page).toHaveTitle(`Our Work | ${COMPANY.name}`);

    await expect(
      page.getByRole('group', { name: 'Filter by category' }).getByRole('button'),
    ).toHaveText(['All', 'Residential', 'Commercial', 'Specialized', 'Before/After']);
    await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
    await expect(tiles(page)).toHaveCount(4);
    expect(
      await tiles(page)
        .getByRole('img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('alt'))),
    ).toEqual(PICTURES.map(({ alt }) => alt));

    await filter(page, 'Residential').click();
    await expect(tiles(page)).toHaveCount(2);
    await filter(page, 'Before/After').click();
    await expect(tiles(page)).toHaveCount(1);
    await expect(tile(page, 'A kitchen in two halves')).toBeVisible();
    await filter(page, 'Specialized').click();
    await expect(page.getByText('No images found in this category', { exact: true })).toBeVisible();
    await filter(page, 'All').click();
    await expect(tiles(page)).toHaveCount(4);
  },
);

pageTest(
  'on a wide screen all pictures are of one size, also in a row that is not full',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await setGallery(
      backend,
      Array.from({ length: 5 }, (_, i) => ({ category: 'Residential' as const, alt: `Room ${i}` })),
    );
    const page = await device.open('/gallery');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(tiles(page)).toHaveCount(5);

    const boxes = await Promise.all((await tiles(page).all()).map((part) => part.boundingBox()));
    expect(new Set(boxes.map((box) => `${box?.width} x ${box?.height}`)).size).toBe(1);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(2);
  },
);

pageTest(
  'a picture shows its category under the pointer and with the focus',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await setGallery(backend, PICTURES);
    const page = await device.open('/gallery');
    const caption = tile(page, 'A long table').getByText('Commercial');
    await expect(caption).toHaveCSS('opacity', '0');

    await tile(page, 'A long table').hover();
    await expect(caption).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await expect(caption).toHaveCSS('opacity', '0');

    await tile(page, 'A kitchen in two halves').focus();
    await page.keyboard.press('Tab');
    await expect(tile(page, 'A long table')).toBeFocused();
    await expect(caption).toHaveCSS('opacity', '1');
  },
);

pageTest(
  'a picture grows under the pointer, except with reduced motion',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await setGallery(backend, PICTURES);
    const page = await device.open('/gallery', { reducedMotion: 'reduce' });
    const picture = tile(page, 'A long table').getByRole('img');

    await tile(page, 'A long table').hover();
    await expect(tile(page, 'A long table').getByText('Commercial')).toHaveCSS('opacity', '1');
    await expect(picture).toHaveCSS('scale', 'none');

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(picture).toHaveCSS('scale', '1.05');
  },
);

pageTest(
  'without a pointer that hovers, every picture shows its category',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await setGallery(backend, PICTURES);
    const page = await device.context.newPage();
    const cdp = await device.context.newCDPSession(page);
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.goto('/gallery');

    await expect(tiles(page)).toHaveText(PICTURES.map(({ category }) => category));
    for (const { alt, category } of PICTURES)
      await expect(tile(page, alt).getByText(category)).toHaveCSS('opacity', '1');
  },
);

pageTest(
  'a picture opens large, the arrow keys and the buttons lead on, and the focus returns',
  async ({ device, backend }) => {
    await setGallery(backend, PICTURES);
    const page = await device.open('/gallery');

    await tile(page, 'Folded towels').click();
    await expect(preview(page).getByRole('img', { name: 'Folded towels' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(preview(page).getByRole('img', { name: 'A made bed' })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(preview(page).getByRole('img', { name: 'Folded towels' })).toBeVisible();
    await preview(page).getByRole('button', { name: 'Previous picture' }).click();
    await expect(preview(page).getByRole('img', { name: 'A long table' })).toBeVisible();
    await preview(page).getByRole('button', { name: 'Next picture' }).click();
    await expect(preview(page).getByRole('img', { name: 'Folded towels' })).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(preview(page)).toHaveCount(0);
    await expect(tile(page, 'Folded towels')).toBeFocused();
  },
);

pageTest(
  'the large picture closes by its button and by a click beside it',
  async ({ device, backend }) => {
    await setGallery(backend, PICTURES);
    const page = await device.open('/gallery');

    await tile(page, 'A made bed').click();
    await preview(page).getByRole('button', { name: 'Close' }).click();
    await expect(preview(page)).toHaveCount(0);

    await tile(page, 'A made bed').click();
    await expect(preview(page)).toBeVisible();
    // A dialog listens for outside clicks only a moment after it opens.
    await expect(async () => {
      await page.mouse.click(5, 5);
      await expect(preview(page)).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  },
);

const PAIR: PictureFacts = { category: 'Before/After', alt: 'An oven', isPair: true };
/** The placeholders' pictures, which the document draws. */
const early = (page: Page) => page.getByRole('status', { name: 'Loading images' }).locator('img');
const isLoaded = (images: Element[]) =>
  images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);

pageTest(
  'the newest pictures show before the page’s scripts are there, and are loaded once',
  async ({ device, backend, network }) => {
    await setGallery(backend, [PAIR, ...PICTURES]);
    const scripts = pauseAnswer();
    network.answerEvery('GET /assets/gallery-page-*.js', scripts.answer);
    const page = await device.context.newPage();
    await page.setViewportSize({ width: 390, height: 780 });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto('/gallery');
    await scripts.arrived;

    await expect(early(page), 'two of a pair, and three more in view').toHaveCount(5);
    expect(await early(page).evaluateAll(isLoaded)).toBe(true);
    const place = await early(page).nth(2).boundingBox();
    scripts.release();

    await expect(tiles(page)).toHaveCount(5);
    expect(await tiles(page).nth(1).getByRole('img').boundingBox()).toEqual(place);
    const pictures = loaded.filter((path) => path.includes('/gallery/'));
    await expect.poll(() => pictures.length).toBe(5);
    expect(new Set(pictures).size).toBe(5);
    const firstScript = loaded.findIndex((path) => path.endsWith('.js'));
    expect(loaded.slice(0, firstScript).filter((path) => path.includes('/gallery/'))).toHaveLength(
      4,
    );
    expect(errors).toEqual([]);
  },
);

pageTest(
  'a tap on a picture before the page works opens it once it does',
  async ({ device, backend, network }) => {
    await setGallery(backend, PICTURES);
    const scripts = pauseAnswer();
    network.answerEvery('GET /assets/gallery-page-*.js', scripts.answer);
    const page = await device.context.newPage();
    await page.goto('/gallery');
    await scripts.arrived;

    await early(page).nth(2).click();
    scripts.release();

    await expect(preview(page).getByRole('img', { name: 'A long table' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tile(page, 'A long table')).toBeFocused();
  },
);

pageTest(
  'pictures that do not arrive delay the page’s scripts by three seconds at most',
  async ({ device, backend, network }) => {
    await setGallery(backend, PICTURES);
    const pictures = pauseAnswer();
    network.answerEvery('GET /storage/v1/object/public/gallery/*', pictures.answer);
    const page = await device.context.newPage();
    await page.goto('/gallery', { waitUntil: 'commit' });
    await pictures.arrived;

    await expect(tiles(page)).toHaveCount(4);
    pictures.release();
  },
);

pageTest('six placeholders show while the pictures load', async ({ device, network }) => {
  const paused = pauseAnswer();
  network.answerEvery(READ, paused.answer);
  const page = await device.open('/gallery');

  const loading = page.getByRole('status', { name: 'Loading images' });
  await expect(loading.locator('> *')).toHaveCount(6);
  paused.release();
  await expect(loading).toHaveCount(0);
});

pageTest(
  'a gallery that could not be read is logged and shows as empty',
  async ({ device, network }) => {
    network.answerEvery(READ, answerWith(500, {}));
    const page = await device.context.newPage();
    const logged = page.waitForEvent(
      'console',
      (message) => message.type() === 'error' && message.text().includes('list'),
    );
    await page.goto('/gallery');

    expect((await logged).text()).toContain('500');
    await expect(page.getByText('No images found in this category', { exact: true })).toBeVisible();
  },
);

test.describe('on a device that keeps the site', () => {
  test.use({ visitedBefore: 'site' });

  pageTest(
    'offline, the gallery seen before is there, and says its age from a day on',
    async ({ device, backend }) => {
      await setGallery(backend, PICTURES);
      const page = await device.openInstalled('/gallery');
      await page.reload();
      await expect(tiles(page)).toHaveCount(4);
      await device.goOffline();

      await page.reload();
      await expect(tiles(page)).toHaveCount(4);
      await expect(page.getByText(/^as of /)).toHaveCount(0);

      await page.clock.setFixedTime(Date.now() + 25 * 60 * 60 * 1000);
      await page.reload();
      await expect(page.getByText(/^as of \d+ \w+ \d{4}/)).toBeVisible();
      await expect(tiles(page)).toHaveCount(4);
    },
  );
});
