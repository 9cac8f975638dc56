import { linesOf } from '../support/lines.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('the about page tells the story, the vision, the mission and three values', async ({
  device,
}) => {
  const page = await device.open('/about');
  await expect(page).toHaveTitle('About | Whitecart Cleaning');

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2, name: /^Our / })).toHaveText([
    'Our Story',
    'Our Vision',
    'Our Mission',
    'Our Values',
  ]);
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    'Excellence',
    'Customer Care',
    'Professionalism',
  ]);
});

test('the about page gives the four figures of the company', async ({ device }) => {
  const page = await device.open('/about');

  const figures = page.getByRole('region', { name: 'In figures' });
  await expect(figures.getByRole('definition')).toHaveText(['10+', '500+', '50+', '10K+']);
  await expect(figures.getByRole('term')).toHaveText([
    'years of experience',
    'happy clients',
    'team members',
    'cleanings completed',
  ]);
});

test('each figure is on one line on a screen 320 pixels wide', async ({ device }) => {
  const page = await device.open('/about');
  await page.setViewportSize({ width: 320, height: 640 });

  const figures = page.getByRole('region', { name: 'In figures' }).getByRole('definition');
  for (const figure of await figures.all()) expect(await linesOf(figure)).toBe(1);
});
