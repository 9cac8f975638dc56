import { SITE_PAGES } from '../../src/app/paths.ts';
import { setGallery } from '../support/content.ts';
import { pauseAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

// Other files' tests leave rows whose pictures are missing.
test.beforeAll(({ backend }) =>
  setGallery(backend, [{ category: 'Residential', alt: 'A made bed' }]),
);

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a first visit ends with a worker that controls the page, without an error', async ({
    device,
  }) => {
    const errors: string[] = [];
    const page = await device.context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto('/');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(errors).toEqual([]);
  });
});

test('an unknown address is answered with 404 and its page', async ({ device }) => {
  const response = await device.context.request.get('/no-such-page');
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('Page Swept Away');
});

test('a button tapped before the page is taken over does its work', async ({ device, network }) => {
  const page = await device.context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  const paused = pauseAnswer();
  network.answerEvery('GET /assets/*.js', paused.answer);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  paused.release();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }),
  ).toBeVisible();
  await page.close();
});

test('each listed page has its canonical address in its HTML, once', async ({ device }) => {
  for (const { path, isPrivate } of SITE_PAGES) {
    const html = await (await device.context.request.get(path)).text();
    expect(
      [...html.matchAll(/rel="canonical" href="https:\/\/[^/]*([^"]*)"/g)].map(([, at]) => at),
    ).toEqual(isPrivate ? [] : [path]);
  }
});

test('the sitemap lists every public page and robots.txt names it', async ({ device }) => {
  const sitemap = await (await device.context.request.get('/sitemap.xml')).text();
  for (const { path, isPrivate } of SITE_PAGES)
    expect(sitemap.includes(`.example${path}</loc></url>`)).toBe(!isPrivate);
  expect(await (await device.context.request.get('/robots.txt')).text()).toContain('/sitemap.xml');
});
