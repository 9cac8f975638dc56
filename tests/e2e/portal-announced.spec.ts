import type { Page } from '@playwright/test';
import { ADMIN } from '../backend/support/people.ts';
import { aBooking, book } from '../support/booking.ts';
import { answerWith } from '../support/faults.ts';
import { openPortal, openInstalledPortal } from '../support/portal.ts';
import { deleteRows, undoButtons, waitingDeletions } from '../support/portal-list.ts';
import { clear, storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** The live regions with this text, without the toasts. */
const announced = (page: Page, text: string | RegExp) =>
  page
    .locator('[role=status], [role=alert], [aria-live=polite]:not(section)')
    .filter({ hasText: text });
/** The buttons and links in live regions. */
const pressable = (page: Page) =>
  page.locator(':is([role=status], [role=alert]) :is(button, a:not([href^="tel:"]))');
const sync = (page: Page) => page.getByRole('button', { name: 'Sync now' }).click();

test('a failed sign-in is announced by its toast alone', async ({ device }) => {
  const page = await device.open('/admin/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(toast(page, 'Login Failed')).toBeVisible();
  await expect(page.getByRole('main').getByText('Login Failed')).toBeVisible();
  await expect(announced(page, /Login Failed|Invalid login credentials/)).toHaveCount(0);
});

test('a sync by hand is announced: its success by the frame, its failure by the toast alone', async ({
  device,
  network,
}) => {
  const page = await openPortal(device, '/admin/dashboard');
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  await expect(announced(page, /Synced/)).toHaveCount(0);
  await sync(page);
  await expect(announced(page, /^Synced \d/)).toHaveCount(1);

  const down = network.answerEvery('POST /rest/v1/rpc/changes', answerWith(503, {}));
  await sync(page);
  await expect(toast(page, 'The lists could not be synced')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('The server is having trouble.');
  await expect(announced(page, /trouble|Synced/)).toHaveCount(0);
  down.stop();

  await sync(page);
  await expect(announced(page, /^Synced \d/)).toHaveCount(1);
  network.answerEvery('POST /rest/v1/rpc/changes', answerWith(503, {}));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(announced(page, 'The server is having trouble.')).toHaveCount(1);
});

test.describe('on a device that keeps the portal', () => {
  test.use({ visitedBefore: 'portal' });

  test('a waiting deletion and its undoing are announced once, by regions without buttons', async ({
    device,
    backend,
  }) => {
    await clear(backend, 'bookings');
    await storeBooking(backend, { name: 'Jean Waiting' });
    const page = await openInstalledPortal(device, '/admin/bookings');
    await device.goOffline();
    await deleteRows(page, ['Jean Waiting']);

    await expect(waitingDeletions(page)).toBeVisible();
    await expect(announced(page, 'will be deleted')).toHaveCount(1);
    await expect(pressable(page)).toHaveCount(0);

    await undoButtons(page).click();
    await expect(announced(page, 'The deletion was undone.')).toHaveCount(1);
  });

  test('a waiting answer is announced by its toast alone', async ({ device, backend }) => {
    await clear(backend, 'bookings');
    const id = await storeBooking(backend, { name: 'Jean Answered' });
    const page = await openInstalledPortal(device, '/admin/bookings');
    await device.goOffline();
    await page
      .getByRole('link', { name: /^Answer/ })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
    await page.getByRole('radio', { name: 'Decline' }).check();
    await page.getByRole('button', { name: 'Decline booking' }).click();

    await expect(toast(page, 'Saved on this device')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('Waiting to be sent')).toBeVisible();
    await expect(announced(page, 'Waiting to be sent')).toHaveCount(0);
    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(main.getByRole('button', { name: /^Undo the answer/ })).toBeVisible();
    await expect(pressable(page)).toHaveCount(0);
  });
});

test('a sent booking is announced by the focus on its result, and its toast is not read', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await book(page, aBooking());

  await expect(page.getByRole('heading', { level: 1, name: 'Request received' })).toBeFocused();
  await expect(toast(page, /^Booking request submitted/)).toHaveAttribute('aria-hidden', 'true');
  await expect(announced(page, 'has reached us')).toHaveCount(0);
});

test('a booking that is refused while its form is open is announced by the focus on its notice', async ({
  device,
  network,
}) => {
  network.answerInTurn('POST /rest/v1/bookings*', [
    answerWith(400, { code: '23514', message: 'refused', details: null, hint: null }),
  ]);
  const page = await device.open('/booking');
  await book(page, aBooking());

  await expect(page.getByRole('group', { name: /still in the form/ })).toBeFocused();
  await expect(toast(page, /^Failed to submit booking/)).toHaveAttribute('aria-hidden', 'true');
  await expect(announced(page, /Failed to submit/)).toHaveCount(0);
});

test('a cancelled booking keeps the focus in its card, and only its last state is announced', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await book(page, aBooking());
  await page.getByRole('main').getByRole('link', { name: 'See it in My requests' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Cancel this booking' }).click();
  const states = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const heard: string[] = [];
        new MutationObserver(() => {
          for (const { textContent } of document.querySelectorAll('li [role=status]'))
            if (textContent && heard.at(-1) !== textContent) heard.push(textContent);
          if (heard.includes('Cancelled')) resolve(heard);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel this booking' }).click();

  expect(await states).toEqual(['Cancelled']);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeFocused();
});
