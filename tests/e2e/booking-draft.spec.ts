import type { Page } from '@playwright/test';
import type { Booking } from '../../src/core/domain/booking.ts';
import {
  aBooking,
  book,
  expectEmptyForm,
  expectFilledIn,
  fieldsOf,
  fillIn,
  outcomeNotice,
  readReference,
  submitButton,
} from '../support/booking.ts';
import type { Device } from '../support/device.ts';
import { pauseAnswer, INSERT, refusal } from '../support/faults.ts';
import { readStore } from '../support/local-store.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { editOffline, requestCard, toast } from '../support/requests.ts';
import { expect, pageTest, test } from '../support/test.ts';

const KEPT = 'We kept what you typed';

test('typed text survives the kill of the browser', async ({ device }) => {
  const page = await device.open('/booking');
  await fieldsOf(page).name.fill('Ailsa Craig');
  await expect
    .poll(() => readStore(page, 'forms'))
    .toMatchObject([{ values: { name: 'Ailsa Craig' } }]);

  await device.kill();
  await device.start();

  await expect(fieldsOf(await device.open('/booking')).name).toHaveValue('Ailsa Craig');
});

pageTest(
  'a booking that is on its way is no draft again when the page is left',
  async ({ device, network }) => {
    const paused = pauseAnswer();
    network.answerInTurn(INSERT, [paused.answer]);
    const page = await device.open('/booking');
    await book(page, aBooking());
    await paused.arrived;
    await expect.poll(() => readStore(page, 'entries')).toHaveLength(1);

    await page.reload();

    await expectEmptyForm(page);
    await expect(page.getByText(KEPT)).toHaveCount(0);
    expect(await readStore(page, 'forms')).toEqual([]);
    paused.release();
  },
);

pageTest(
  'typed text survives a reload and is cleared on request, with the focus on the form’s first field',
  async ({ device }) => {
    const page = await device.open('/booking');
    const booking = aBooking();
    await fillIn(page, booking);
    await expect.poll(() => readStore(page, 'forms')).toHaveLength(1);
    await page.reload();
    await expectFilledIn(page, booking);
    await expect(page.getByText(KEPT)).toBeVisible();

    const clear = page.getByRole('button', { name: 'Clear' });
    await clear.press('Enter');

    await expectEmptyForm(page);
    await expect.poll(() => readStore(page, 'forms')).toEqual([]);
    await expect(clear).toHaveCount(0);
    await expect(fieldsOf(page).name).toBeFocused();
  },
);

/** Holds React’s scheduled drawing back until the returned function is called. */
async function holdDrawing(page: Page): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(() => {
    const post = MessagePort.prototype.postMessage;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (message: unknown) {
      held.push(() => post.call(this, message));
    };
    return () => {
      MessagePort.prototype.postMessage = post;
      for (const run of held) run();
    };
  });
  return () => release.evaluate((run) => run());
}

pageTest.describe('a draft, with two tabs open', () => {
  /** The tab where it was typed, and one that was opened later. */
  async function openTwice(device: Device, booking: Booking): Promise<[Page, Page]> {
    const first = await device.open('/booking');
    await fillIn(first, booking);
    await expect
      .poll(() => readStore(first, 'forms'))
      .toMatchObject([{ values: { notes: booking.notes ?? '' } }]);
    const second = await device.open('/booking');
    await expectFilledIn(second, booking);
    return [first, second];
  }

  pageTest(
    'is offered in neither once it is submitted in one, and the other names its reference',
    { tag: '@nightly' },
    async ({ device, backend }) => {
      const booking = aBooking();
      const [first, second] = await openTwice(device, booking);

      await submitButton(first).click();

      await expect(outcomeNotice(second)).toContainText('Submitted in another tab');
      await expectEmptyForm(second);
      await expect(second.getByText(KEPT)).toHaveCount(0);
      await expect(outcomeNotice(first)).toBeVisible();
      expect(await readReference(second)).toBe(await readReference(first));
      await expectReceivedOnce(device, backend, booking);

      const next = aBooking();
      await book(second, next);
      await expectReceivedOnce(device, backend, next);
    },
  );

  pageTest('becomes one booking when both submit it at once', async ({ device, backend }) => {
    const booking = aBooking();
    const tabs = await openTwice(device, booking);

    await Promise.all(
      tabs.map((page) =>
        submitButton(page).evaluate((button: HTMLButtonElement) => button.click()),
      ),
    );

    for (const page of tabs) await expect(outcomeNotice(page)).toBeVisible();
    const [one, other] = await Promise.all(tabs.map(readReference));
    expect(other).toBe(one);
    await expectReceivedOnce(device, backend, booking);
  });

  pageTest(
    'becomes one booking when the other tab is too busy to draw before its submit',
    async ({ device, backend }) => {
      const booking = aBooking();
      const [first, second] = await openTwice(device, booking);
      const draw = await holdDrawing(second);

      await submitButton(first).click();
      await expect(outcomeNotice(first)).toBeVisible();
      await submitButton(second).evaluate((button: HTMLButtonElement) => button.click());
      await draw();

      await expect(outcomeNotice(second)).toBeVisible();
      expect(await readReference(second)).toBe(await readReference(first));
      await expectReceivedOnce(device, backend, booking);
    },
  );

  pageTest('is changed and cleared in both', async ({ device }) => {
    const [first, second] = await openTwice(device, aBooking());

    await fieldsOf(first).name.fill('Another One');
    await expect(fieldsOf(second).name).toHaveValue('Another One');

    await second.getByRole('button', { name: 'Clear' }).click();
    await expectEmptyForm(first);
    await expect.poll(() => readStore(first, 'forms')).toEqual([]);
  });

  pageTest(
    'is not emptied by another draft that took its place and was submitted',
    async ({ device, backend }) => {
      const [first, second] = [await device.open('/booking'), await device.open('/booking')];
      const [booking, other] = [aBooking(), aBooking()];
      for (const [page, values] of [
        [second, other],
        [first, booking],
      ] as const) {
        await fillIn(page, values);
        await expect
          .poll(() => readStore(page, 'forms'))
          .toMatchObject([{ values: { name: values.name, notes: values.notes ?? '' } }]);
      }

      await submitButton(first).click();
      await expectReceivedOnce(device, backend, booking);

      await expectFilledIn(second, other);
      await submitButton(second).click();
      await expectReceivedOnce(device, backend, other);
    },
  );
});

pageTest.describe('on a device that keeps the site', () => {
  pageTest.use({ visitedBefore: 'site' });

  pageTest(
    'after an edit is given up by keyboard, the first field of the empty form has the focus',
    { tag: '@nightly' },
    async ({ device }) => {
      const { requests } = await editOffline(device, aBooking());
      const cancel = requests.getByRole('button', { name: 'Cancel editing' });

      await cancel.press('Enter');

      await expect(cancel).toHaveCount(0);
      await expectEmptyForm(requests);
      await expect(fieldsOf(requests).name).toBeFocused();
    },
  );
});

pageTest(
  'a refused draft that was cleared is no longer said to be in the form',
  { tag: '@nightly' },
  async ({ device, network }) => {
    network.answerInTurn(INSERT, [refusal]);
    const page = await device.open('/booking');
    await fillIn(page, aBooking());
    await expect.poll(() => readStore(page, 'forms')).toHaveLength(1);
    await page.reload();
    await expect(page.getByText(KEPT)).toBeVisible();
    await submitButton(page).click();
    const notice = page.getByText('What you typed is still in the form.');
    await expect(notice).toBeVisible();

    await page.getByRole('button', { name: 'Clear' }).click();

    await expectEmptyForm(page);
    await expect(notice).toHaveCount(0);
  },
);

/** Sends a booking over a slow connection, and begins another one meanwhile. Returns its page. */
async function beginAnother(
  device: Device,
  booking: Booking,
  reached: Promise<void>,
): Promise<Page> {
  const page = await device.open('/booking');
  await book(page, booking);
  await reached;
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(fieldsOf(page).name).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Book Now' }).click();
  await expectEmptyForm(page);
  await fieldsOf(page).name.fill('Another One');
  await expect
    .poll(() => readStore(page, 'forms'))
    .toMatchObject([{ values: { name: 'Another One' } }]);
  return page;
}

pageTest(
  'text typed while an earlier booking is being sent is kept when that booking arrives',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const booking = aBooking();
    const paused = pauseAnswer();
    network.answerInTurn(INSERT, [paused.answer]);
    const page = await beginAnother(device, booking, paused.arrived);

    paused.release();
    // On a slow machine the toast says that the booking is saved.
    await expect(
      toast(page, /Booking request submitted successfully!|Saved on this device/),
    ).toBeVisible();
    await expectReceivedOnce(device, backend, booking);

    await expect(fieldsOf(page).name).toHaveValue('Another One');
    expect(await readStore(page, 'forms')).toMatchObject([{ values: { name: 'Another One' } }]);
  },
);

pageTest(
  'text typed while an earlier booking is being sent is kept when that booking is refused, which stays in My requests',
  { tag: '@nightly' },
  async ({ device, network, backend }) => {
    const booking = aBooking();
    const paused = pauseAnswer(refusal);
    network.answerInTurn(INSERT, [paused.answer]);
    const page = await beginAnother(device, booking, paused.arrived);

    paused.release();
    await expect(toast(page, /needs attention/)).toBeVisible();
    const requests = await device.open('/requests');
    await expect(requestCard(requests, 'Deep Cleaning')).toContainText('Needs attention');

    expect(await readStore(page, 'forms')).toMatchObject([{ values: { name: 'Another One' } }]);
    await requestCard(requests, 'Deep Cleaning').getByRole('button', { name: 'Edit' }).click();
    await requests.getByRole('dialog').getByRole('button', { name: 'Replace and edit' }).click();
    await expectFilledIn(requests, booking);
    await submitButton(requests).click();
    await expectReceivedOnce(device, backend, booking);
  },
);
