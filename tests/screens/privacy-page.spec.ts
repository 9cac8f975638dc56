import { COMPANY } from '../../src/site/content/company.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

test('the privacy page is in the footer, and lists stored and sent data', async ({ device }) => {
  const page = await device.open('/');

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await expect(page).toHaveTitle(`Privacy | ${COMPANY.name}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'What stays on your device' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'What is sent to us' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'My requests' })).toHaveAttribute(
    'href',
    '/requests',
  );
});

test('the privacy page opens its list of stored data on a tap', async ({ device }) => {
  const page = await device.open('/privacy');
  const answer = page.getByText('That you said no to installing the site as an app');
  await expect(answer).toBeHidden();
  await page.getByText('The whole list').click();
  await expect(answer).toBeVisible();
});

test('no page sets a cookie or loads anything from another company', async ({
  device,
  backend,
}) => {
  const elsewhere: string[] = [];
  device.context.on('request', (request) => {
    if (!request.url().startsWith(backend.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  const page = await device.openInstalled('/');
  for (const path of [
    '/about',
    '/services',
    '/gallery',
    '/testimonials',
    '/privacy',
    '/terms',
    '/accessibility',
    '/booking',
    '/contact',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }

  expect(elsewhere).toEqual([]);
  expect(await device.context.cookies()).toEqual([]);
});
