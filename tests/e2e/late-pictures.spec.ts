import { setGallery } from '../support/content.ts';
import { noAnswer } from '../support/faults.ts';
import { tile } from '../support/gallery.ts';
import { aPhoto } from '../support/photos.ts';
import { openPortal } from '../support/portal.ts';
import { card, createButton, fillIn } from '../support/testimonials.ts';
import { expect, pageTest as test } from '../support/test.ts';

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

test('an avatar that could not be loaded is loaded when the connection is back', async ({
  device,
  network,
}) => {
  const avatars = network.answerEvery('GET /storage/v1/object/public/testimonials/*', noAnswer);
  const page = await openPortal(device, '/admin/testimonials');
  await fillIn(page, { name: 'Elspeth Gow', avatar: await aPhoto() });
  await createButton(page).click();
  await expect(card(page, 'Elspeth Gow').getByText('EG', { exact: true })).toBeVisible();

  avatars.stop();
  await page.evaluate(() => dispatchEvent(new Event('online')));

  await expect(card(page, 'Elspeth Gow').getByText('EG', { exact: true })).toHaveCount(0);
  const avatar = card(page, 'Elspeth Gow').locator('img');
  await expect
    .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});
