import type { Page } from '@playwright/test';
import { SITE_PAGES } from '../../src/app/paths.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { answerWith, pauseAnswer } from '../support/faults.ts';
import { hydrated } from '../support/hydrated.ts';
import { expectNoToast } from '../support/late-chunk.ts';
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

test('every page is readable without scripts, and taken over without an error', async ({
  device,
}) => {
  for (const { path, isPrivate } of DISTINCT_PAGES) {
    const html = await (await device.context.request.get(path)).text();
    expect(html, path).toMatch(/<h1[\s>]/);
    expect(html, path).toMatch(/<title>[^<]+<\/title>/);
    expect(html.includes('name="robots" content="noindex"'), path).toBe(isPrivate === true);
    expect(html.includes('"@type":"LocalBusiness"'), path).toBe(path === '/');
    expect(html, path).not.toMatch(/<svg[^>]*\shidden/);
    for (const [, icon] of html.matchAll(/<use href="#([^"]+)"/g))
      expect(html, path).toContain(`<path id="${icon}"`);
  }
  const errors: string[] = [];
  const page = await device.context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  for (const { path } of DISTINCT_PAGES) {
    await page.goto(path);
    await hydrated(page);
  }
  expect(errors).toEqual([]);
});

/** The icons that the page uses but its document lacks. */
const missingIcons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('use')]
      .map((use) => use.href.baseVal)
      .filter((id) => !document.querySelector(id)),
  );

test('every page that is reached by a link finds its icons in the document that one came by', async ({
  device,
}) => {
  const page = await device.open('/about');
  for (const name of ['Services', 'Gallery', 'Testimonials', 'Careers', 'Contact', 'Home']) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .filter({ hasText: name })
      .click();
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ hasText: name }),
    ).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => missingIcons(page), name).toEqual([]);
  }
});

test('the testimonials are requested before the page’s scripts are there, and once', async ({
  device,
  backend,
  network,
}) => {
  await setTestimonials(backend, [{ name: 'Morag Reid' }]);
  const scripts = pauseAnswer();
  network.answerEvery('GET /assets/testimonials-page-*.js', scripts.answer);
  const page = await device.context.newPage();
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/testimonials')) reads++;
  });

  await page.goto('/testimonials');
  await scripts.arrived;
  await expect.poll(() => reads).toBe(1);
  scripts.release();

  await expect(page.getByText('Morag Reid', { exact: true })).toBeVisible();
  expect(reads).toBe(1);
});

test('a failed read of the testimonials is left to the window, and shows as empty with a way to try again', async ({
  device,
  network,
}) => {
  network.answerEvery('GET /rest/v1/testimonials*', answerWith(500, {}));
  const page = await device.context.newPage();
  const unhandled = page.waitForEvent('pageerror');
  await page.goto('/');

  expect((await unhandled).message).toContain('500');
  await expect(page.getByText('No testimonials available yet.', { exact: true })).toBeVisible();
  const main = page.getByRole('main');
  await expect(
    main.getByRole('status').filter({ hasText: 'testimonials could not be loaded' }),
  ).toBeVisible();
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(main.getByRole('status').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoToast(page);
});
