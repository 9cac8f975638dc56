import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { pauseAnswer, noAnswer } from '../support/faults.ts';
import {
  becomesNext,
  isNext,
  offer,
  openWithRelease,
  takenOver,
  updateNow,
} from '../support/next-release.ts';
import { releaseTest } from '../support/releases.ts';
import { expect } from '../support/test.ts';

/** A document that only the worker requests at this address. */
const DOCUMENT = 'GET /about/index.html';

interface Fixtures {
  /**
   * The folder of a third release: the checkout's build with one changed document, otherwise
   * identical to the first.
   */
  thirdRelease: string;
}

const test = releaseTest.extend<Fixtures>({
  thirdRelease: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'third-'));
    await cp(PATHS.dist, folder, { recursive: true });
    const worker = path.join(folder, 'sw.js');
    const listed = /"revision":"\w+","url":"about\/index.html"/;
    const code = await readFile(worker, 'utf8');
    expect(code).toMatch(listed);
    await writeFile(worker, code.replace(listed, '"revision":"third","url":"about/index.html"'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const beginUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

const isInstalling = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null);

/** The cached files that the server no longer has. */
const filesOfOldReleases = (page: Page) =>
  page.evaluate(async () => {
    const kept = (
      await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    ).flat();
    const files = kept.filter(({ url }) => new URL(url).pathname.startsWith('/assets/'));
    const answers = await Promise.all(
      files.map(({ url }) => fetch(url, { method: 'HEAD', cache: 'no-store' })),
    );
    return answers.filter(({ ok }) => !ok).map(({ url }) => url);
  });

test(
  'a release that installs while another takes over keeps all its own files',
  { tag: '@nightly' },
  async ({ device, network, site, nextRelease, thirdRelease }) => {
    test.slow();
    await device.openInstalled('/');
    await site.deploy(nextRelease);
    const page = await openWithRelease(device, '/careers');
    await expect(offer(page)).toBeVisible();
    await site.deploy(thirdRelease);
    const paused = pauseAnswer();
    network.answerInTurn(DOCUMENT, [paused.answer]);
    await beginUpdate(page);
    await paused.arrived;

    await updateNow(page);
    await becomesNext(page);
    paused.release();
    await expect(offer(page)).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await updateNow(page);
    await reloaded;
    await takenOver(page);

    expect(await isNext(page)).toBe(false);
    await expect.poll(() => filesOfOldReleases(page)).toEqual([]);
    await device.goOffline();
    for (const { path: address } of DISTINCT_PAGES) {
      const offline = await device.open(address);
      await expect(offline.getByRole('heading', { level: 1 })).toBeVisible();
      await offline.waitForLoadState('networkidle');
      await expect(offline.getByRole('alert')).toHaveCount(0);
      await offline.close();
    }
  },
);

test(
  'a release that failed to install twice is offered by the same page once it is installed',
  { tag: '@nightly' },
  async ({ device, network, site, nextRelease }) => {
    const page = await device.openInstalled('/');
    await site.deploy(nextRelease);
    const losses = network.answerEvery(DOCUMENT, noAnswer);
    for (const count of [1, 2]) {
      await beginUpdate(page);
      await expect.poll(() => losses.count).toBe(count);
      await expect.poll(() => isInstalling(page)).toBe(false);
    }
    losses.stop();
    await expect(offer(page)).toHaveCount(0);

    await beginUpdate(page);

    await expect(offer(page)).toBeVisible();
  },
);
