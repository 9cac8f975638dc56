import type { Page } from '@playwright/test';
import {
  aBooking,
  book,
  bookAnother,
  fieldsOf,
  formNotice,
  outcomeNotice,
} from '../support/booking.ts';
import type { Device } from '../support/device.ts';
import { INSERT, refusal } from '../support/faults.ts';
import type { Network } from '../support/network.ts';
import { toast } from '../support/requests.ts';
import { touchScreen } from '../support/touch.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const SUCCESS = "Booking request submitted successfully! We'll contact you soon.";
const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('the region of the toasts is there before the first one', async ({ device }) => {
  const page = await device.open('/booking');
  await fieldsOf(page).name.fill('Ann');
  await expect(region(page)).toBeAttached();
  await expect(region(page).getByRole('listitem')).toHaveCount(0);
});

test('a toast is at the bottom right, Alt+T focuses it, and its button dismisses it', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await book(page, aBooking());
  await expect(toast(page, SUCCESS)).toBeVisible();

  const [screen, box] = [
    page.viewportSize(),
    await region(page).getByRole('listitem').boundingBox(),
  ];
  expect(box?.x).toBeGreaterThan((screen?.width ?? 0) / 2);
  expect(box?.y).toBeGreaterThan((screen?.height ?? 0) / 2);

  await page.keyboard.press('Alt+t');
  await expect(region(page).getByRole('list')).toBeFocused();
  await region(page).getByRole('button', { name: 'Close toast' }).click();
  await expect(toast(page, SUCCESS)).toHaveCount(0);
});

test('a toast disappears by itself, and its text about the request stays on the page', async ({
  device,
}) => {
  const page = await device.context.newPage();
  await page.clock.install();
  await page.goto('/booking');
  await book(page, aBooking());
  await expect(toast(page, SUCCESS)).toBeVisible();

  await page.clock.runFor('00:05');

  await expect(toast(page, SUCCESS)).toHaveCount(0);
  await expect(outcomeNotice(page)).toBeVisible();
});

test.describe('on a phone', () => {
  const COPY_RESULT = /copied/;

  /**
   * Books, lets the toast close, shows another one at the bottom, opens the next form, and scrolls by
   * script until its first field is this far below the toast's foot.
   */
  async function copyOnPhone(page: Page, below: number): Promise<void> {
    await page.setViewportSize({ width: 390, height: 844 });
    await book(page, aBooking());
    await expect(outcomeNotice(page)).toBeVisible();
    await expect(toast(page, SUCCESS)).toHaveCount(0);
    await page.getByRole('button', { name: 'Copy the reference' }).click();
    await expect(toast(page, COPY_RESULT)).toBeVisible();
    await bookAnother(page);
    const foot = 844 - 5 * 16;
    const top = (await fieldsOf(page).name.boundingBox())?.y ?? 0;
    await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), top - foot - below);
  }

  test(
    'a toast goes when a finger moves a field beneath it, and not when the page moves by itself',
    { tag: '@nightly' },
    async ({ device }) => {
      const page = await device.open('/booking');
      const drag = await touchScreen(page);
      await copyOnPhone(page, 10);
      await expect(toast(page, COPY_RESULT)).toBeVisible();

      await drag({ x: 195, y: 400 }, { x: 195, y: 340 });

      await expect(toast(page, COPY_RESULT)).toHaveCount(0, { timeout: 3000 });
    },
  );

  test(
    'a toast goes when the person takes up a field beneath it',
    { tag: '@nightly' },
    async ({ device }) => {
      const page = await device.open('/booking');
      await copyOnPhone(page, -30);
      await expect(toast(page, COPY_RESULT)).toBeVisible();

      await fieldsOf(page).name.evaluate((field) => field.focus({ preventScroll: true }));

      await expect(toast(page, COPY_RESULT)).toHaveCount(0, { timeout: 3000 });
    },
  );

  /** The page's controls that a toast covers. */
  const covered = (page: Page) =>
    page.evaluate(() => {
      const [said] = [...document.querySelectorAll('[data-sonner-toast]')].map((one) =>
        one.getBoundingClientRect(),
      );
      if (!said) return ['no message'];
      return [
        ...document.querySelectorAll(
          'main :is(a, button, select, textarea, input:not([tabindex="-1"]))',
        ),
      ]
        .filter((control) => {
          const { top, bottom, height } = control.getBoundingClientRect();
          return height > 0 && top < said.bottom && bottom > said.top;
        })
        .map((control) => control.outerHTML.slice(0, 80));
    });

  for (const [what, says, begin] of [
    ['sent', SUCCESS, async () => {}],
    ['saved on the device', /^Saved on this device/, (device: Device) => device.goOffline()],
    [
      'refused',
      'Failed to submit booking. Please try again.',
      async (_: Device, network: Network) => network.answerInTurn(INSERT, [refusal]),
    ],
  ] as const) {
    test(
      `the toast of a booking that is ${what} covers no field and no button, disappears after three seconds and leaves no gap`,
      { tag: what === 'sent' ? '@nightly' : [] },
      async ({ device, network }) => {
        const page = await device.openInstalled('/booking');
        await page.setViewportSize({ width: 390, height: 844 });
        await begin(device, network);
        await book(page, aBooking());
        const message = region(page).getByRole('listitem').filter({ hasText: says });
        // Not by hovering over it, which keeps a message.
        await (await message.elementHandle())?.waitForElementState('stable');

        expect(await covered(page)).toEqual([]);
        await expect(message).toHaveCount(0, { timeout: 6000 });

        const gap = await page
          .getByRole('main')
          .getByRole('region', { name: /^(Request received|Saved on this device)$/ })
          .locator(':scope > :has(h1)')
          .or(formNotice(page))
          .evaluate(
            (notice) =>
              notice.getBoundingClientRect().bottom -
              (notice.lastElementChild?.getBoundingClientRect().bottom ?? 0),
          );
        expect(Math.abs(gap)).toBeLessThan(1);
      },
    );
  }
});
