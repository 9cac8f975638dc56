import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { DELETION, noAnswer } from '../support/faults.ts';
import { becomesNext, isNext, offer, openWithRelease, updateNow } from '../support/next-release.ts';
import { card, deleteRows, searchField, waitingDeletions } from '../support/portal-list.ts';
import { clear, storeManyBookings } from '../support/portal-records.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { releaseTest } from '../support/releases.ts';
import { toast } from '../support/requests.ts';
import { expect } from '../support/test.ts';

/** The last release whose copies had no digests and whose deletions were a hundred rows a request. */
const BEFORE = '67def50c8ee64cd498f9673a4a39b70e0165b417';
const run = promisify(execFile);

const MANY = 300;

interface Fixtures {
  /** The folder of that release, built of its own sources; null where the history is not there. */
  releaseBefore: string | null;
}

const test = releaseTest.extend<object, Fixtures>({
  releaseBefore: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'release-before-'));
      const isThere = await run('git', ['cat-file', '-e', BEFORE], { cwd: PATHS.root }).then(
        () => true,
        () => false,
      );
      if (isThere) {
        await run('sh', ['-c', `git archive ${BEFORE} | tar -x -C ${folder}`], { cwd: PATHS.root });
        await symlink(path.join(PATHS.root, 'node_modules'), path.join(folder, 'node_modules'));
        await run('npm', ['run', 'build'], { cwd: folder });
      }
      await use(isThere ? path.join(folder, 'dist') : null);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('a device comes from the release before with all its lists and a change that waits, and loses neither', async ({
  device,
  site,
  network,
  releaseBefore,
  nextRelease,
}) => {
  test.skip(
    releaseBefore === null,
    'The history of this checkout does not go back to that release.',
  );
  test.slow();
  await clear(site, 'bookings');
  await storeManyBookings(site, MANY);
  await site.deploy(releaseBefore ?? '');
  const first = await openInstalledPortal(device, '/admin/bookings');
  const cuts = ['DELETE /rest/v1/*', DELETION].map((requests) =>
    network.answerEvery(requests, noAnswer),
  );
  await deleteRows(first, ['Customer 1', 'Customer 3']);
  await expect(waitingDeletions(first)).toBeVisible({ timeout: 20_000 });

  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/admin/dashboard');
  await expect(offer(page)).toBeVisible();
  await updateNow(page);
  await becomesNext(page);
  await device.goOffline();

  const offline = await device.open('/admin/bookings');
  expect(await isNext(offline)).toBe(true);
  await expect(card(offline, 'Customer 2')).toBeVisible();
  await expect(card(offline, 'Customer 3')).toHaveCount(0);
  await expect(waitingDeletions(offline)).toBeVisible();
  await searchField(offline).fill(`customer${MANY}@`);
  await expect(offline.getByText(`1 of ${MANY - 2} bookings`)).toBeVisible();
  await searchField(offline).fill('');

  for (const cut of cuts) cut.stop();
  await device.goOnline();
  await expect(toast(offline, 'Deleted 2 booking(s)')).toBeVisible({ timeout: 30_000 });
  expect(await site.query('select 1 from public.bookings')).toHaveLength(MANY - 2);
});
