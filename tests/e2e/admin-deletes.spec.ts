import type { Page } from '@playwright/test';
import { aBooking } from '../support/booking.ts';
import type { TestBackend } from '../support/backend.ts';
import { DELETION, pauseAnswer, refusal } from '../support/faults.ts';
import { expectNoToast } from '../support/late-chunk.ts';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
import {
  card,
  deleteButton,
  deleteRows,
  selectBox,
  undoButtons,
  waitingDeletions,
} from '../support/portal-list.ts';
import { clear, storeApplication, storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

/** Stores this many bookings with unique names, the newest first. */
async function storeBookings(backend: TestBackend, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => aBooking().name);
  for (const [minutes, name] of names.entries()) {
    await storeBooking(backend, {
      name,
      created_at: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
  }
  return names;
}

/** The number of these bookings on the server. */
const countStored = async (backend: TestBackend, names: readonly string[]) =>
  (await backend.query('select 1 from public.bookings where name = any($1)', [names])).length;

const expectShown = async (page: Page, names: readonly string[]) => {
  for (const name of names) await expect(card(page, name)).toBeVisible();
};
const expectNotShown = async (page: Page, names: readonly string[]) => {
  for (const name of names) await expect(card(page, name)).toHaveCount(0);
};

/**
 * Watches for a row, however briefly it shows. Returns a function that tells whether it was seen.
 */
async function watchFor(page: Page, name: string): Promise<() => Promise<boolean>> {
  const watch = await page.evaluateHandle((text) => {
    const state = { seen: false };
    new MutationObserver(() => {
      state.seen ||= [...document.querySelectorAll('article h2')].some(
        (heading) => heading.textContent === text,
      );
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return state;
  }, name);
  return () => watch.evaluate(({ seen }) => seen);
}

pageTest(
  'a confirmed deletion of applications removes the selection and its files',
  async ({ device, backend }) => {
    await clear(backend, 'job_applications');
    const ids = [
      await storeApplication(backend, { name: 'The first one' }),
      await storeApplication(backend, { name: 'The second one' }),
    ];
    const page = await openPortal(device, '/admin/applications');
    await selectBox(page, 'The first one').check();
    await selectBox(page, 'The second one').check();
    await deleteButton(page).click();

    const dialog = page.getByRole('dialog', { name: 'Delete Applications' });
    await expect(
      dialog.getByText(
        'Are you sure you want to delete 2 application(s)? The associated resume files are deleted too. This action cannot be undone.',
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();

    await expect(toast(page, /^Success$/)).toBeVisible();
    await expect(toast(page, 'Deleted 2 application(s)')).toBeVisible();
    await expect(page.getByText('No applications yet')).toBeVisible();
    expect(await backend.query('select 1 from public.job_applications')).toEqual([]);
    const files = 'select name from storage.objects where name like any($1)';
    expect(await backend.query(files, [ids.map((id) => `${id}.%`)])).toEqual([]);
  },
);

pageTest(
  'with the keyboard alone, the focus goes on to the next row after a deletion',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    const names = (await storeBookings(backend, 3)) as [string, string, string];
    const page = await openPortal(device, '/admin/bookings');
    await selectBox(page, names[1]).focus();
    await page.keyboard.press('Space');
    await deleteButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).focus();
    await page.keyboard.press('Enter');

    await expectNotShown(page, [names[1]]);
    await expect(selectBox(page, names[2])).toBeFocused();
  },
);

pageTest.describe('on a device that keeps the portal', () => {
  pageTest.use({ visitedBefore: 'portal' });

  pageTest(
    'rows deleted offline disappear at once and for good, and are deleted when the connection is back',
    async ({ device, backend }) => {
      const names = await storeBookings(backend, 2);
      const page = await openInstalledPortal(device, '/admin/bookings');
      await expectShown(page, names);
      await device.goOffline();

      await deleteRows(page, names);

      await expectNotShown(page, names);
      await expect(
        page
          .getByRole('listitem')
          .getByText('2 bookings will be deleted as soon as there is a connection.'),
      ).toBeVisible();
      await expectNoToast(page, 'Success');
      await page.reload();
      await expect(waitingDeletions(page)).toBeVisible();
      await expectNotShown(page, names);
      expect(await countStored(backend, names)).toBe(2);

      await goTo(page, 'Messages');
      await device.goOnline();

      await expect(toast(page, 'Deleted 2 booking(s)')).toHaveCount(1);
      expect(await countStored(backend, names)).toBe(0);
      await goTo(page, 'Bookings');
      await expect(waitingDeletions(page)).toHaveCount(0);
      await expectNotShown(page, names);
    },
  );

  pageTest(
    'a row that waits to be deleted never shows again, whatever is pulled meanwhile',
    async ({ device, network, backend }) => {
      const [name] = (await storeBookings(backend, 1)) as [string];
      const { answer, arrived: reached, release } = pauseAnswer();
      const page = await openInstalledPortal(device, '/admin/bookings');
      await device.goOffline();
      await deleteRows(page, [name]);
      await expectNotShown(page, [name]);
      const seen = await watchFor(page, name);

      network.answerInTurn('POST /rest/v1/rpc/has_role*', [answer]);
      await device.goOnline();
      await reached;
      const [other] = (await storeBookings(backend, 1)) as [string];
      await page.getByRole('button', { name: 'Sync now' }).click();
      await expectShown(page, [other]);
      release();

      await expect(toast(page, 'Deleted 1 booking(s)')).toBeVisible();
      expect(await countStored(backend, [name])).toBe(0);
      expect(await seen()).toBe(false);
    },
  );

  pageTest(
    'a deletion made offline can be taken back until the connection is back',
    async ({ device, backend }) => {
      const [kept, gone] = (await storeBookings(backend, 2)) as [string, string];
      const page = await openInstalledPortal(device, '/admin/bookings');
      await device.goOffline();
      await deleteRows(page, [gone]);
      await expect(undoButtons(page)).toHaveCount(1);
      await deleteRows(page, [kept]);
      await expect(undoButtons(page)).toHaveCount(2);

      await undoButtons(page).first().click();

      await expectShown(page, [kept]);
      await expect(undoButtons(page)).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await device.goOnline();
      await expect(toast(page, 'Deleted 1 booking(s)')).toBeVisible();
      expect([await countStored(backend, [kept]), await countStored(backend, [gone])]).toEqual([
        1, 0,
      ]);
    },
  );

  pageTest(
    'a deletion made offline far down a list can be taken back from where it was made',
    async ({ device, backend }) => {
      const names = await storeBookings(backend, 20);
      const last = names[19] ?? '';
      const page = await openInstalledPortal(device, '/admin/bookings');
      await device.goOffline();
      await deleteRows(page, [last]);
      await expectNotShown(page, [last]);

      await toast(page, '1 booking will be deleted as soon as there is a connection.').waitFor();
      await page
        .getByRole('region', { name: /^Notifications/ })
        .getByRole('button', { name: 'Undo' })
        .click();

      await expectShown(page, [last]);
      await expect(undoButtons(page)).toHaveCount(0);
    },
  );

  pageTest(
    'a deletion made offline and refused later brings the rows back, with the error, on whatever screen',
    async ({ device, network, backend }) => {
      const names = await storeBookings(backend, 1);
      const page = await openInstalledPortal(device, '/admin/bookings');
      await device.goOffline();
      await deleteRows(page, names);
      await expect(waitingDeletions(page)).toBeVisible();
      await goTo(page, 'Dashboard');
      network.answerEvery(DELETION, refusal);

      await device.goOnline();

      await expect(toast(page, 'Failed to delete bookings')).toBeVisible();
      await goTo(page, 'Bookings');
      await expectShown(page, names);
    },
  );
});
