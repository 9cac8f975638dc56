import { pauseAnswer } from '../support/faults.ts';
import { rowsOf, upload } from '../support/gallery.ts';
import { listReplicas, readReplicas, readStore } from '../support/local-store.ts';
import { readStaffEntries, sentEverythingOfStaff } from '../support/outbox.ts';
import { readStored, aPhoto } from '../support/photos.ts';
import { clear, storeBooking, storeManyBookings } from '../support/portal-records.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { signOutButton } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

// Its worker keeps the portal already, so that a first copy has the processor to itself.
test.use({ visitedBefore: 'portal', inShell: true });

test('after a kill while a tab blocked the removal of the lists, the next start of any page removes them', async ({
  device,
  backend,
}) => {
  await storeBooking(backend);
  const page = await openInstalledPortal(device);
  expect(await readReplicas(page)).not.toEqual([]);
  const [name = ''] = await listReplicas(page);
  // A tab that does not answer, like a frozen one.
  const frozen = await device.open('/robots.txt');
  await frozen.evaluate(
    (copy) =>
      new Promise((resolve) => {
        const opening = indexedDB.open(copy);
        opening.onsuccess = () => resolve(Object.assign(window, { held: opening.result }).name);
      }),
    name,
  );

  await signOutButton(page).click();
  await expect.poll(() => readStore(page, 'replicas')).toEqual([]);
  expect(await listReplicas(page)).toEqual([name]);
  await device.kill();
  await device.start();

  const anyPage = await device.open('/about');
  await expect.poll(() => listReplicas(anyPage)).toEqual([]);
});

for (const moment of ['at once', 'when the session is gone'] as const) {
  test(
    `a browser killed ${moment} after a sign-out has kept the session and the lists, or neither`,
    { tag: moment === 'at once' ? [] : '@nightly' },
    async ({ device, backend }) => {
      await storeBooking(backend);
      const page = await openInstalledPortal(device);
      await signOutButton(page).evaluate((button: HTMLElement) => button.click());
      if (moment !== 'at once') await expect.poll(() => readStore(page, 'session')).toEqual([]);
      await device.kill();
      await device.start();

      const anyPage = await device.open('/about');
      const isSignedIn = (await readStore(anyPage, 'session')).length > 0;
      if (moment !== 'at once') expect(isSignedIn).toBe(false);
      await expect.poll(() => listReplicas(anyPage)).toHaveLength(isSignedIn ? 1 : 0);
    },
  );
}

test(
  'four photos whose browser is killed while the first is being prepared all arrive',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const page = await openInstalledPortal(device, '/admin/gallery');
    await device.goOffline();
    // The first one takes a while to prepare.
    const files = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        aPhoto({ name: `${i}.jpg`, ...(i === 0 && { width: 4000, height: 3000 }) }),
      ),
    );
    await upload(page, { files, alt: 'A stairwell of four' });
    await expect.poll(() => readStaffEntries(page)).toHaveLength(4);
    await device.kill();

    await device.start();
    const again = await device.open('/admin/gallery');
    await expect.poll(async () => (await rowsOf(backend, 'A stairwell of four')).length).toBe(4);
    await sentEverythingOfStaff(again);
    for (const { url } of await rowsOf(backend, 'A stairwell of four'))
      expect(await readStored(backend, url)).toMatchObject({ saysMore: false });
  },
);

test(
  'a first copy whose browser is killed goes on where it was',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    await clear(backend, 'bookings');
    await storeManyBookings(backend, 1_200);
    const paused = pauseAnswer();
    let asked = 0;
    const questions = network.answerEvery('POST /rest/v1/rpc/first_copy*', async (exchange) => {
      asked += 1;
      if (asked === 2) return paused.answer(exchange);
      exchange.give(await exchange.ask());
    });
    const page = await openPortal(device);
    await paused.arrived;
    await expect(page.getByText(/^Loading the lists: 1,000/)).toBeVisible();
    await device.kill();
    questions.stop();

    await device.start();
    const again = await device.open('/admin/dashboard');

    await expect(again.getByText(/^Synced \d/)).toBeVisible();
    expect((await readReplicas(again)).filter(({ table }) => table === 'bookings')).toHaveLength(
      1_200,
    );
  },
);
