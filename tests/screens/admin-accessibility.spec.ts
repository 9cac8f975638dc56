import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { aBooking } from '../support/booking.ts';
import { noAnswer } from '../support/faults.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import {
  card,
  deleteButton,
  deleteRows,
  selectBox,
  waitingDeletions,
} from '../support/portal-list.ts';
import { storeApplication, storeBooking, storeMessage } from '../support/portal-records.ts';
import { createAdministrator, makeRecoveryLink } from '../support/staff.ts';
import { expect, pageTest, test } from '../support/test.ts';

const SCREENS = ['dashboard', 'bookings', 'careers', 'applications', 'messages'];
const FONT = 'GET /assets/figtree-latin-*.woff2';
const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);

/** A record in each list that has the most on it, with words that are too long for a phone. Answers the booking's name. */
async function storeRecords(backend: TestBackend): Promise<string> {
  const { name } = aBooking();
  const id = await storeBooking(backend, { name, notes: LONG, address: LONG });
  await backend.query(
    `update public.alerts set created_at = now() - interval '10 minutes' where record_id = $1`,
    [id],
  );
  await storeApplication(backend, { name, cover_letter: LONG });
  await storeMessage(backend, { name, subject: LONG.slice(0, 200), message: LONG });
  return name;
}

const openScreen = async (page: Page, screen: string) => {
  await page.goto(`/admin/${screen}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const screen of SCREENS) {
    pageTest(
      `the screen ${screen} passes the accessibility rules in the ${colorScheme} scheme`,
      async ({ device, backend }) => {
        await storeRecords(backend);
        const page = await openPortal(device, `/admin/${screen}`, {
          colorScheme,
          reducedMotion: 'reduce',
        });
        await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
        await expectAccessible(page);
      },
    );
  }

  pageTest(
    `the dialogs of the lists pass the accessibility rules in the ${colorScheme} scheme`,
    async ({ device, backend }) => {
      const name = await storeRecords(backend);
      const page = await openPortal(device, '/admin/bookings', {
        colorScheme,
        reducedMotion: 'reduce',
      });
      await selectBox(page, name).check();
      await expectAccessible(page);
      await deleteButton(page).click();
      await expectAccessible(page);

      await page.goto('/admin/careers');
      await page.getByRole('button', { name: 'Add Job Posting' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create Job Posting' }).click();
      await expect(page.getByText('Please fill in the job title')).toBeVisible();
      await expectAccessible(page);
    },
  );
}

pageTest(
  'the page for a new password passes the accessibility rules in both schemes',
  async ({ device, backend }) => {
    const { email } = await createAdministrator(backend);
    const page = await device.open(await makeRecoveryLink(backend, email), {
      reducedMotion: 'reduce',
    });
    await page.getByLabel('New Password', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByRole('main').getByText(/^Please fill in/)).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  },
);

test('what waits for a connection passes the accessibility rules', async ({ device, backend }) => {
  const name = await storeRecords(backend);
  const page = await openInstalledPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
  await device.goOffline();
  await deleteRows(page, [name]);
  await expect(waitingDeletions(page)).toBeVisible();
  await expectAccessible(page);
});

for (const font of ['own', 'wide system'] as const) {
  pageTest(
    `no list scrolls sideways on a narrow screen, in its ${font} font, whatever people wrote`,
    async ({ device, backend, network }) => {
      if (font !== 'own') network.answerEvery(FONT, noAnswer);
      const name = await storeRecords(backend);
      const page = await openPortal(device, '/admin/bookings');
      await expect(card(page, name)).toBeVisible();
      for (const screen of SCREENS) {
        await openScreen(page, screen);
        for (const width of [320, 768, 1024]) {
          await page.setViewportSize({ width, height: 640 });
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
            `${screen} at ${width}`,
          ).toBeLessThanOrEqual(width);
        }
      }
    },
  );
}
