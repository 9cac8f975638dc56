import type { Page } from '@playwright/test';
import { dayAfter } from '../../src/core/domain/london-time.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { setClock, setTomorrow, TOMORROW } from '../support/clock.ts';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { expect, pageTest as test } from '../support/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The server's time, before any job is over. */
const MORNING = Date.parse(`${TOMORROW}T06:00:00Z`);

const notice = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'This device’s clock' });
const group = (page: Page, name: string) =>
  page.getByRole('main').getByRole('region', { name: new RegExp(`^${name}`) });
const next = (page: Page, name: string) => page.getByRole('region', { name: `Next: ${name}` });

test.beforeEach(async ({ backend }) => {
  await clear(backend, 'bookings');
  for (const [name, day] of [
    ['Jean Today', TOMORROW],
    ['Tom Tomorrow', dayAfter(TOMORROW, 1)],
  ] as const)
    await storeBooking(backend, {
      name,
      preferred_date: day,
      status: 'confirmed',
    });
});

test('a device whose clock is a day ahead shows the server’s day, and says that its clock is wrong', async ({
  device,
  network,
}) => {
  const [right, ahead] = [MORNING - Date.now(), MORNING + DAY_MS - Date.now()];
  await setTomorrow(device, network);
  await setClock(device, ahead);
  const page = await openPortal(device, '/admin/dashboard');

  await expect(notice(page)).toContainText('This device’s clock is 24 hours ahead');
  await expect(notice(page)).toContainText(/It says \w{3} .*; our server says \w{3} /);
  await expect(next(page, 'Jean Today')).toContainText('Today');
  await expectAccessible(page);

  await goTo(page, 'Bookings');
  await page.getByText('Schedule', { exact: true }).click();
  await expect(group(page, 'Today').getByRole('article')).toHaveText([/Jean Today/]);
  await expect(group(page, 'Tomorrow').getByRole('article')).toHaveText([/Tom Tomorrow/]);

  await setClock(device, right);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(group(page, 'Today').getByRole('article')).toHaveText([/Jean Today/]);
});

test.describe('on a device that keeps the portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('without a connection a wrong clock is still corrected, until it is set right', async ({
    device,
    network,
  }) => {
    const [right, ahead] = [MORNING - Date.now(), MORNING + DAY_MS - Date.now()];
    await setTomorrow(device, network);
    await setClock(device, ahead);
    const page = await openInstalledPortal(device);
    await expect(notice(page)).toBeVisible();
    await device.goOffline();

    await page.reload();
    await expect(notice(page)).toContainText('24 hours ahead');
    await expect(next(page, 'Jean Today')).toContainText('Today');

    await setClock(device, right);
    await page.reload();
    await expect(next(page, 'Jean Today')).toContainText('Today');
    await expect(notice(page)).toHaveCount(0);
  });
});
