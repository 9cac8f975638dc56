import { linesOf } from '../support/lines.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('each figure is on one line on a screen 320 pixels wide', async ({ device }) => {
  const page = await device.open('/about');
  await page.setViewportSize({ width: 320, height: 640 });

  const figures = page.getByRole('region', { name: 'In figures' }).getByRole('definition');
  for (const figure of await figures.all()) expect(await linesOf(figure)).toBe(1);
});
