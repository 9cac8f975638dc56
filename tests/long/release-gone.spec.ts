import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { aBooking } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { INSERT, noAnswer, serverError } from '../support/faults.ts';
import { readStore, writeEntries } from '../support/local-store.ts';
import { becomesNext, isNext } from '../support/next-release.ts';
import { releaseTest as test } from '../support/releases.ts';
import { expect } from '../support/test.ts';

test('a page without a worker whose files are gone from the server reloads into the current release', async ({
  device,
  network,
  site,
  nextRelease,
}) => {
  const workers = network.answerEvery('GET /sw.js', noAnswer);
  const page = await device.open('/privacy');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect.poll(() => workers.count).toBeGreaterThan(0);
  await site.deploy(nextRelease);

  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => isNext(page).catch(() => false)).toBe(true);
});

test('the kill switch removes the worker and keeps the outbox', async ({
  device,
  network,
  site,
  nextRelease,
}) => {
  const killed = await mkdtemp(path.join(tmpdir(), 'killed-'));
  await cp(nextRelease, killed, { recursive: true });
  await copyFile(path.join(PATHS.root, 'sw/kill-switch.js'), path.join(killed, 'sw.js'));
  const page = await device.openInstalled('/requests');
  network.answerEvery(INSERT, serverError);
  const entry = anEntry(aBooking());
  await writeEntries(page, [entry]);
  await site.deploy(killed);

  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());

  await expect.poll(() => page.evaluate(() => caches.keys()).catch(() => null)).toEqual([]);
  const entries = await readStore<{ id: string }>(page, 'entries');
  expect(entries.map(({ id }) => id)).toEqual([entry.id]);
  await becomesNext(await device.open('/about'));
  await device.goOffline();
  await expect(device.open('/about')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await rm(killed, { recursive: true });
});
