import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SERVICE_TYPES } from '../../src/core/domain/booking-choices.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { estimateText } from '../../src/site/content/estimates.ts';
import { QUESTIONS } from '../../src/site/content/faq.ts';
import { PRICED_TYPES, priceText } from '../../src/site/content/price-texts.ts';
import { boxOf, expectCount, expectTexts, focus, linesOf } from './support/look.ts';
import { openSite } from './support/site.tsx';

/** Each service, and its value in a link to the booking form. */
const SERVICES = {
  Residential: {
    'Regular House Cleaning': 'regular',
    'Deep Cleaning': 'deep',
    'Move In/Out Cleaning': 'move',
  },
  Commercial: {
    'Office Cleaning': 'office',
    'Retail Space Cleaning': 'retail',
    'Facility Maintenance': 'facility',
  },
  Specialized: {
    'Post-Construction Cleaning': 'post-construction',
    'Event Cleaning': 'event',
    'Eco-Friendly Cleaning': 'eco',
  },
};
const main = page.getByRole('main');
const tab = (name: string) => page.getByRole('tab', { name });
const cards = page.getByRole('tabpanel').getByRole('article');

test('the services page opens with the residential services', async () => {
  openSite('/services');
  await expect.element(tab('Residential')).toHaveAttribute('aria-selected', 'true');
  expect(document.title).toBe(`Our Services | ${COMPANY.name}`);
  await expectTexts(cards.getByRole('heading'), Object.keys(SERVICES.Residential));
  await expect
    .element(page.getByRole('link', { name: 'Book Your Service Now' }))
    .toHaveAttribute('href', '/booking');
});

for (const [name, services] of Object.entries(SERVICES)) {
  test(`the ${name} tab shows its three services, each with a wide picture, six points and a way to book`, async () => {
    openSite('/services');
    await tab(name).click();

    await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
    await expectTexts(cards.getByRole('heading'), Object.keys(services));
    for (const [title, link] of Object.entries(services)) {
      const card = cards.filter({ has: page.getByRole('heading', { name: title }) });
      const { width, height } = boxOf(card.getByRole('img'));
      expect(width / height).toBeCloseTo(16 / 9, 1);
      await expectCount(card.getByRole('listitem'), 6);
      await expect.element(card.getByText(/^From £\d+ an? (hour|visit)$/)).toBeVisible();
      await expect
        .element(card.getByRole('link', { name: 'Book Now' }))
        .toHaveAttribute('href', `/booking?service=${link}`);
    }
  });
}

test('the arrow keys, Home and End move between the tabs, and Tab leads into the panel', async () => {
  openSite('/services');
  await expect.element(tab('Residential')).toBeVisible();
  focus(tab('Residential'));

  for (const [key, name] of [
    ['ArrowRight', 'Commercial'],
    ['End', 'Specialized'],
    ['ArrowRight', 'Residential'],
    ['ArrowLeft', 'Specialized'],
    ['Home', 'Residential'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(tab(name)).toHaveFocus();
    await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await userEvent.tab();
  await expect.element(page.getByRole('tabpanel')).toHaveFocus();
});

test('no name of a tab is cut in two on a screen 320 pixels wide', async () => {
  await page.viewport(320, 640);
  openSite('/services');
  for (const name of Object.keys(SERVICES)) {
    await expect.element(tab(name)).toBeVisible();
    expect(linesOf(tab(name).element())).toBe(1);
  }
});

for (const path of ['/services', '/booking']) {
  test(`${path} answers the usual questions`, async () => {
    openSite(path);
    for (const { question, answer } of QUESTIONS) {
      await expect.element(page.getByText(answer)).not.toBeVisible();
      await page.getByText(question).click();
      await expect.element(page.getByText(answer)).toBeVisible();
    }
  });
}

test('each service of the overview leads to its own page, with a price and a way to book it', async () => {
  openSite('/services');
  await page.getByRole('link', { name: 'More about Move In/Out Cleaning' }).click();

  const name = `End of tenancy cleaning in ${COMPANY.region}`;
  const headline = page.getByRole('heading', { level: 1 });
  await expect.element(headline).toHaveTextContent(new RegExp(`^${name}$`));
  expect(document.title).toMatch(new RegExp(`^${name}( \\| ${COMPANY.name})?$`));
  await expect
    .element(page.getByText(`From £${COMPANY.prices.move?.from} an hour`).first())
    .toBeVisible();
  await expect.element(main).toHaveTextContent(estimateText('move', '2-bedrooms') ?? '');
  await expect
    .element(main.getByRole('link', { name: 'Book Now' }))
    .toHaveAttribute('href', '/booking?service=move');
  await expect
    .element(page.getByRole('navigation', { name: 'You are here' }))
    .toHaveTextContent('Services');
  await main.getByRole('link', { name: 'Deep Cleaning' }).click();
  await expect.element(headline).toHaveTextContent(/^Deep cleaning/);
});

test('the booking page shows each service’s price', async () => {
  openSite('/booking');
  await expectTexts(
    main.getByRole('term'),
    PRICED_TYPES.map((type) => SERVICE_TYPES[type]),
  );
  await expectTexts(
    main.getByRole('definition'),
    PRICED_TYPES.map((type) => priceText(type) ?? ''),
  );
});
