import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { aBooking } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { noAnswer } from '../support/faults.ts';
import { hydrated } from '../support/hydrated.ts';
import { writeEntries } from '../support/local-store.ts';
import { expect, pageTest as test } from '../support/test.ts';

const WIDTHS = [1024, 1280, 1440, 1536, 1920];

/** The links of the bar, from left to right. */
const linksOf = (page: Page) =>
  page.getByRole('banner').evaluate((bar) =>
    [...bar.querySelectorAll('a')]
      .filter((link) => link.checkVisibility())
      .map((link) => {
        const { top, bottom, left, right } = link.getBoundingClientRect();
        return { name: link.textContent, middle: Math.round((top + bottom) / 2), left, right };
      })
      .sort((one, other) => one.left - other.left),
  );

async function expectOneRow(page: Page, links: number) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 600 });
    const shown = await linksOf(page);
    expect(shown, `at ${width}`).toHaveLength(links);
    expect(new Set(shown.map(({ middle }) => middle)).size, `rows at ${width}`).toBe(1);
    for (const [place, { name, right }] of shown.entries())
      expect(right, `the end of ${name} at ${width}`).toBeLessThanOrEqual(
        shown[place + 1]?.left ?? width - 16,
      );
  }
}

for (const font of ['the site’s font', 'a wide system font'] as const)
  test(`the bar is one row on every desktop in ${font}, for a customer with a request too`, async ({
    device,
    network,
  }) => {
    if (font === 'a wide system font')
      network.answerEvery('GET /assets/figtree-latin-*.woff2', noAnswer);
    const page = await device.open('/about');
    await hydrated(page);
    await expectOneRow(page, 10);

    await page.waitForLoadState('networkidle');
    await writeEntries(page, [
      anEntry(aBooking(), { state: { name: 'attention', reason: 'refused', message: '' } }),
    ]);
    await page.reload();
    await page.getByRole('banner').getByTitle('My requests').waitFor();
    await expectOneRow(page, 11);
  });

test('where the phone number has no room, its icon is still the link to call it', async ({
  device,
  network,
}) => {
  network.answerEvery('GET /assets/figtree-latin-*.woff2', noAnswer);
  const page = await device.open('/about');
  await page.setViewportSize({ width: 1024, height: 600 });

  const call = page.getByRole('banner').getByRole('link', { name: `Call ${COMPANY.phone}` });
  await expect(call.getByText(COMPANY.phone)).not.toBeInViewport();
  const { width = 0, height = 0 } = (await call.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await expect(call).toHaveAttribute('href', COMPANY.phoneLink);
});
