import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFits,
} from '../support/accessibility.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { checkboxOf, tile, upload, uploadButton, waiting } from '../support/gallery.ts';
import { aPhoto } from '../support/photos.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { noAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';
import { createButton, dialogOf, newTestimonial } from '../support/testimonials.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);

test('the gallery manager passes the accessibility rules and fits every window', async ({
  device,
  backend,
}) => {
  await setGallery(backend, [
    { category: 'Before/After', alt: 'A kitchen in two halves' },
    { category: 'Commercial', alt: LONG },
  ]);
  const page = await openPortal(device, '/admin/gallery', { reducedMotion: 'reduce' });
  await uploadButton(page).click();
  await expect(page.getByText('Please select at least one file')).toBeVisible();
  await checkboxOf(page, 'A kitchen in two halves').check();
  await tile(page, 'A kitchen in two halves').hover();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test('the testimonials manager and its dialog pass the accessibility rules and fit every window', async ({
  device,
  backend,
}) => {
  await setTestimonials(backend, [{ name: LONG, role: LONG, quote: LONG, rating: 4 }]);
  const page = await openPortal(device, '/admin/testimonials', { reducedMotion: 'reduce' });
  await expect(page.getByRole('heading', { name: LONG })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await newTestimonial(page).click();
  await createButton(page).click();
  await expect(dialogOf(page).getByText('Name and quote are required').first()).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test.describe('on a device that keeps the portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('waiting pictures, and those named in words, pass the accessibility rules', async ({
    device,
    network,
    backend,
  }) => {
    await setGallery(backend, [{ category: 'Specialized', alt: 'A clean gutter' }]);
    network.answerEvery('GET /storage/v1/object/public/gallery/*', noAnswer);
    const page = await openInstalledPortal(device, '/admin/gallery', { reducedMotion: 'reduce' });
    await device.goOffline();
    await upload(page, { files: [await aPhoto()], alt: 'A stair' });
    await expect(waiting(page)).toBeVisible();
    await expectAccessible(page);
  });
});
