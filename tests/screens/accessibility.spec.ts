import { referenceOf } from '../../src/core/domain/submission.ts';
import { errorSummary } from '../support/error-summary.ts';
import { expectAccessibleInBothSchemes, expectFits } from '../support/accessibility.ts';
import { aBooking, book, outcomeNotice, submitButton } from '../support/booking.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { anEntry } from '../support/entries.ts';
import { writeEntries } from '../support/local-store.ts';
import { requestCard } from '../support/requests.ts';
import { hydrated } from '../support/hydrated.ts';
import { expect, pageTest as test } from '../support/test.ts';

// every-page.spec.ts checks each page as it opens.

test('the form’s messages pass the accessibility rules', async ({ device }) => {
  const page = await device.open('/booking', { reducedMotion: 'reduce' });
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await book(page, aBooking());
  await expect(outcomeNotice(page)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test('a request and its dialog pass the accessibility rules; the dialog holds the focus, closes with Escape and gives the focus back', async ({
  device,
}) => {
  // A refused entry, because its card shows the most.
  const entry = anEntry(aBooking(), {
    serverMayHave: 'file',
    state: { name: 'attention', reason: 'invalid', message: 'bookings_phone_check' },
  });
  await writeEntries(await device.open('/robots.txt'), [entry]);
  const page = await device.open('/requests', { reducedMotion: 'reduce' });
  const discard = requestCard(page, referenceOf(entry.id)).getByRole('button', { name: 'Delete' });
  await expect(discard).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await discard.click();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.keyboard.press('Escape');

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(discard).toBeFocused();
});

test('the lists and a large picture pass the accessibility rules', async ({ device, backend }) => {
  await setGallery(backend, [{ category: 'Before/After', alt: 'A kitchen in two halves' }]);
  await setTestimonials(backend, [{ name: 'Morag Reid', role: 'Homeowner', rating: 4 }]);
  const page = await device.open('/testimonials', { reducedMotion: 'reduce' });
  await expect(page.getByRole('figure')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.goto('/');
  await expect(page.getByRole('figure')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.goto('/gallery');
  await page.getByRole('button', { name: 'A kitchen in two halves' }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test('going to another page moves the focus to its heading', async ({ device }) => {
  const page = await device.open('/');
  await hydrated(page);

  await page.getByRole('main').getByRole('link', { name: 'Book a Service' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
