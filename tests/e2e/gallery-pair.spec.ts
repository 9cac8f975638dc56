import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { setGallery } from '../support/content.ts';
import { touchScreen } from '../support/touch.ts';
import { expect, pageTest as test } from '../support/test.ts';

const ALT = 'A hob before and after';
const slider = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('slider', { name: 'How much of the picture shows what was before' });

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/**
 * Two pictures of one view side by side: red before, blue after, each with a yellow mark in the
 * middle.
 */
async function aPair(): Promise<Buffer> {
  const mark = await plain(80, 80, '#ffff00');
  return sharp(await plain(1600, 600, '#c00000'))
    .composite([
      { input: await plain(800, 600, '#0000c0'), left: 800, top: 0 },
      { input: mark, left: 360, top: 260 },
      { input: mark, left: 1160, top: 260 },
    ])
    .webp()
    .toBuffer();
}

/** The colour of the compared picture at a position of its width, from 0 to 1. */
async function colourAt(page: Page, x: number): Promise<'before' | 'after'> {
  const box = await slider(page).boundingBox();
  if (!box) throw new Error('Nothing is compared');
  const shot = await page.screenshot({
    clip: { x: box.x + box.width * x, y: box.y + box.height * 0.25, width: 2, height: 2 },
  });
  const [red = 0, , blue = 0] = await sharp(shot).removeAlpha().raw().toBuffer();
  return red > blue ? 'before' : 'after';
}

test('a pair is compared by a slider, with the keys and with the mouse', async ({
  device,
  backend,
}) => {
  await setGallery(backend, [
    { category: 'Before/After', alt: ALT, bytes: await aPair(), isPair: true },
    { category: 'Residential', alt: 'A made bed' },
  ]);
  const page = await device.open('/gallery');
  await page.getByRole('button', { name: ALT }).click();
  await expect(slider(page)).toHaveValue('50');
  expect([await colourAt(page, 0.3), await colourAt(page, 0.7)]).toEqual(['before', 'after']);

  await slider(page).focus();
  await page.keyboard.press('End');
  await expect(
    page.getByRole('dialog').locator('[aria-hidden] > svg.absolute'),
    'the focus is seen',
  ).toHaveCSS('outline-width', '4px');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '100 % before, 0 % after');
  expect(await colourAt(page, 0.7)).toBe('before');
  await page.keyboard.press('Home');
  expect(await colourAt(page, 0.3)).toBe('after');
  await page.keyboard.press('ArrowRight');
  await expect(slider(page), 'its keys lead to no other picture').toHaveValue('1');

  const box = await slider(page).boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.8, (box?.y ?? 0) + 20);
  expect([await colourAt(page, 0.7), await colourAt(page, 0.9)]).toEqual(['before', 'after']);
});

test('the thumbnail of a pair shows the same spot of both pictures', async ({
  device,
  backend,
}) => {
  await setGallery(backend, [
    { category: 'Before/After', alt: ALT, bytes: await aPair(), isPair: true },
  ]);
  const page = await device.open('/gallery');
  const tile = page.getByRole('button', { name: ALT });
  await expect(tile.locator('img')).toHaveCount(2);
  const box = await tile.boundingBox();
  if (!box) throw new Error('No thumbnail is shown');
  await page.mouse.move(0, 0);
  const shot = await tile.screenshot();
  const at = async (x: number, y: number) => {
    const place = { left: Math.round(box.width * x), top: Math.round(box.height * y) };
    const [red = 0, green = 0] = await sharp(shot)
      .removeAlpha()
      .extract({ ...place, width: 1, height: 1 })
      .raw()
      .toBuffer();
    return green > 128 ? 'mark' : red > 128 ? 'before' : 'after';
  };

  expect(await at(0.25, 0.5)).toBe('mark');
  expect(await at(0.75, 0.5)).toBe('mark');
  expect(await at(0.25, 0.2)).toBe('before');
  expect(await at(0.75, 0.2)).toBe('after');
});

test('a finger on a pair uncovers what was before', async ({ device, backend }) => {
  await setGallery(backend, [
    { category: 'Before/After', alt: ALT, bytes: await aPair(), isPair: true },
  ]);
  const page = await device.context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  const drag = await touchScreen(page);
  await page.goto('/gallery');
  await page.getByRole('button', { name: ALT }).click();
  await expect(slider(page)).toHaveValue('50');
  const { x, y, width, height } = (await slider(page).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };

  const middle = y + height / 2;
  await drag({ x: x + width * 0.5, y: middle }, { x: x + width * 0.8, y: middle });

  await expect.poll(async () => Number(await slider(page).inputValue())).toBeGreaterThan(70);
  expect([await colourAt(page, 0.6), await colourAt(page, 0.9)]).toEqual(['before', 'after']);
});

test('a single panorama under Before/After is shown as it is', async ({ device, backend }) => {
  const alt = 'A hall from end to end';
  await setGallery(backend, [{ category: 'Before/After', alt, bytes: await aPair() }]);
  const page = await device.open('/gallery');
  const tile = page.getByRole('button', { name: alt });
  await expect
    .poll(() => tile.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1600);
  await expect(tile.locator('img')).toHaveCount(1);

  await tile.click();

  const picture = page.getByRole('dialog').getByRole('img', { name: alt });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1600);
  await expect(slider(page)).toHaveCount(0);
});
