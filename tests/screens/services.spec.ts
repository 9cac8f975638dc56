import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { estimateText } from '../../src/site/content/estimates.ts';
import { SERVICE_TYPES } from '../../src/core/domain/booking-choices.ts';
import { QUESTIONS } from '../../src/site/content/faq.ts';
import { PRICED_TYPES, priceText } from '../../src/site/content/price-texts.ts';
import { linesOf } from '../support/lines.ts';
import { hydrated } from '../support/hydrated.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

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
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article');

test('the services page opens with the residential services', async ({ device }) => {
  const page = await device.open('/services');
  await expect(page).toHaveTitle(`Our Services | ${COMPANY.name}`);

  await expect(tab(page, 'Residential')).toHaveAttribute('aria-selected', 'true');
  await expect(cards(page).getByRole('heading')).toHaveText(Object.keys(SERVICES.Residential));
  await expect(page.getByRole('link', { name: 'Book Your Service Now' })).toHaveAttribute(
    'href',
    '/booking',
  );
});

for (const [name, services] of Object.entries(SERVICES)) {
  test(`the ${name} tab shows its three services, each with a wide picture, six points and a way to book`, async ({
    device,
  }) => {
    const page = await device.openInstalled('/services');

    await tab(page, name).click();

    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await expect(cards(page).getByRole('heading')).toHaveText(Object.keys(services));
    for (const [title, link] of Object.entries(services)) {
      const card = cards(page).filter({ has: page.getByRole('heading', { name: title }) });
      const box = await card.getByRole('img').boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
      await expect(card.getByRole('listitem')).toHaveCount(6);
      await expect(card.getByText(/^From £\d+ an? (hour|visit)$/)).toBeVisible();
      await expect(card.getByRole('link', { name: 'Book Now' })).toHaveAttribute(
        'href',
        `/booking?service=${link}`,
      );
    }
  });
}

test('the arrow keys, Home and End move between the tabs, and Tab leads into the panel', async ({
  device,
}) => {
  const page = await device.open('/services');
  await hydrated(page);
  await tab(page, 'Residential').focus();

  for (const [key, name] of [
    ['ArrowRight', 'Commercial'],
    ['End', 'Specialized'],
    ['ArrowRight', 'Residential'],
    ['ArrowLeft', 'Specialized'],
    ['Home', 'Residential'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name)).toBeFocused();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
});

test('no name of a tab is cut in two on a screen 320 pixels wide', async ({ device }) => {
  const page = await device.open('/services');
  await page.setViewportSize({ width: 320, height: 640 });

  for (const name of Object.keys(SERVICES)) expect(await linesOf(tab(page, name))).toBe(1);
});

for (const path of ['/services', '/booking']) {
  test(`${path} answers the usual questions`, async ({ device }) => {
    const page = await device.open(path);

    for (const { question, answer } of QUESTIONS) {
      await expect(page.getByText(answer)).toBeHidden();
      await page.getByText(question).click();
      await expect(page.getByText(answer)).toBeVisible();
    }
  });
}

test('each service of the overview leads to its own page, with a price and a way to book it', async ({
  device,
}) => {
  const page = await device.openInstalled('/services');
  await page.getByRole('link', { name: 'More about Move In/Out Cleaning' }).click();

  const name = `End of tenancy cleaning in ${COMPANY.region}`;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(new RegExp(`^${name}( \\| ${COMPANY.name})?$`));
  await expect(page.getByText(`From £${COMPANY.prices.move?.from} an hour`).first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText(estimateText('move', '2-bedrooms') ?? '');
  await expect(page.getByRole('main').getByRole('link', { name: 'Book Now' })).toHaveAttribute(
    'href',
    '/booking?service=move',
  );
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('Services');
  await page.getByRole('main').getByRole('link', { name: 'Deep Cleaning' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Deep cleaning/);
});

test('search engines find the usual questions on the services page alone', async ({ device }) => {
  const questionsOn = async (path: string) => {
    const page = await device.open(path);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const facts = data.find((text) => text.includes('FAQPage')) ?? '{"mainEntity":[]}';
    const { mainEntity } = JSON.parse(facts) as { mainEntity: { name: string }[] };
    return mainEntity.map(({ name }) => name);
  };

  expect(await questionsOn('/services')).toEqual(QUESTIONS.map(({ question }) => question));
  expect(await questionsOn('/booking')).toEqual([]);
});

test('the booking page shows each service’s price, offline too', async ({ device }) => {
  await device.openInstalled('/');
  await device.goOffline();

  const page = await device.open('/booking');

  const main = page.getByRole('main');
  await expect(main.getByRole('term')).toHaveText(PRICED_TYPES.map((type) => SERVICE_TYPES[type]));
  await expect(main.getByRole('definition')).toHaveText(
    PRICED_TYPES.map((type) => priceText(type) ?? ''),
  );
});
