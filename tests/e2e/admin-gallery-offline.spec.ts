import { setGallery } from '../support/content.ts';
import { answerWith, loseAnswer, noAnswer } from '../support/faults.ts';
import {
  expectUploadedOnce,
  filesIn,
  rowsOf,
  checkboxOf,
  tile,
  tiles,
  upload,
  waiting,
} from '../support/gallery.ts';
import { aPhoto, readStored } from '../support/photos.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest, test } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

const UPLOAD = 'POST /storage/v1/object/gallery/*';
const INSERT = 'POST /rest/v1/gallery_images*';

test('a photo uploaded offline waits with its picture, survives the kill of the browser, and arrives once', async ({
  device,
  backend,
}) => {
  const page = await openInstalledPortal(device, '/admin/gallery');
  await expect(tiles(page).first()).toBeVisible();
  await device.goOffline();

  await upload(page, { files: [await aPhoto({ width: 3000, height: 2000 })], alt: 'A cellar' });

  await expect(
    toast(page, '1 image will be uploaded as soon as there is a connection.'),
  ).toBeVisible();
  await expect(waiting(page)).toHaveCount(1);
  await expect(waiting(page)).toContainText('A cellar');
  await expect(waiting(page)).toContainText('Waiting to upload');
  const preview = waiting(page).locator('img');
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(2560);
  await device.kill();
  expect(await rowsOf(backend, 'A cellar')).toEqual([]);

  await device.start();
  const again = await device.open('/admin/gallery');

  await expect(tile(again, 'A cellar')).toBeVisible();
  await expect(waiting(again)).toHaveCount(0);
  const { url } = await expectUploadedOnce(again, backend, 'A cellar');
  expect(await readStored(backend, url)).toMatchObject({
    width: 2560,
    height: 1707,
    saysMore: false,
  });
});

pageTest(
  'an upload whose answers are lost on the way is stored once, with one file',
  async ({ device, network, backend }) => {
    const page = await openInstalledPortal(device, '/admin/gallery');
    const before = (await filesIn(backend, 'gallery')).length;
    network.answerInTurn(UPLOAD, [loseAnswer]);
    network.answerInTurn(INSERT, [loseAnswer]);

    await upload(page, { files: [await aPhoto()], alt: 'A lamp' });

    await expect(tile(page, 'A lamp')).toBeVisible();
    await expectUploadedOnce(page, backend, 'A lamp');
    // The picture and its small file.
    expect(await filesIn(backend, 'gallery')).toHaveLength(before + 2);
  },
);

pageTest('a photo that waits can be discarded, after asking', async ({ device, backend }) => {
  const page = await openInstalledPortal(device, '/admin/gallery');
  await device.goOffline();
  await upload(page, { files: [await aPhoto()], alt: 'A chair' });

  await waiting(page).getByRole('button', { name: 'Discard A chair' }).click();
  await page
    .getByRole('dialog', { name: 'Discard A chair?' })
    .getByRole('button', { name: 'Discard' })
    .click();

  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await device.goOnline();
  await upload(page, { files: [await aPhoto()], alt: 'A second chair' });
  await expectUploadedOnce(page, backend, 'A second chair');
  expect(await rowsOf(backend, 'A chair')).toEqual([]);
});

const refusal = answerWith(400, {
  statusCode: '415',
  error: 'invalid_mime_type',
  message: 'mime type image/webp is not supported',
});

pageTest(
  'a waiting photo that the server refuses says why, and can be tried again by keyboard',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const page = await openInstalledPortal(device, '/admin/gallery');
    await device.goOffline();
    await upload(page, { files: [await aPhoto()], alt: 'A carpet' });
    const saved = toast(page, /^Saved on this device$/);
    // A toast under the pointer stays.
    await saved.hover();
    network.answerInTurn(UPLOAD, [refusal]);

    await device.goOnline();

    await expect(waiting(page)).toContainText('Needs attention');
    await expect(waiting(page)).toContainText(
      'The picture was refused: mime type image/webp is not supported',
    );
    await expect(saved).toBeHidden();
    await waiting(page).getByRole('button', { name: 'Try again: A carpet' }).press('Enter');
    await expect(toast(page, '1 image(s) uploaded successfully')).toBeVisible();
    await expectUploadedOnce(page, backend, 'A carpet');
    await expect(waiting(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);

pageTest(
  'a refused photo that a full device can’t send again says so, and still waits',
  { tag: '@nightly' },
  async ({ device, network }) => {
    const page = await openInstalledPortal(device, '/admin/gallery');
    await device.goOffline();
    await upload(page, { files: [await aPhoto()], alt: 'A rug' });
    await expect(toast(page, /^Saved on this device$/)).toBeVisible();
    network.answerInTurn(UPLOAD, [refusal]);
    await device.goOnline();
    const tryAgain = waiting(page).getByRole('button', { name: 'Try again: A rug' });
    await expect(tryAgain).toBeVisible();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });

    await tryAgain.press('Enter');

    await expect(toast(page, /^This device could not keep that/)).toBeVisible();
    await expect(waiting(page)).toContainText('Needs attention');
    await expect(tryAgain).toBeFocused();
  },
);

pageTest(
  'pictures deleted offline disappear from the list, and from the server when the connection is back',
  async ({ device, backend }) => {
    await setGallery(backend, [
      { category: 'Residential', alt: 'A made bed' },
      { category: 'Commercial', alt: 'A long table' },
    ]);
    const page = await openInstalledPortal(device, '/admin/gallery');
    await checkboxOf(page, 'A made bed').check();
    const before = (await filesIn(backend, 'gallery')).length;
    await device.goOffline();

    await page.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();

    await expect(tiles(page)).toHaveCount(1);
    await expect(
      page
        .getByRole('listitem')
        .getByText('1 image will be deleted as soon as there is a connection.'),
    ).toBeVisible();
    expect(await rowsOf(backend, 'A made bed')).toHaveLength(1);
    await device.goOnline();
    await expect.poll(() => rowsOf(backend, 'A made bed')).toEqual([]);
    // The picture and its small file.
    expect(await filesIn(backend, 'gallery')).toHaveLength(before - 2);
  },
);

pageTest(
  'offline, a picture that is not on the device is named in words',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    await setGallery(backend, [{ category: 'Specialized', alt: 'A clean gutter' }]);
    network.answerEvery('GET /storage/v1/object/public/gallery/*', noAnswer);
    const page = await openInstalledPortal(device, '/admin/gallery');
    await device.goOffline();
    await page.reload();

    await expect(tile(page, 'A clean gutter')).toContainText('Specialized');
    await expect(tile(page, 'A clean gutter').getByText('A clean gutter')).toBeVisible();
    await expect(tile(page, 'A clean gutter').getByRole('img')).toHaveCount(0);
  },
);

pageTest(
  'a photo discarded after its file went up leaves no file on the server',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const page = await openInstalledPortal(device, '/admin/gallery');
    const countFiles = async () => (await filesIn(backend, 'gallery')).length;
    const before = await countFiles();
    network.answerEvery(INSERT, answerWith(503, { message: 'try later' }));
    await upload(page, { files: [await aPhoto()], alt: 'A ladder' });
    await expect(toast(page, /^Saved on this device$/)).toBeVisible();
    await expect.poll(countFiles).toBe(before + 1);

    await waiting(page).getByRole('button', { name: 'Discard A ladder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();

    await expect(waiting(page)).toHaveCount(0);
    await expect.poll(countFiles).toBe(before);
  },
);
