import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { setGallery, type PictureFacts } from '../support/content.ts';
import { answerWith, pauseAnswer, noAnswer } from '../support/faults.ts';
import {
  administratorId,
  altField,
  categoryField,
  categoryFilter,
  chosen,
  expectUploadedOnce,
  filesIn,
  picker,
  rowsOf,
  checkboxOf,
  tile,
  tiles,
  upload,
  uploadButton,
  waiting,
} from '../support/gallery.ts';
import { aPhoto, colourAt, readStored } from '../support/photos.ts';
import { openPortal } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

const UPLOAD = 'POST /storage/v1/object/gallery/*';
const PICTURES: PictureFacts[] = [
  { category: 'Residential', alt: 'A made bed' },
  { category: 'Before/After', alt: 'A kitchen in two halves' },
  { category: 'Commercial', alt: 'A long table' },
];

test('a phone photo arrives upright, at most 2560 pixels high, and without its location', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  const photo = await aPhoto({ width: 4032, height: 3024, orientation: 6 });

  await upload(page, { files: [photo], alt: 'Stairs of a tenement' });

  await expect(toast(page, '1 image(s) uploaded successfully')).toBeVisible();
  await expect(tile(page, 'Stairs of a tenement').getByRole('img')).toBeVisible();
  const row = await expectUploadedOnce(page, backend, 'Stairs of a tenement');
  expect(row).toMatchObject({
    category: 'Residential',
    created_by: await administratorId(backend),
  });
  expect(row.file_path).toBe(`Residential/${row.id}.webp`);
  const stored = await readStored(backend, row.url);
  expect(stored).toMatchObject({ format: 'webp', width: 1920, height: 2560, saysMore: false });
  expect([await colourAt(stored, 0.5, 0.1), await colourAt(stored, 0.5, 0.9)]).toEqual([
    'red',
    'blue',
  ]);
  await expect(page.getByText('0 file(s) selected')).toBeVisible();
  await expect(altField(page)).toHaveValue('');
});

test('a small photo keeps its size and loses its metadata', async ({ device, backend }) => {
  const page = await openPortal(device, '/admin/gallery');

  await upload(page, {
    files: [await aPhoto({ width: 640, height: 480 })],
    alt: 'A clean tap',
    category: 'Specialized',
  });

  const { url } = await expectUploadedOnce(page, backend, 'A clean tap');
  expect(await readStored(backend, url)).toMatchObject({
    width: 640,
    height: 480,
    saysMore: false,
  });
});

test('several files go up under one category and text, and one that is no image holds up none', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  const notAnImage = {
    name: 'invoice.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('Not a picture at all'),
  };
  const files = [
    await aPhoto({ name: 'before.jpg' }),
    notAnImage,
    await aPhoto({ name: 'after.jpg' }),
  ];

  await upload(page, { files, alt: 'A hall', category: 'Before/After' });

  await expect(toast(page, '2 image(s) uploaded successfully')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('1 file(s) not uploaded');
  await expect(page.getByRole('alert')).toContainText('invoice.jpg: This file is not an image');
  await expect(altField(page)).toHaveValue('A hall');
  const rows = await rowsOf(backend, 'A hall');
  expect(rows).toHaveLength(2);
  for (const { id, category, file_path, url } of rows) {
    expect([category, file_path]).toEqual(['Before/After', `Before/After/${id}.webp`]);
    expect((await readStored(backend, url)).format).toBe('webp');
  }
});

test('each chosen image is shown before it goes up, can be taken out again, and may have a text of its own', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  await picker(page).setInputFiles([
    await aPhoto({ name: 'one.jpg' }),
    await aPhoto({ name: 'two.jpg' }),
    await aPhoto({ name: 'three.jpg' }),
  ]);
  await expect(chosen(page)).toHaveCount(3);
  for (const picture of await chosen(page).locator('img').all()) {
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }

  await page.getByRole('button', { name: 'Remove two.jpg' }).click();
  await expect(page.getByRole('button', { name: 'Remove three.jpg' })).toBeFocused();
  await expect(page.getByText('2 file(s) selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Alt text for three.jpg').fill('Stairs, wet');
  await altField(page).fill('A stairwell');
  await uploadButton(page).click();

  await expect(toast(page, '2 image(s) uploaded successfully')).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
  await expectUploadedOnce(page, backend, 'A stairwell');
  await expectUploadedOnce(page, backend, 'Stairs, wet');
});

test('a further choice adds to the images that were chosen, which keep their texts', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  // A phone's camera gives one at a time, under one name.
  await picker(page).setInputFiles([await aPhoto({ name: 'image.jpg' })]);
  await page.getByLabel('Alt text for image.jpg').fill('A swept close');
  await picker(page).setInputFiles([await aPhoto({ name: 'image.jpg', width: 400 })]);

  await expect(page.getByText('2 file(s) selected')).toBeVisible();
  const texts = page.getByLabel('Alt text for image.jpg');
  await expect(texts.first()).toHaveValue('A swept close');
  await texts.last().fill('A washed landing');
  await uploadButton(page).click();

  await expectUploadedOnce(page, backend, 'A swept close');
  await expectUploadedOnce(page, backend, 'A washed landing');
});

test('a browser that alters what is drawn publishes the photo as it was taken, without its location', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device);
  await page.addInitScript(addNoise);
  await page.goto('/admin/gallery');

  await upload(page, { files: [await aPhoto()], alt: 'A quiet room' });

  const { url, file_path } = await expectUploadedOnce(page, backend, 'A quiet room');
  expect(file_path).toMatch(/\.jpg$/);
  const stored = await readStored(backend, url);
  expect(stored).toMatchObject({ format: 'jpeg', width: 800, height: 600, saysMore: false });
  expect([await colourAt(stored, 0.25, 0.5), await colourAt(stored, 0.75, 0.5)]).toEqual([
    'red',
    'blue',
  ]);
});

/** Alters every pixel of a canvas before a page reads it, as extensions against tracking do. */
function addNoise(): void {
  const { prototype } = HTMLCanvasElement;
  const { getImageData } = CanvasRenderingContext2D.prototype;
  const { toBlob } = prototype;
  const alter = ({ data }: ImageData) => {
    for (let at = 0; at < data.length; at++)
      if (at % 4 !== 3) data[at] = (data[at] ?? 0) ^ (at % 64);
  };
  prototype.toBlob = function (...args) {
    const context = this.getContext('2d');
    const pixels = context && getImageData.call(context, 0, 0, this.width, this.height);
    if (pixels) {
      alter(pixels);
      context.putImageData(pixels, 0, 0);
    }
    return toBlob.apply(this, args);
  };
  CanvasRenderingContext2D.prototype.getImageData = function (...args) {
    const pixels = getImageData.apply(this, args);
    alter(pixels);
    return pixels;
  };
}

test('a file dialog that is cancelled leaves the images that were chosen, and their texts', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  await picker(page).setInputFiles([
    await aPhoto({ name: 'one.jpg' }),
    await aPhoto({ name: 'two.jpg' }),
  ]);
  await page.getByLabel('Alt text for two.jpg').fill('A swept yard');

  // Chrome does this when a second dialog is cancelled.
  await picker(page).setInputFiles([]);

  await expect(page.getByText('2 file(s) selected')).toBeVisible();
  await expect(page.getByLabel('Alt text for two.jpg')).toHaveValue('A swept yard');
});

test('a picture that could not be loaded is loaded when the connection is back', async ({
  device,
  network,
  backend,
}) => {
  await setGallery(backend, [{ category: 'Residential', alt: 'A made bed' }]);
  const pictures = network.answerEvery('GET /storage/v1/object/public/gallery/*', noAnswer);
  const page = await openPortal(device, '/admin/gallery');
  await expect(tile(page, 'A made bed').getByText('A made bed')).toBeVisible();
  await expect(tile(page, 'A made bed').getByRole('img')).toHaveCount(0);

  pictures.stop();
  await page.evaluate(() => dispatchEvent(new Event('online')));

  await expect(tile(page, 'A made bed').getByRole('img')).toBeVisible();
});

test('images that all have a text of their own need no common one; when one has none it is asked for', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  await picker(page).setInputFiles([
    await aPhoto({ name: 'one.jpg' }),
    await aPhoto({ name: 'two.jpg' }),
  ]);
  await page.getByLabel('Alt text for one.jpg').fill('A tiled hall');
  await uploadButton(page).click();
  await expect(page.getByText('Please provide alt text for the images')).toBeVisible();

  await page.getByLabel('Alt text for two.jpg').fill('A tiled roof');
  await uploadButton(page).click();

  await expect(toast(page, '2 image(s) uploaded successfully')).toBeVisible();
  await expectUploadedOnce(page, backend, 'A tiled hall');
  await expectUploadedOnce(page, backend, 'A tiled roof');
});

test('an upload needs a file and a text, and asks for both', async ({ device }) => {
  const page = await openPortal(device, '/admin/gallery');
  await expect(categoryField(page)).toHaveValue('Residential');
  await expect(categoryField(page).getByRole('option')).toHaveText([
    'Residential',
    'Commercial',
    'Specialized',
    'Before/After',
  ]);
  await expect(altField(page)).toHaveAttribute('placeholder', 'Describe the image(s)');
  await altField(page).fill('   ');

  await uploadButton(page).click();

  await expect(page.getByText('Please select at least one file')).toBeVisible();
  await expect(page.getByText('Please provide alt text for the images')).toBeVisible();
  await expect(picker(page)).toBeFocused();
});

test('during an upload the form is disabled, each image shows its progress, and a second press has no effect', async ({
  device,
  network,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  const paused = pauseAnswer();
  network.answerInTurn(UPLOAD, [paused.answer]);

  await upload(page, {
    files: [await aPhoto({ name: 'one.jpg' }), await aPhoto({ name: 'two.jpg' })],
    alt: 'A desk',
  });

  const busy = page.getByRole('button', { name: 'Uploading...' });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  for (const field of [picker(page), categoryField(page), altField(page)])
    await expect(field).toBeDisabled();
  await expect(waiting(page)).toHaveCount(2);
  await expect(page.getByRole('progressbar', { name: 'Uploading one.webp' })).toBeVisible();
  await busy.press('Enter');
  paused.release();

  await expect(toast(page, '2 image(s) uploaded successfully')).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(await rowsOf(backend, 'A desk')).toHaveLength(2);
});

test('an image the server refuses stays chosen with its text, the others are kept, and it can be sent again', async ({
  device,
  network,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  const refusal = answerWith(400, {
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'mime type image/webp is not supported',
  });
  network.answerInTurn(UPLOAD, [refusal]);

  await upload(page, {
    files: [await aPhoto({ name: 'one.jpg' }), await aPhoto({ name: 'two.jpg' })],
    alt: 'A bath',
  });

  await expect(toast(page, '1 image(s) uploaded successfully')).toBeVisible();
  await expect(toast(page, /^Error$/)).toBeVisible();
  await expect(toast(page, 'mime type image/webp is not supported')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(
    'one.jpg: mime type image/webp is not supported',
  );
  await expect(page.getByText('1 file(s) selected')).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(await rowsOf(backend, 'A bath')).toHaveLength(1);

  await uploadButton(page).click();

  await expect(page.getByText('0 file(s) selected')).toBeVisible();
  expect(await rowsOf(backend, 'A bath')).toHaveLength(2);
});

test('the pictures can be narrowed to one category', async ({ device, backend }) => {
  await setGallery(backend, PICTURES);
  const page = await openPortal(device, '/admin/gallery');
  await expect(categoryFilter(page).getByRole('option')).toHaveText([
    'All Categories',
    'Residential',
    'Commercial',
    'Specialized',
    'Before/After',
  ]);
  await expect(tiles(page)).toHaveCount(3);

  await categoryFilter(page).selectOption('Before/After');
  await expect(tiles(page)).toHaveCount(1);
  await expect(tile(page, 'A kitchen in two halves')).toBeVisible();
  await categoryFilter(page).selectOption('Specialized');
  await expect(page.getByText('No images found. Upload some images to get started.')).toBeVisible();
  await categoryFilter(page).selectOption('All Categories');
  await expect(tiles(page)).toHaveCount(3);
});

test('deleting pictures asks first, then removes their rows and their files', async ({
  device,
  backend,
}) => {
  await setGallery(backend, PICTURES);
  const page = await openPortal(device, '/admin/gallery');
  await checkboxOf(page, 'A made bed').check();
  // A tap on the picture itself selects it too.
  await tile(page, 'A long table').getByRole('img').click();
  const before = await filesIn(backend, 'gallery');

  await page.getByRole('button', { name: 'Delete Selected (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(dialog).toContainText(
    'This will permanently delete 2 image(s). This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await expect(toast(page, /^Success$/)).toBeVisible();
  await expect(toast(page, '2 image(s) deleted successfully')).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  expect(await backend.query('select alt from public.gallery_images')).toEqual([
    { alt: 'A kitchen in two halves' },
  ]);
  expect(await filesIn(backend, 'gallery')).toHaveLength(before.length - 4);
});

test('a picture shows its category and text under the pointer, with the focus, and on a touch screen always', async ({
  device,
  backend,
}) => {
  await setGallery(backend, PICTURES);
  const page = await openPortal(device, '/admin/gallery');
  const caption = (on: Page) => tile(on, 'A long table').getByText('Commercial').locator('..');
  await expect(caption(page)).toHaveCSS('opacity', '0');
  await tile(page, 'A long table').hover();
  await expect(caption(page)).toHaveCSS('opacity', '1');
  await expect(caption(page)).toContainText('A long table');
  await page.mouse.move(0, 0);
  await expect(caption(page)).toHaveCSS('opacity', '0');
  await checkboxOf(page, 'A long table').focus();
  await expect(caption(page)).toHaveCSS('opacity', '1');

  const touched = await device.context.newPage();
  const cdp = await device.context.newCDPSession(touched);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await touched.goto('/admin/gallery');
  await expect(caption(touched)).toHaveCSS('opacity', '1');
});

test('the gallery says that it loads, and an empty one says how to begin', async ({
  device,
  network,
  backend,
}) => {
  await setGallery(backend, []);
  const paused = pauseAnswer();
  network.answerEvery('POST /rest/v1/rpc/first_copy*', paused.answer);
  const page = await openPortal(device, '/admin/gallery');
  await expect(page.getByText('Loading images...')).toBeVisible();
  paused.release();
  await expect(page.getByText('No images found. Upload some images to get started.')).toBeVisible();
});

test('files that are chosen hold back an update until they are uploaded', async ({ device }) => {
  const page = await openPortal(device, '/admin/gallery');
  const isLocked = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'unsaved'),
    );
  expect(await isLocked()).toBe(false);

  await picker(page).setInputFiles([await aPhoto()]);
  await expect.poll(isLocked).toBe(true);
  await altField(page).fill('A mop');
  await uploadButton(page).click();

  await expect.poll(isLocked).toBe(false);
});

test('two photos of one view go up as one pair, before on the left and after on the right, cut to one shape', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  const pair = page.getByRole('checkbox', { name: /^Publish both as one pair to compare/ });
  await picker(page).setInputFiles([
    await aPhoto({ name: 'before.jpg' }),
    await aPhoto({ name: 'after.jpg', width: 600, height: 800 }),
  ]);
  await expect(pair).toHaveCount(0);
  await categoryField(page).selectOption('Before/After');
  await expect(pair).not.toBeChecked();
  await pair.check();
  await expect(chosen(page)).toContainText([/Before\s*before\.jpg/, /After\s*after\.jpg/]);

  await altField(page).fill('A hob before and after');
  await uploadButton(page).click();

  await expect(toast(page, '1 image(s) uploaded successfully')).toBeVisible();
  const { url } = await expectUploadedOnce(page, backend, 'A hob before and after');
  const stored = await readStored(backend, url);
  expect(stored).toMatchObject({ width: 1200, height: 450, saysMore: false });
  expect(await Promise.all([0.1, 0.4, 0.6, 0.9].map((x) => colourAt(stored, x, 0.5)))).toEqual([
    'red',
    'blue',
    'red',
    'blue',
  ]);
});

test('two photos of one view that were chosen the wrong way round are swapped before they go up', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  await picker(page).setInputFiles([
    await aPhoto({ name: 'after.jpg', width: 600, height: 800 }),
    await aPhoto({ name: 'before.jpg' }),
  ]);
  await categoryField(page).selectOption('Before/After');
  const swap = page.getByRole('button', { name: 'Swap before and after' });
  await page.getByRole('checkbox', { name: /^Publish both as one pair/ }).check();

  await swap.click();

  await expect(chosen(page)).toContainText([/Before\s*before\.jpg/, /After\s*after\.jpg/]);
  await expect(swap).toBeFocused();
  await altField(page).fill('A swapped hob');
  await uploadButton(page).click();
  const { url } = await expectUploadedOnce(page, backend, 'A swapped hob');
  expect(await readStored(backend, url), 'in the shape of what is before').toMatchObject({
    width: 1200,
    height: 450,
  });
});

test('an even number of photos goes up as pairs in their order, an odd number is told why it cannot', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  const photos = await Promise.all(
    ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => aPhoto({ name })),
  );
  await categoryField(page).selectOption('Before/After');
  await picker(page).setInputFiles(photos.slice(0, 3));
  await expect(page.getByText('An even number of images can be published')).toBeVisible();
  await picker(page).setInputFiles(photos.slice(3));
  await page.getByRole('checkbox', { name: /^Publish as 2 pairs to compare/ }).check();
  await page.getByRole('button', { name: 'Swap before and after: 3.jpg, 4.jpg' }).click();
  await expect(chosen(page)).toContainText([
    /Before\s*1\.jpg/,
    /After\s*2\.jpg/,
    /Before\s*4\.jpg/,
    /After\s*3\.jpg/,
  ]);

  await altField(page).fill('Two kitchens before and after');
  await uploadButton(page).click();

  await expect(toast(page, '2 image(s) uploaded successfully')).toBeVisible();
  const pairs = await rowsOf(backend, 'Two kitchens before and after');
  expect(pairs).toHaveLength(2);
  for (const { url } of pairs)
    expect(await readStored(backend, url)).toMatchObject({ width: 1600, height: 600 });
});

test('two photos under Before/After go up as two unless a person joins them', async ({
  device,
  backend,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  await picker(page).setInputFiles([
    await aPhoto({ name: 'one.jpg' }),
    await aPhoto({ name: 'two.jpg' }),
  ]);
  await categoryField(page).selectOption('Before/After');
  await altField(page).fill('Two kitchens');
  await uploadButton(page).click();

  await expect(toast(page, '2 image(s) uploaded successfully')).toBeVisible();
  expect(await rowsOf(backend, 'Two kitchens')).toHaveLength(2);
});

test('an iPhone’s HEIC photo that this browser cannot open is named, with the remedy', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/gallery');
  const head = Buffer.from([0, 0, 0, 24, ...Buffer.from('ftypheic'), 0, 0, 0, 0]);
  await picker(page).setInputFiles([
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.concat([head, head]) },
  ]);
  await altField(page).fill('A hob');
  await uploadButton(page).click();

  const failures = page.getByRole('alert').filter({ hasText: '1 file(s) not uploaded' });
  await expect(failures).toContainText('IMG_0001.HEIC: This is a HEIC photo from an iPhone');
  await expect(failures).toContainText('Send it to yourself as a JPEG');
});
