import { fieldsOf } from '../support/booking.ts';
import { noAnswer } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

test.use({ visitedBefore: false });

const cameBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

const hasWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 3_000 });

/** The site's pictures that a page shows, in the format that a browser of today reads. */
const picturesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLSourceElement>('source[type="image/avif"]')].flatMap(({ srcset }) => srcset.split(', ').map((part) => part.split(' ')[0] ?? '')),
  );

test('a page whose scripts are lost says so, and loads again when the connection is back', async ({ device, network }) => {
  const lost = network.answerEvery('GET /assets/index-*.js', noAnswer);
  const page = await device.open('/booking');
  await expect(page.getByRole('alert')).toHaveText('This page could not be loaded completely. Check your connection and reload the page.');

  lost.stop();
  await cameBack(page);

  await expect(fieldsOf(page).name).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('pictures that are lost keep no worker from being installed, and come on a later visit', async ({ device, network }) => {
  const lost = network.answerEvery('GET /assets/*.avif', noAnswer);
  await device.openInstalled('/');
  lost.stop();

  const page = await device.open('/services');

  const pictures = await picturesOf(page);
  expect(pictures.length).toBeGreaterThan(0);
  await expect
    .poll(() => page.evaluate(async (addresses) => (await Promise.all(addresses.map((address) => caches.match(address)))).filter((kept) => !kept).length, pictures), 'pictures not kept')
    .toBe(0);
});

test('a worker that could not be fetched is installed when the connection is back', async ({ device, network }) => {
  const lost = network.answerEvery('GET /sw.js', noAnswer);
  const page = await device.open('/');
  await expect.poll(() => lost.count).toBeGreaterThan(0);
  lost.stop();

  await expect(async () => {
    await cameBack(page);
    await hasWorker(page);
  }).toPass();
});

test('what a page starts in the background is started when the connection is back, if its code was lost', async ({ device, network }) => {
  const lost = network.answerEvery('GET /assets/background-*.js', noAnswer);
  const page = await device.open('/');
  await expect.poll(() => lost.count).toBeGreaterThan(0);
  lost.stop();

  await expect(async () => {
    await cameBack(page);
    await hasWorker(page);
  }).toPass();
});
