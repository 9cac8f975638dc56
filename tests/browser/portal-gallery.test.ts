import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFits,
} from './support/accessibility.ts';
import {
  altField,
  categoryField,
  checkboxOf,
  chosen,
  picker,
  tile,
  tiles,
  upload,
  uploadButton,
  uploaded,
  uploadedFile,
  waiting,
} from './support/gallery.ts';
import { chooseFiles, expectCount, expectTexts, focus, styleOf, toast } from './support/look.ts';
import { pause } from './support/pause.ts';
import { aPhoto, describe } from './support/photos.ts';
import { holdsUpdates, openPortal } from './support/portal.tsx';
import { aPicture } from './support/rows.ts';
import { server, SESSION } from './support/server.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);
const EMPTY = page.getByText('No images found. Upload some images to get started.');

const storePictures = () =>
  server.store(
    'gallery_images',
    aPicture('Residential', 'A made bed'),
    aPicture('Before/After', 'A kitchen in two halves'),
    aPicture('Commercial', 'A long table'),
  );

const textOf = (file: string) => page.getByLabelText(`Alt text for ${file}`);
const expectUploaded = (...alts: string[]) =>
  expect.poll(() => uploaded().map(({ alt }) => alt)).toEqual(alts);

test('a phone photo arrives upright, at most 2560 pixels high, and without its location', async () => {
  await openPortal('/admin/gallery');
  const photo = await aPhoto({ width: 4032, height: 3024, orientation: 6 });
  await upload([photo], 'Stairs of a tenement');

  await expect.element(toast('1 image(s) uploaded successfully')).toBeVisible();
  await expect.element(tile('Stairs of a tenement').getByRole('img')).toBeVisible();
  const [row] = uploaded();
  expect(row).toMatchObject({
    category: 'Residential',
    created_by: SESSION.user.id,
    file_path: `Residential/${row?.id}.webp`,
  });
  expect(
    await describe(uploadedFile(), [
      [0.5, 0.1],
      [0.5, 0.9],
    ]),
  ).toEqual({
    format: 'webp',
    width: 1920,
    height: 2560,
    saysMore: false,
    colours: ['red', 'blue'],
  });
  await expect.element(page.getByText('0 file(s) selected')).toBeVisible();
  await expect.element(altField).toHaveValue('');
});

test('a small photo keeps its size and loses its metadata', async () => {
  await openPortal('/admin/gallery');
  await upload([await aPhoto({ width: 640, height: 480 })], 'A clean tap', 'Specialized');
  await expectUploaded('A clean tap');
  expect(await describe(uploadedFile())).toMatchObject({
    width: 640,
    height: 480,
    saysMore: false,
  });
});

test('several files go up under one category and text, and one that is no image holds up none', async () => {
  await openPortal('/admin/gallery');
  const notAnImage = new File(['Not a picture at all'], 'invoice.jpg', { type: 'image/jpeg' });
  const photos = [await aPhoto({ name: 'before.jpg' }), await aPhoto({ name: 'after.jpg' })];
  await upload([...photos, notAnImage], 'A hall', 'Before/After');

  await expect.element(toast('2 image(s) uploaded successfully')).toBeVisible();
  const failures = page.getByRole('alert');
  await expect.element(failures).toHaveTextContent('1 file(s) not uploaded');
  await expect.element(failures).toHaveTextContent('invoice.jpg: This file is not an image');
  await expect.element(altField).toHaveValue('A hall');
  const rows = uploaded();
  expect(rows).toHaveLength(2);
  for (const { id, category, file_path } of rows)
    expect([category, file_path]).toEqual(['Before/After', `Before/After/${id}.webp`]);
});

test('each chosen image is shown before it goes up, can be taken out again, and may have a text of its own', async () => {
  await openPortal('/admin/gallery');
  chooseFiles(
    picker,
    await aPhoto({ name: 'one.jpg' }),
    await aPhoto({ name: 'two.jpg' }),
    await aPhoto({ name: 'three.jpg' }),
  );
  await expectCount(chosen, 3);
  for (const item of chosen.elements())
    await expect.poll(() => item.querySelector('img')?.naturalWidth).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Remove two.jpg' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove three.jpg' })).toHaveFocus();
  await expect.element(page.getByText('2 file(s) selected')).toBeVisible();
  await expectAccessible();
  await textOf('three.jpg').fill('Stairs, wet');
  await altField.fill('A stairwell');
  await uploadButton.click();

  await expect.element(toast('2 image(s) uploaded successfully')).toBeVisible();
  await expectCount(chosen, 0);
  await expectUploaded('A stairwell', 'Stairs, wet');
});

test('a further choice adds to the images that were chosen, which keep their texts', async () => {
  await openPortal('/admin/gallery');
  // A phone's camera gives one at a time, under one name.
  chooseFiles(picker, await aPhoto({ name: 'image.jpg' }));
  await textOf('image.jpg').fill('A swept close');
  chooseFiles(picker, await aPhoto({ name: 'image.jpg', width: 400 }));

  await expect.element(page.getByText('2 file(s) selected')).toBeVisible();
  await expect.element(textOf('image.jpg').first()).toHaveValue('A swept close');
  await textOf('image.jpg').last().fill('A washed landing');
  await uploadButton.click();
  await expectUploaded('A swept close', 'A washed landing');
});

/** Alters every pixel of a canvas before a page reads it, as extensions against tracking do. */
function addNoise(): void {
  const { getImageData } = CanvasRenderingContext2D.prototype;
  const { toBlob } = HTMLCanvasElement.prototype;
  const alter = ({ data }: ImageData) => {
    for (let at = 0; at < data.length; at++)
      if (at % 4 !== 3) data[at] = (data[at] ?? 0) ^ (at % 64);
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    ...args
  ) {
    const context = this.getContext('2d');
    const pixels = context && getImageData.call(context, 0, 0, this.width, this.height);
    if (pixels) {
      alter(pixels);
      context.putImageData(pixels, 0, 0);
    }
    return toBlob.apply(this, args);
  });
  vi.spyOn(CanvasRenderingContext2D.prototype, 'getImageData').mockImplementation(function (
    this: CanvasRenderingContext2D,
    ...args: unknown[]
  ) {
    const pixels = getImageData.apply(this, args as Parameters<typeof getImageData>);
    alter(pixels);
    return pixels;
  });
}

test('a browser that alters what is drawn publishes the photo as it was taken, without its location', async () => {
  addNoise();
  await openPortal('/admin/gallery');
  await upload([await aPhoto()], 'A quiet room');

  await expectUploaded('A quiet room');
  expect(uploaded()[0]?.file_path).toMatch(/\.jpg$/);
  const places: [number, number][] = [
    [0.25, 0.5],
    [0.75, 0.5],
  ];
  expect(await describe(uploadedFile(), places)).toEqual({
    format: 'jpeg',
    width: 800,
    height: 600,
    saysMore: false,
    colours: ['red', 'blue'],
  });
});

test('a file dialog that is cancelled leaves the images that were chosen, and their texts', async () => {
  await openPortal('/admin/gallery');
  chooseFiles(picker, await aPhoto({ name: 'one.jpg' }), await aPhoto({ name: 'two.jpg' }));
  await textOf('two.jpg').fill('A swept yard');

  // Chrome does this when a second dialog is cancelled.
  chooseFiles(picker);

  await expect.element(page.getByText('2 file(s) selected')).toBeVisible();
  await expect.element(textOf('two.jpg')).toHaveValue('A swept yard');
});

test('images that all have a text of their own need no common one; when one has none it is asked for', async () => {
  await openPortal('/admin/gallery');
  chooseFiles(picker, await aPhoto({ name: 'one.jpg' }), await aPhoto({ name: 'two.jpg' }));
  await textOf('one.jpg').fill('A tiled hall');
  await uploadButton.click();
  await expect.element(page.getByText('Please provide alt text for the images')).toBeVisible();

  await textOf('two.jpg').fill('A tiled roof');
  await uploadButton.click();
  await expect.element(toast('2 image(s) uploaded successfully')).toBeVisible();
  await expectUploaded('A tiled hall', 'A tiled roof');
});

test('an upload needs a file and a text, and asks for both', async () => {
  await openPortal('/admin/gallery');
  await expect.element(categoryField).toHaveValue('Residential');
  await expectTexts(categoryField.getByRole('option'), [
    'Residential',
    'Commercial',
    'Specialized',
    'Before/After',
  ]);
  await expect.element(altField).toHaveAttribute('placeholder', 'Describe the image(s)');
  await altField.fill('   ');
  await uploadButton.click();

  await expect.element(page.getByText('Please select at least one file')).toBeVisible();
  await expect.element(page.getByText('Please provide alt text for the images')).toBeVisible();
  await expect.element(picker).toHaveFocus();
});

test('the gallery’s file dialog offers images, several at once, and its grid has two, three or four columns', async () => {
  storePictures();
  await openPortal('/admin/gallery');
  await expect.element(picker).toHaveAttribute('accept', 'image/*');
  await expect.element(picker).toHaveAttribute('multiple');
  await expectCount(tiles, 3);
  const columns = () =>
    getComputedStyle(tiles.first().element().parentElement as Element).gridTemplateColumns;
  for (const [width, count] of [
    [390, 2],
    [900, 3],
    [1400, 4],
  ] as const) {
    await page.viewport(width, 800);
    await expect.poll(columns).toMatch(new RegExp(`^(\\S+ ?){${count}}$`));
  }
});

test('during an upload the form is disabled, each image shows its progress, and a second press has no effect', async () => {
  await openPortal('/admin/gallery');
  const { released, release } = pause();
  server.admin.scripts.uploadPicture.push(() => released);
  await upload([await aPhoto({ name: 'one.jpg' }), await aPhoto({ name: 'two.jpg' })], 'A desk');

  const busy = page.getByRole('button', { name: 'Uploading...' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  for (const field of [picker, categoryField, altField]) await expect.element(field).toBeDisabled();
  await expectCount(waiting, 2);
  await expect.element(page.getByLabelText('Uploading one.webp')).toBeVisible();
  focus(busy);
  await userEvent.keyboard('{Enter}');
  release();

  await expect.element(toast('2 image(s) uploaded successfully')).toBeVisible();
  await expectCount(waiting, 0);
  expect(uploaded()).toHaveLength(2);
});

test('an image the server refuses stays chosen with its text, the others are kept, and it can be sent again', async () => {
  await openPortal('/admin/gallery');
  const message = 'mime type image/webp is not supported';
  server.admin.scripts.uploadPicture.push({ outcome: 'rejected', reason: 'invalid', message });
  await upload([await aPhoto({ name: 'one.jpg' }), await aPhoto({ name: 'two.jpg' })], 'A bath');

  await expect.element(toast('1 image(s) uploaded successfully')).toBeVisible();
  await expect.element(toast(/^Error$/)).toBeVisible();
  await expect.element(toast(message)).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent(`one.jpg: ${message}`);
  await expect.element(page.getByText('1 file(s) selected')).toBeVisible();
  await expectCount(waiting, 0);
  expect(uploaded()).toHaveLength(1);

  await uploadButton.click();
  await expect.element(page.getByText('0 file(s) selected')).toBeVisible();
  expect(uploaded()).toHaveLength(2);
});

test('the pictures can be narrowed to one category', async () => {
  storePictures();
  await openPortal('/admin/gallery');
  const filter = page.getByLabelText('Filter by Category:');
  await expectTexts(filter.getByRole('option'), [
    'All Categories',
    'Residential',
    'Commercial',
    'Specialized',
    'Before/After',
  ]);
  await expectCount(tiles, 3);

  await filter.selectOptions('Before/After');
  await expectCount(tiles, 1);
  await expect.element(tile('A kitchen in two halves')).toBeVisible();
  await filter.selectOptions('Specialized');
  await expect.element(EMPTY).toBeVisible();
  await filter.selectOptions('All Categories');
  await expectCount(tiles, 3);
});

test('deleting pictures asks first, then removes their rows and their files', async () => {
  const ids = storePictures();
  await openPortal('/admin/gallery');
  await checkboxOf('A made bed').click();
  // A tap on the picture itself selects it too.
  await tile('A long table').getByRole('img').click();
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect
    .element(dialog)
    .toHaveTextContent('This will permanently delete 2 image(s). This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await expect.element(toast(/^Success$/)).toBeVisible();
  await expect.element(toast('2 image(s) deleted successfully')).toBeVisible();
  await expectCount(tiles, 1);
  expect(server.lists.ids('gallery_images')).toEqual([ids[1]]);
  expect(server.admin.calls).toContain('files 2');
});

test('a picture shows its category and text under the pointer and with the focus', async () => {
  storePictures();
  await openPortal('/admin/gallery');
  const caption = () =>
    tile('A long table').getByText('Commercial').element().parentElement as Element;
  const opacity = () => getComputedStyle(caption()).opacity;
  await expectCount(tiles, 3);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(opacity).toBe('0');
  await tile('A long table').hover();
  await expect.poll(opacity).toBe('1');
  expect(caption().textContent).toContain('A long table');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(opacity).toBe('0');
  focus(checkboxOf('A long table'));
  await expect.poll(opacity).toBe('1');
});

test('the gallery says that it loads, and an empty one says how to begin', async () => {
  const { released, release } = pause();
  server.lists.meanwhile.set('readFirstCopy', () => released);
  await openPortal('/admin/gallery');
  await expect.element(page.getByText('Loading images...')).toBeVisible();
  release();
  await expect.element(EMPTY).toBeVisible();
});

test('files that are chosen hold back an update until they are uploaded', async () => {
  await openPortal('/admin/gallery');
  expect(await holdsUpdates()).toBe(false);
  chooseFiles(picker, await aPhoto());
  await expect.poll(holdsUpdates).toBe(true);
  await altField.fill('A mop');
  await uploadButton.click();
  await expect.poll(holdsUpdates).toBe(false);
});

const before = () => aPhoto({ name: 'before.jpg' });
const after = () => aPhoto({ name: 'after.jpg', width: 600, height: 800 });
const pair = page.getByRole('checkbox', { name: /^Publish both as one pair to compare/ });
const expectChosen = (...lines: string[]) =>
  expectTexts(
    chosen,
    lines.map((line): unknown => expect.stringMatching(new RegExp(line))),
  );

test('two photos of one view go up as one pair, before on the left and after on the right, cut to one shape', async () => {
  await openPortal('/admin/gallery');
  chooseFiles(picker, await before(), await after());
  await expectCount(chosen, 2);
  await expectCount(pair, 0);
  await categoryField.selectOptions('Before/After');
  await expect.element(pair).not.toBeChecked();
  await pair.click();
  await expectChosen('Before\\s*before\\.jpg', 'After\\s*after\\.jpg');
  await altField.fill('A hob before and after');
  await uploadButton.click();

  await expect.element(toast('1 image(s) uploaded successfully')).toBeVisible();
  const places = [0.1, 0.4, 0.6, 0.9].map((x): [number, number] => [x, 0.5]);
  expect(await describe(uploadedFile(), places)).toMatchObject({
    width: 1200,
    height: 450,
    saysMore: false,
    colours: ['red', 'blue', 'red', 'blue'],
  });
});

test('two photos of one view that were chosen the wrong way round are swapped before they go up', async () => {
  await openPortal('/admin/gallery');
  chooseFiles(picker, await after(), await before());
  await categoryField.selectOptions('Before/After');
  await pair.click();
  const swap = page.getByRole('button', { name: 'Swap before and after' });
  await swap.click();

  await expectChosen('Before\\s*before\\.jpg', 'After\\s*after\\.jpg');
  await expect.element(swap).toHaveFocus();
  await altField.fill('A swapped hob');
  await uploadButton.click();
  await expectUploaded('A swapped hob');
  expect(await describe(uploadedFile()), 'in the shape of what is before').toMatchObject({
    width: 1200,
    height: 450,
  });
});

test('an even number of photos goes up as pairs in their order, an odd number is told why it cannot', async () => {
  await openPortal('/admin/gallery');
  const photos = await Promise.all(
    ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => aPhoto({ name })),
  );
  await categoryField.selectOptions('Before/After');
  chooseFiles(picker, ...photos.slice(0, 3));
  await expect.element(page.getByText('An even number of images can be published')).toBeVisible();
  chooseFiles(picker, ...photos.slice(3));
  await page.getByRole('checkbox', { name: /^Publish as 2 pairs to compare/ }).click();
  await page.getByRole('button', { name: 'Swap before and after: 3.jpg, 4.jpg' }).click();
  await expectChosen(
    'Before\\s*1\\.jpg',
    'After\\s*2\\.jpg',
    'Before\\s*4\\.jpg',
    'After\\s*3\\.jpg',
  );

  await altField.fill('Two kitchens');
  await uploadButton.click();
  await expect.element(toast('2 image(s) uploaded successfully')).toBeVisible();
  expect(uploaded()).toMatchObject([{ is_pair: true }, { is_pair: true }]);
});

test('two photos under Before/After go up as two unless a person joins them', async () => {
  await openPortal('/admin/gallery');
  await upload([await before(), await after()], 'Two kitchens', 'Before/After');
  await expect.element(toast('2 image(s) uploaded successfully')).toBeVisible();
  expect(uploaded()).toHaveLength(2);
});

test('an iPhone’s HEIC photo that this browser cannot open is named, with the remedy', async () => {
  await openPortal('/admin/gallery');
  const head = '\0\0\0\u0018ftypheic\0\0\0\0';
  const photo = new File([head, head], 'IMG_0001.HEIC', { type: 'image/heic' });
  await upload([photo], 'A hob');

  const failures = page.getByRole('alert').filter({ hasText: '1 file(s) not uploaded' });
  await expect
    .element(failures)
    .toHaveTextContent('IMG_0001.HEIC: This is a HEIC photo from an iPhone');
  await expect.element(failures).toHaveTextContent('Send it to yourself as a JPEG');
});

test('the gallery manager passes the accessibility rules and fits every window', async () => {
  server.store(
    'gallery_images',
    aPicture('Before/After', 'A kitchen in two halves'),
    aPicture('Commercial', LONG),
  );
  await openPortal('/admin/gallery');
  await uploadButton.click();
  await expect.element(page.getByText('Please select at least one file')).toBeVisible();
  await checkboxOf('A kitchen in two halves').click();
  await tile('A kitchen in two halves').hover();
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('waiting pictures, and those named in words, pass the accessibility rules', async () => {
  server.store(
    'gallery_images',
    aPicture('Specialized', 'A clean gutter', { url: 'data:image/png,broken' }),
  );
  server.office.uploadPicture = async () => ({ outcome: 'retry', reason: 'offline' });
  await openPortal('/admin/gallery');
  await expect.element(tile('A clean gutter').getByText('A clean gutter')).toBeVisible();
  await upload([await aPhoto()], 'A stair');
  await expectCount(waiting, 1);
  expect(styleOf(waiting).display).not.toBe('none');
  await expectAccessible();
});
