import { fileURLToPath } from 'node:url';
import { expect, pageTest as test } from '../support/test.ts';

const PORTRAIT = '/storage/v1/object/public/testimonials/morag.webp';
const PICTURE = fileURLToPath(new URL('../../supabase/seed/gallery/gallery-residential-1.webp', import.meta.url));

test('a testimonial shows the portrait in place of the initials, and no role where there is none', async ({ device }) => {
  const row = { id: '1', name: 'Morag Reid', role: null, rating: 3, quote: 'Spotless.', avatar_url: PORTRAIT };
  await device.context.route('**/rest/v1/testimonials*', (route) => route.fulfill({ json: [row] }));
  await device.context.route(`**${PORTRAIT}`, (route) => route.fulfill({ path: PICTURE }));
  const page = await device.open('/testimonials');

  const card = page.getByRole('figure');
  await expect(card).toHaveText('Spotless.Morag Reid');
  const portrait = card.locator('img');
  await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
