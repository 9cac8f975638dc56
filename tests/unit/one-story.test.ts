import { beforeAll, expect, test } from 'vitest';
import { COMPANY } from '../../src/site/content/company.ts';
import { MAIL_COMPANY } from '../support/values.ts';
import { composeReceipt } from '../../supabase/functions/send-form-email/compose-receipt.ts';
import { renderSite } from './support/render-site.ts';

const STEPS = {
  request: { title: 'First title', text: 'First text.' },
  call: { title: 'Second title', text: 'Second text.' },
  visit: { title: 'Third title', text: 'Third text.' },
  check: { title: 'Fourth title', text: 'Fourth text.' },
};
const CALLED = 'A pigeon brings you the day and the price.';

// Compiles every module of the site once, before the first test.
beforeAll(() => renderSite(), 60_000);

/** The steps' texts that a page shows. */
const shownOn = (page: string) =>
  Object.values(STEPS).flatMap(({ title, text }) =>
    [title, text].filter((part) => page.includes(part)),
  );

test('the pages tell the steps of a job from the facts', async () => {
  const site = await renderSite({ steps: STEPS, called: CALLED });
  const pages = Object.fromEntries(
    await Promise.all(
      ['/', '/booking', '/testimonials', '/terms'].map(async (path) => [
        path,
        await site.render(path),
      ]),
    ),
  ) as Record<string, string>;
  expect(shownOn(pages['/'] ?? '')).toHaveLength(8);
  expect(shownOn(pages['/booking'] ?? '')).toEqual([
    'Second title',
    'Second text.',
    'Third title',
    'Third text.',
    'Fourth title',
    'Fourth text.',
  ]);
  expect(pages['/terms']).toContain('Second title within');
  for (const path of ['/', '/booking', '/testimonials']) expect(pages[path]).toContain(CALLED);
});

test('no page names another way to agree the day and the price than the call', async () => {
  const site = await renderSite();
  const texts = (await Promise.all(site.paths.map(site.render))).join('\n');
  expect(
    texts.match(
      /(?:contact|email|write to) you (?:soon )?to confirm|by phone or email|walk round/g,
    ),
  ).toBeNull();
});

test('the customer’s mail about a booking names the same next step as the site', async () => {
  const { text } = await composeReceipt(
    { kind: 'booking', id: '0b0f1c1e-6a0f-4c36-9d0e-2f1f7f0a5c11', record: {}, jobTitle: null },
    COMPANY.origin,
    MAIL_COMPANY,
  );
  expect(text).toContain(COMPANY.called);
});
