import { SITE_PAGES } from '../../src/app/paths.ts';
import { setGallery } from '../support/content.ts';
import { holdAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

// Other files' tests leave rows behind whose pictures are gone.
test.beforeAll(({ backend }) =>
  setGallery(backend, [{ category: 'Residential', alt: 'A made bed' }]),
);

for (const { path, isPrivate } of SITE_PAGES) {
  test(`the page at ${path} is readable without scripts and taken over without an error`, async ({
    device,
  }) => {
    const html = await (await device.context.request.get(path)).text();
    expect(html).toMatch(/<h1[\s>]/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html.includes('name="robots" content="noindex"')).toBe(isPrivate === true);
    expect(html.includes('"@type":"LocalBusiness"')).toBe(path === '/');
    for (const [, icon] of html.matchAll(/<use href="#([^"]+)"/g))
      expect(html).toContain(`<path id="${icon}"`);

    const errors: string[] = [];
    const page = await device.context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(path);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(errors).toEqual([]);
    await expect(page.locator('head > title')).toHaveCount(1);
    await page.close();
  });
}

test('an address nobody knows is answered with 404 and its page', async ({ device }) => {
  const response = await device.context.request.get('/no-such-page');
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('Page Swept Away');
});

test('a button tapped before the page is taken over does its work', async ({ device, network }) => {
  const page = await device.context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  const held = holdAnswer();
  network.answerEvery('GET /assets/*.js', held.answer);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  held.release();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }),
  ).toBeVisible();
  await page.close();
});

test('the sitemap lists every public page and robots.txt names it', async ({ device }) => {
  const sitemap = await (await device.context.request.get('/sitemap.xml')).text();
  for (const { path, isPrivate } of SITE_PAGES)
    expect(sitemap.includes(`.example${path}</loc><lastmod>`)).toBe(!isPrivate);
  expect(await (await device.context.request.get('/robots.txt')).text()).toContain('/sitemap.xml');
});
