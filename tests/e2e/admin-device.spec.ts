import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { hasItsId, listReplicas, readReplicas, readStore } from '../support/local-store.ts';
import { readStaffEntries } from '../support/outbox.ts';
import { openInstalledPortal, openPortal, signIn } from '../support/portal.ts';
import { deleteRows } from '../support/portal-list.ts';
import { storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { loginHeading, storedSession } from '../support/staff.ts';
import { expect, pageTest, test } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

const line = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) });
const wipeButton = (page: Page) => page.getByRole('button', { name: 'Wipe this device' });
const dialog = (page: Page) => page.getByRole('dialog');

async function openDevicePage(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Account' })
    .getByRole('link', { name: 'About this device' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'About this device' })).toBeFocused();
}

test.beforeEach(({ backend }) => backend.query('delete from public.bookings'));

pageTest(
  'the page about this device shows the stored data, its age and its size',
  async ({ device, backend }) => {
    await storeBooking(backend);
    await storeBooking(backend);
    await backend.query('delete from public.browser_errors');
    await backend.query(
      `insert into public.browser_errors (release, hash, kind, place, times)
       values ('index-1', '0123456789abcdef', 'Error', '/assets/index-1.js:1:2', 20)`,
    );
    const page = await openInstalledPortal(device);
    await openDevicePage(page);

    await expect(line(page, 'Bookings')).toContainText(
      /2 bookings kept, synced \w{3} \d{1,2} \w{3} \d{4}, \d{2}:\d{2}/,
    );
    await expect(page.getByText(/without checking that you may sign in/)).toBeVisible();
    await expect(line(page, 'Pages and scripts')).toContainText(/[1-9]\d* files/);
    await expect(line(page, 'The portal’s own files')).toContainText(/[1-9]\d* files/);
    await expect(page.getByText(/ used of the .+ this browser allows/)).toBeVisible();
    await expect(page.getByText('You have no changes waiting to be sent.')).toBeVisible();
    await expect(page.getByText(/^Browsers reported 1 error of the website/)).toBeVisible();
    await expectAccessible(page);
  },
);

pageTest(
  'a device that is wiped without a connection keeps no list and is signed out',
  async ({ device, backend }) => {
    await storeBooking(backend);
    const page = await openInstalledPortal(device);
    await openDevicePage(page);
    await device.goOffline();

    await wipeButton(page).click();
    await expect(dialog(page)).toContainText('The lists are removed from this device');
    expect(await readReplicas(page)).not.toEqual([]);
    await dialog(page).getByRole('button', { name: 'Wipe', exact: true }).click();

    await expect(loginHeading(page)).toBeVisible();
    await expect(toast(page, 'Device Wiped')).toBeVisible();
    await expect.poll(() => listReplicas(page)).toEqual([]);
    expect(await readStore(page, 'portalFacts')).toEqual([]);
    expect(await storedSession(page)).toBeNull();
  },
);

pageTest(
  'a change that waits is named by its list, and a wipe leaves it unless the person discards it',
  async ({ device, backend }) => {
    await storeBooking(backend, { name: 'Dougal Device' });
    const page = await openInstalledPortal(device, '/admin/bookings');
    await device.goOffline();
    await deleteRows(page, ['Dougal Device']);
    await openDevicePage(page);
    await expect(line(page, 'Bookings')).toContainText('1 change to send');
    await expect(page.getByText('You have 1 change waiting to be sent.')).toBeVisible();

    await wipeButton(page).click();
    await expect(dialog(page)).toContainText('1 change not sent yet');
    await dialog(page).getByRole('button', { name: 'Keep and wipe' }).click();

    await expect(loginHeading(page)).toBeVisible();
    await expect.poll(() => listReplicas(page)).toEqual([]);
    expect(await readStaffEntries(page)).toHaveLength(1);
  },
);

pageTest(
  'staff are told that the browser deleted its storage, until they have read it',
  async ({ device, backend }) => {
    const page = await openPortal(device);
    await hasItsId(page);
    const cdp = await device.context.newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', {
      origin: backend.url,
      storageTypes: 'indexeddb',
    });
    await page.goto('/admin/login');
    await signIn(page);

    const told = page.getByText(/Changes that were waiting on this device may be lost/);
    await expect(told).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(told).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);

pageTest(
  'once the browser grants persistent storage, the offer disappears and the heading has the focus',
  async ({ device }) => {
    await device.context.addInitScript(() => {
      let isPersisted = false;
      Object.assign(navigator.storage, {
        persisted: () => Promise.resolve(isPersisted),
        persist: () => Promise.resolve((isPersisted = true)),
      });
    });
    const page = await openPortal(device, '/admin/device');
    const protect = page.getByRole('button', { name: 'Protect it' });

    await protect.press('Enter');

    await expect(page.getByText(/^Protected: the browser keeps it/)).toBeVisible();
    await expect(protect).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);
