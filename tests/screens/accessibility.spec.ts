import type { Page } from '@playwright/test';
import { SITE_PAGES } from '../../src/app/paths.ts';
import { referenceOf } from '../../src/core/domain/submission.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { aBooking, book, outcomeNotice, submitButton } from '../support/booking.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { anEntry } from '../support/entries.ts';
import { noAnswer } from '../support/faults.ts';
import { writeEntries } from '../support/local-store.ts';
import { requestCard } from '../support/requests.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const FONT = 'GET /assets/figtree-latin-*.woff2';

const PATHS = [...SITE_PAGES.map(({ path }) => path), '/no-such-page'];

/** Waits until the app has taken over the page, which came as HTML, and has loaded what it shows late. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.waitForLoadState('networkidle');
}

/** A refused entry: the card with the most on it. */
const refused = () =>
  anEntry(aBooking(), {
    arrival: 'begun',
    state: { name: 'attention', reason: 'invalid', message: 'bookings_phone_check' },
  });

for (const scheme of ['light', 'dark'] as const) {
  for (const path of PATHS) {
    test(`${path} passes the accessibility rules in the ${scheme} scheme`, async ({ device }) => {
      const page = await device.open(path, { colorScheme: scheme, reducedMotion: 'reduce' });
      await takenOver(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });
  }

  test(`the form's messages pass the accessibility rules in the ${scheme} scheme`, async ({
    device,
  }) => {
    const page = await device.open('/booking', { colorScheme: scheme, reducedMotion: 'reduce' });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);

    await book(page, aBooking());
    await expect(outcomeNotice(page)).toBeVisible();
    await expectAccessible(page);
  });

  test(`a request and its dialog pass the accessibility rules in the ${scheme} scheme`, async ({
    device,
  }) => {
    const page = await device.openInstalled('/requests', {
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const entry = refused();
    await writeEntries(page, [entry]);
    await page.reload();
    const discard = requestCard(page, referenceOf(entry.id)).getByRole('button', {
      name: 'Discard',
    });
    await expect(discard).toBeVisible();
    await expectAccessible(page);

    await discard.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

  test(`the lists and a large picture pass the accessibility rules in the ${scheme} scheme`, async ({
    device,
    backend,
  }) => {
    await setGallery(backend, [{ category: 'Before/After', alt: 'A kitchen in two halves' }]);
    await setTestimonials(backend, [{ name: 'Morag Reid', role: 'Homeowner', rating: 4 }]);
    const page = await device.open('/testimonials', {
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await expect(page.getByRole('figure')).toBeVisible();
    await expectAccessible(page);

    await page.goto('/');
    await expect(page.getByRole('figure')).toBeVisible();
    await expectAccessible(page);

    await page.goto('/gallery');
    await page.getByRole('button', { name: 'A kitchen in two halves' }).click();
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    await expectAccessible(page);
  });
}

test('a dialog holds the focus, closes with Escape and gives the focus back', async ({
  device,
}) => {
  const page = await device.openInstalled('/requests');
  const entry = refused();
  await writeEntries(page, [entry]);
  await page.reload();
  const discard = requestCard(page, referenceOf(entry.id)).getByRole('button', { name: 'Discard' });

  await discard.click();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(discard).toBeFocused();
});

for (const font of ['own', 'wide system'] as const) {
  for (const path of PATHS) {
    test(`${path} does not scroll sideways on a narrow screen, in its ${font} font`, async ({
      device,
      network,
    }) => {
      if (font !== 'own') network.answerEvery(FONT, noAnswer);
      const page = await device.open(path);
      await takenOver(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [320, 768, 1024]) {
        await page.setViewportSize({ width, height: 640 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `at ${width}`,
        ).toBeLessThanOrEqual(width);
      }
    });
  }
}

test('going to another page moves the focus to its heading', async ({ device }) => {
  const page = await device.openInstalled('/');

  await page.getByRole('main').getByRole('link', { name: 'Book a Service' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
