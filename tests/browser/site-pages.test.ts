import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../src/runtime/database.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { sampleFacts } from '../../src/site/content/sample-facts.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { anEntry } from '../support/entries.ts';
import { expectAccessibleInBothSchemes, expectFits } from './support/accessibility.ts';
import { aBooking, fillIn, submitButton } from './support/booking.ts';
import { errorSummary, expectCount } from './support/look.ts';
import { aPicture, aTestimonial } from './support/rows.ts';
import { server } from './support/server.ts';
import { openSite } from './support/site.tsx';

const GREETING = "Hello! I'd like to learn more about your cleaning services.";

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);

async function expectFrame(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.querySelectorAll('head > title')).toHaveLength(1);
  const chat = page.getByRole('link', { name: 'Chat on WhatsApp' });
  const target = new URL(chat.element().getAttribute('href') ?? '');
  expect([target.hostname, target.searchParams.get('text')]).toEqual(['wa.me', GREETING]);
  await expectCount(page.getByText('Sample site: the company'), sampleFacts().length > 0 ? 1 : 0);
  await expect
    .element(page.getByRole('contentinfo'))
    .toHaveTextContent(COMPANY.legalIdentity.companyNumber);
}

for (const path of [...DISTINCT_PAGES.map(({ path }) => path), '/no-such-page']) {
  test(`the page at ${path} is framed, accessible and fits every window`, async () => {
    server.publicRows.gallery_images = [aPicture('Residential', 'A made bed')];
    server.publicRows.testimonials = [aTestimonial({ name: LONG, role: LONG, quote: LONG })];
    openSite(path);
    await expectFrame();
    await expectAccessibleInBothSchemes();
    await expectFits();
  });
}

test('the form’s messages pass the accessibility rules', async () => {
  openSite('/booking');
  await submitButton.click();
  await expect.element(errorSummary()).toBeVisible();
  await expectAccessibleInBothSchemes();

  await fillIn(aBooking());
  await submitButton.click();
  await expect.element(page.getByText('Request received').first()).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('a request and its dialog pass the accessibility rules; the dialog holds the focus, closes with Escape and gives the focus back', async () => {
  // A refused entry, because its card shows the most.
  const entry = anEntry(aBooking(), {
    serverMayHave: 'file',
    state: { name: 'attention', reason: 'invalid', message: 'bookings_phone_check' },
  });
  await db.entries.put(entry);
  openSite('/requests');
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: referenceOf(entry.id) });
  const discard = card.getByRole('button', { name: 'Delete' });
  await expect.element(discard).toBeVisible();
  await expectAccessibleInBothSchemes();

  await discard.click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await expectAccessibleInBothSchemes();
  await expectFits();
  await userEvent.keyboard('{Escape}');

  await expectCount(dialog, 0);
  await expect.element(discard).toHaveFocus();
});

test('a large picture passes the accessibility rules and fits every window, and Back closes it', async () => {
  server.publicRows.gallery_images = [aPicture('Before/After', 'A kitchen in two halves')];
  openSite('/gallery');
  await page.getByRole('button', { name: 'A kitchen in two halves' }).click();
  await expect.element(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();

  history.back();
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Our Work$/);
});
