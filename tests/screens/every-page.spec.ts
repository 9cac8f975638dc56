import type { Page } from '@playwright/test';
import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { sampleFacts } from '../../src/site/content/sample-facts.ts';
import { expectAccessibleInBothSchemes, expectFits } from '../support/accessibility.ts';
import { setGallery, setTestimonials } from '../support/content.ts';
import { hydrated } from '../support/hydrated.ts';
import { expect, pageTest as test } from '../support/test.ts';

// Loading a page takes longer than checking it, so each is loaded once for all checks.

const GREETING = "Hello! I'd like to learn more about your cleaning services.";

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);

// Other files' tests leave rows whose pictures are missing.
test.beforeAll(async ({ backend }) => {
  await setGallery(backend, [{ category: 'Residential', alt: 'A made bed' }]);
  await setTestimonials(backend, [{ name: LONG, role: LONG, quote: LONG }]);
});

async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('head > title')).toHaveCount(1);
  const chat = page.getByRole('link', { name: 'Chat on WhatsApp' });
  await expect(chat).toBeVisible();
  const target = new URL((await chat.getAttribute('href')) ?? '');
  expect([target.hostname, target.searchParams.get('text')]).toEqual(['wa.me', GREETING]);
  await expect(page.getByText('Sample site: the company')).toHaveCount(
    sampleFacts().length > 0 ? 1 : 0,
  );
  await expect(page.getByRole('contentinfo')).toContainText(COMPANY.legalIdentity.companyNumber);
}

for (const { path, isPrivate } of DISTINCT_PAGES) {
  test(`the page at ${path} is readable without scripts, taken over without an error, framed, accessible and fits every window`, async ({
    device,
  }) => {
    const html = await (await device.context.request.get(path)).text();
    expect(html).toMatch(/<h1[\s>]/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html.includes('name="robots" content="noindex"')).toBe(isPrivate === true);
    expect(html.includes('"@type":"LocalBusiness"')).toBe(path === '/');
    expect(html).not.toMatch(/<svg[^>]*\shidden/);
    for (const [, icon] of html.matchAll(/<use href="#([^"]+)"/g))
      expect(html).toContain(`<path id="${icon}"`);

    const errors: string[] = [];
    const page = await device.context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await hydrated(page);
    expect(errors).toEqual([]);
    await expectFrame(page);
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
  });
}

test('the page of an unknown address is framed, accessible and fits every window', async ({
  device,
}) => {
  const page = await device.open('/no-such-page', { reducedMotion: 'reduce' });
  await hydrated(page);

  await expectFrame(page);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});
