import type { Page } from '@playwright/test';
import {
  aBooking,
  book,
  bookAnother,
  expectEmptyForm,
  expectFilledIn,
  fieldsOf,
  outcomeNotice,
  submitButton,
} from '../support/booking.ts';
import { INSERT, refusal } from '../support/faults.ts';
import { arrives, expectHasOnce } from '../support/office.ts';
import { editOffline, noRequests, toast } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: null, inShell: true });

/**
 * Delays every database open until `answerNow`, as some private windows do, and WebKit after a page
 * was left during a transaction.
 */
function beSilent(): void {
  const open = IDBFactory.prototype.open;
  const waiting: (() => void)[] = [];
  IDBFactory.prototype.open = function (...args) {
    const asked: Record<string, unknown> = {};
    waiting.push(() => {
      const request = open.apply(this, args);
      for (const name of ['result', 'error', 'transaction'] as const)
        Object.defineProperty(asked, name, { get: () => request[name] });
      for (const name of ['success', 'error', 'blocked', 'upgradeneeded']) {
        request.addEventListener(name, (event) =>
          (asked[`on${name}`] as ((event: Event) => void) | undefined)?.(event),
        );
      }
    });
    return asked as unknown as IDBOpenDBRequest;
  };
  Object.assign(window, {
    answerNow: () => {
      IDBFactory.prototype.open = open;
      for (const answer of waiting) answer();
    },
  });
}

const answerNow = (page: Page) =>
  page.evaluate(() => (window as unknown as { answerNow: () => void }).answerNow());

/** Stops all answers of IndexedDB in this page. */
const fallSilent = (page: Page) =>
  page.evaluate(() => {
    for (const name of ['onsuccess', 'onerror'])
      Object.defineProperty(IDBRequest.prototype, name, { set: () => undefined });
  });

test(
  'where the device’s storage never answers, a refused booking is sent again, and another one after it',
  { tag: '@nightly' },
  async ({ device, backend, network }) => {
    const [booking, next] = [aBooking(), aBooking()];
    network.answerInTurn(INSERT, [refusal]);
    await device.context.addInitScript(beSilent);
    const page = await device.open('/booking');
    await book(page, booking);
    await expect(toast(page, 'Failed to submit booking. Please try again.')).toBeVisible();
    await expectFilledIn(page, booking);

    await submitButton(page).click();
    await expect(outcomeNotice(page)).toContainText('Request received');
    await bookAnother(page);
    await book(page, next);

    await arrives(backend, next);
    await expectHasOnce(backend, booking);
    await expectHasOnce(backend, next);
  },
);

test.describe('on a device that keeps the site', () => {
  test.use({ visitedBefore: 'site' });

  test('an edit can be given up though the device’s storage has fallen silent', async ({
    device,
  }) => {
    const booking = aBooking();
    const { requests } = await editOffline(device, booking);
    await expectFilledIn(requests, booking);
    await fallSilent(requests);

    await requests.getByRole('button', { name: 'Cancel editing' }).click();

    await expectEmptyForm(requests);
    await expect(fieldsOf(requests).name).toBeFocused();
  });
});

test(
  'My requests says that it is loading, then that the storage does not answer, and shows the requests once it does',
  { tag: '@nightly' },
  async ({ device }) => {
    await device.context.addInitScript(beSilent);
    const page = await device.open('/requests');
    await expect(page.getByRole('status', { name: 'Loading your requests' })).toBeVisible();

    const notice = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: 'does not answer' });
    await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expect(page.getByRole('status', { name: 'Loading your requests' })).toHaveCount(0);

    await answerNow(page);
    await expect(noRequests(page)).toBeVisible();
    await expect(notice).toHaveCount(0);
  },
);
