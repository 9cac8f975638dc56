import { fieldsOf } from '../support/booking.ts';
import { addressesOf, cachedAnswers } from '../support/caches.ts';
import { noAnswer, signInPage } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';
import type { Page } from '@playwright/test';

test.use({ visitedBefore: null, serviceWorkers: 'allow', inShell: true });

const cameBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

const hasWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 3_000,
  });

/** The site's pictures on a page, in the format that current browsers load. */
const picturesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLSourceElement>('source[type="image/avif"]')].flatMap(
      ({ srcset }) => srcset.split(', ').map((part) => part.split(' ')[0] ?? ''),
    ),
  );

test('a page whose scripts are lost says so, and loads again when the connection is back', async ({
  device,
  network,
}) => {
  const lost = network.answerEvery('GET /assets/index-*.js', noAnswer);
  const page = await device.open('/booking');
  await expect(page.getByRole('alert')).toHaveText(
    'This page could not be loaded completely. Check your connection and reload the page.',
  );

  lost.stop();
  await cameBack(page);

  await expect(fieldsOf(page).name).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('pictures that are lost keep no worker from being installed, and come on a later visit', async ({
  device,
  network,
}) => {
  const lost = network.answerEvery('GET /assets/*.avif', noAnswer);
  await device.openInstalled('/');
  lost.stop();

  const page = await device.open('/services');

  const pictures = await picturesOf(page);
  expect(pictures.length).toBeGreaterThan(0);
  await expect
    .poll(
      () =>
        page.evaluate(
          async (addresses) =>
            (await Promise.all(addresses.map((address) => caches.match(address)))).filter(
              (kept) => !kept,
            ).length,
          pictures,
        ),
      'pictures not kept',
    )
    .toBe(0);
});

const isLookedAt = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

const WORKER = { lost: 'the worker', file: '/sw.js' };
const BACKGROUND = {
  lost: 'the code of what a page starts in the background',
  file: '/assets/background-*.js',
};

for (const { lost, file, when, again, tag } of [
  { ...WORKER, when: 'the connection is back', again: cameBack, tag: [] },
  { ...WORKER, when: 'the page is looked at again', again: isLookedAt, tag: '@nightly' },
  { ...BACKGROUND, when: 'the connection is back', again: cameBack, tag: '@nightly' },
  { ...BACKGROUND, when: 'the page is looked at again', again: isLookedAt, tag: [] },
]) {
  test(
    `where ${lost} could not be fetched, the worker is installed when ${when}`,
    { tag },
    async ({ device, network }) => {
      const answers = network.answerEvery(`GET ${file}`, noAnswer);
      const page = await device.open('/');
      await expect.poll(() => answers.count).toBeGreaterThan(0);
      answers.stop();

      await expect(async () => {
        await again(page);
        await hasWorker(page);
      }).toPass();
    },
  );
}

test(
  'code of a page’s background work that failed to load is fetched again within a minute',
  { tag: '@nightly' },
  async ({ device, network }) => {
    const answers = network.answerEvery(`GET ${BACKGROUND.file}`, noAnswer);
    const page = await device.context.newPage();
    await page.clock.install();
    await page.goto('/');
    await expect.poll(() => answers.count).toBeGreaterThan(0);
    answers.stop();

    await expect(async () => {
      await page.clock.fastForward('01:00');
      await hasWorker(page);
    }).toPass();
  },
);

for (const { what, file, tag } of [
  { what: 'script', file: '/assets/services-page-*.js', tag: [] },
  { what: 'page', file: '/services/index.html', tag: '@nightly' },
])
  test(
    `a sign-in page in place of a ${what} is not cached: the worker is installed once the ${what} is available`,
    { tag },
    async ({ device, network }) => {
      const answers = network.answerEvery(`GET ${file}`, signInPage);
      const page = await device.open('/');
      await expect.poll(() => answers.count).toBeGreaterThan(0);
      answers.stop();

      await expect(async () => {
        await cameBack(page);
        await hasWorker(page);
      }).toPass();

      expect(addressesOf(await cachedAnswers(page, ['hotel Wi-Fi']))).toEqual([]);
    },
  );
