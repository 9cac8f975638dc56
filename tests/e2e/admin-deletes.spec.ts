import type { Page } from '@playwright/test';
import { aBooking } from '../support/booking.ts';
import type { TestBackend } from '../support/backend.ts';
import { answerWith, DELETION, pauseAnswer, refusal } from '../support/faults.ts';
import { expectNoToast } from '../support/late-chunk.ts';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
import {
  card,
  deleteButton,
  deleteRows,
  selectAll,
  selectBox,
  undoButtons,
  waitingDeletions,
} from '../support/portal-list.ts';
import {
  clear,
  storeApplication,
  storeBooking,
  storeMessage,
  storePosting,
} from '../support/portal-records.ts';
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

const LISTS = [
  {
    path: '/admin/bookings',
    store: storeBooking,
    column: 'name',
    title: 'Delete Bookings',
    question: 'Are you sure you want to delete 2 booking(s)? This action cannot be undone.',
    deleted: 'Deleted 2 booking(s)',
    empty: 'No bookings yet',
    table: 'bookings',
  },
  {
    path: '/admin/careers',
    store: storePosting,
    column: 'title',
    title: 'Delete Job Postings',
    question: 'Are you sure you want to delete 2 job posting(s)? This action cannot be undone.',
    deleted: 'Deleted 2 job posting(s)',
    empty: 'No job postings yet',
    table: 'careers',
  },
  {
    path: '/admin/applications',
    store: storeApplication,
    column: 'name',
    title: 'Delete Applications',
    question:
      'Are you sure you want to delete 2 application(s)? The associated resume files are deleted too. This action cannot be undone.',
    deleted: 'Deleted 2 application(s)',
    empty: 'No applications yet',
    table: 'job_applications',
  },
  {
    path: '/admin/messages',
    store: storeMessage,
    column: 'name',
    title: 'Delete Messages',
    question: 'Are you sure you want to delete 2 message(s)? This action cannot be undone.',
    deleted: 'Deleted 2 message(s)',
    empty: 'No messages yet',
    table: 'contact_messages',
  },
] as const;

for (const { path, store, column, title, question, deleted, empty, table } of LISTS) {
  pageTest(
    `${title}: a confirmed deletion removes the selection, with its own texts and those of the empty list`,
    async ({ device, backend }) => {
      await clear(backend, table);
      const ids = [
        await store(backend, { [column]: 'The first one' }),
        await store(backend, { [column]: 'The second one' }),
      ];
      const page = await openPortal(device, path);
      await expect(deleteButton(page)).toHaveCount(0);
      await selectBox(page, 'The first one').check();
      await expect(deleteButton(page)).toHaveText('Delete Selected (1)');
      await selectBox(page, 'The second one').check();
      await deleteButton(page).click();

      const dialog = page.getByRole('dialog', { name: title });
      const [text, cancel] = [
        dialog.getByText(question),
        dialog.getByRole('button', { name: 'Cancel' }),
      ];
      await expect(text).toBeVisible();
      await expect(dialog).toContainText('you can undo it until it is sent.');
      const [above, below] = [await text.boundingBox(), await cancel.boundingBox()];
      expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThanOrEqual(below?.y ?? NaN);
      await cancel.click();
      await expectShown(page, ['The first one', 'The second one']);
      await deleteButton(page).click();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();

      await expect(toast(page, /^Success$/)).toBeVisible();
      await expect(toast(page, deleted)).toBeVisible();
      await expect(page.getByText(empty)).toBeVisible();
      await expect(deleteButton(page)).toHaveCount(0);
      expect(await backend.query(`select 1 from public.${table}`)).toEqual([]);
      if (table === 'job_applications') {
        const files = 'select name from storage.objects where name like any($1)';
        expect(await backend.query(files, [ids.map((id) => `${id}.%`)])).toEqual([]);
      }
    },
  );
}

pageTest(
  'all shown rows can be selected and cleared at once, and a row that a search hides is not deleted',
  async ({ device, backend }) => {
    await clear(backend, 'bookings');
    const [first, second, third] = (await storeBookings(backend, 3)) as [string, string, string];
    const page = await openPortal(device, '/admin/bookings');
    await expectShown(page, [first, second, third]);

    await selectAll(page).check();
    await expect(deleteButton(page)).toHaveText('Delete Selected (3)');
    await page.getByRole('main').getByRole('searchbox').fill(second);
    await expect(deleteButton(page)).toHaveText('Delete Selected (1)');
    await deleteRows(page, []);
    await expect(toast(page, 'Deleted 1 booking(s)')).toBeVisible();
    await page.getByRole('main').getByRole('searchbox').fill('');

    await expectShown(page, [first, third]);
    await expect(deleteButton(page)).toHaveCount(0);
    expect(await countStored(backend, [first, second, third])).toBe(2);
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

pageTest(
  'a deletion that the server refuses brings the rows back, with the error',
  async ({ device, network, backend }) => {
    const names = await storeBookings(backend, 2);
    const page = await openPortal(device, '/admin/bookings');
    await expectShown(page, names);
    network.answerEvery(DELETION, refusal);

    await deleteRows(page, names);

    await expect(toast(page, 'Error')).toBeVisible();
    await expect(toast(page, 'Failed to delete bookings')).toBeVisible();
    await expectShown(page, names);
    expect(await countStored(backend, names)).toBe(2);
  },
);

pageTest(
  'bookings that can not be loaded say so, and those on the device stay readable',
  async ({ device, network, backend }) => {
    const names = await storeBookings(backend, 1);
    const page = await openPortal(device, '/admin/bookings');
    await expectShown(page, names);
    network.answerEvery(
      'POST /rest/v1/rpc/changes*',
      answerWith(400, { code: 'P0001', message: 'no', details: null, hint: null }),
    );

    await page.getByRole('button', { name: 'Sync now' }).click();

    await expect(toast(page, 'Failed to fetch bookings')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
    ).toHaveCount(1);
    await expectShown(page, names);
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
