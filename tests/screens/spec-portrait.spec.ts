import { readFile } from 'node:fs/promises';
import { answerWith } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

const PORTRAIT = '/storage/v1/object/public/testimonials/morag.webp';
const PICTURE = new URL('../../supabase/seed/gallery/gallery-residential-1.webp', import.meta.url);

test('a testimonial shows the portrait in place of the initials, and no empty role', async ({
  device,
  network,
}) => {
  const row = {
    id: '1',
    name: 'Morag Reid',
    role: null,
    rating: 3,
    quote: 'Spotless.',
    avatar_url: PORTRAIT,
  };
  network.answerEvery('GET /rest/v1/testimonials*', answerWith(200, [row]));
  network.answerEvery(
    `GET ${PORTRAIT}`,
    answerWith(200, await readFile(PICTURE), { 'content-type': 'image/webp' }),
  );
  const page = await device.open('/testimonials');

  const card = page.getByRole('figure');
  await expect(card).toHaveText('Spotless.Morag Reid');
  const portrait = card.locator('img');
  await expect
    .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});
