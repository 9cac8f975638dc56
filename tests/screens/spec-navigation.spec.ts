import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { aBooking } from '../support/booking.ts';
import { anEntry } from '../support/entries.ts';
import { writeEntries } from '../support/local-store.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const bar = (page: Page) => page.getByRole('banner');
const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const toggle = (page: Page) => bar(page).getByRole('button', { name: 'Menu' });

test('the bar leads to the seven pages in their order, to a booking, and by the logo home', async ({
  device,
}) => {
  const page = await device.open('/about');

  await expect(links(page)).toHaveText([
    'Home',
    'About',
    'Services',
    'Gallery',
    'Testimonials',
    'Careers',
    'Contact',
  ]);
  const targets = await links(page).evaluateAll((anchors) =>
    anchors.map((anchor) => anchor.getAttribute('href')),
  );
  expect(targets).toEqual([
    '/',
    '/about',
    '/services',
    '/gallery',
    '/testimonials',
    '/careers',
    '/contact',
  ]);
  await expect(bar(page).getByRole('link', { name: 'Book Now' })).toHaveAttribute(
    'href',
    '/booking',
  );
  await expect(bar(page).getByRole('link', { name: COMPANY.name })).toHaveAttribute('href', '/');
});

test('the link to the page that is shown is highlighted, and no other', async ({ device }) => {
  const page = await device.open('/gallery');

  const active = links(page).and(page.locator('[aria-current="page"]'));
  await expect(active).toHaveText(['Gallery']);
  await expect(active).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(links(page).filter({ hasText: 'About' })).toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  );
});

test('the bar stays on top at the end of a page', async ({ device }) => {
  const page = await device.open('/about');

  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Privacy' })
    .scrollIntoViewIfNeeded();

  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(bar(page)).toBeInViewport();
});

test('on a small screen the links are behind a toggle, and choosing one closes them', async ({
  device,
}) => {
  const page = await device.openInstalled('/about');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(links(page)).toHaveCount(0);
  await expect(bar(page).getByRole('link', { name: 'Book Now' })).toBeVisible();

  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(links(page)).toHaveCount(8);
  await toggle(page).click();
  await expect(links(page)).toHaveCount(0);

  await toggle(page).click();
  await links(page).filter({ hasText: 'Gallery' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Work');
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(links(page)).toHaveCount(0);
});

for (const [width, height] of [
  [740, 360],
  [320, 256],
] as const) {
  test(`on a screen of ${width} by ${height} pixels, every link behind the toggle can be scrolled to`, async ({
    device,
  }) => {
    const page = await device.open('/about');
    await page.setViewportSize({ width, height });
    await toggle(page).click();
    await expect(links(page).last()).toHaveText('Contact');

    for (const link of await links(page).all()) {
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 0.95 });
    }
    await expect(toggle(page)).toBeInViewport({ ratio: 0.95 });
  });
}

test('Tab leads from the toggle into the links, and past the end of the bar closes them', async ({
  device,
}) => {
  const page = await device.open('/about');
  await page.setViewportSize({ width: 640, height: 400 });
  await toggle(page).press('Enter');
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle(page)).toBeFocused();

  for (const link of await links(page).all()) {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 0.95 });
  }
  for (const name of [`Call ${COMPANY.phone}`, 'Book Now']) {
    await page.keyboard.press('Tab');
    await expect(bar(page).getByRole('link', { name })).toBeFocused();
  }
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('main').locator(':focus')).toBeInViewport();
});

/** The icons that the page uses but its document lacks. */
const missingIcons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('use')]
      .map((use) => use.href.baseVal)
      .filter((id) => !document.querySelector(id)),
  );

test('every page that is reached by a link finds its icons in the document that one came by', async ({
  device,
}) => {
  const page = await device.open('/about');
  for (const name of ['Services', 'Gallery', 'Testimonials', 'Careers', 'Contact', 'Home']) {
    await links(page).filter({ hasText: name }).click();
    await expect(links(page).filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => missingIcons(page), name).toEqual([]);
  }
});

test('the phone number is in the bar where there is room, and first in a phone’s menu', async ({
  device,
}) => {
  const page = await device.open('/about');
  const call = bar(page).getByRole('link', { name: `Call ${COMPANY.phone}` });
  const number = call.getByText(COMPANY.phone);
  for (const width of [640, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(call).toHaveAttribute('href', COMPANY.phoneLink);
    const [sign, book] = [
      await call.boundingBox(),
      await bar(page).getByRole('link', { name: 'Book Now' }).boundingBox(),
    ];
    expect(
      Math.min(sign?.width ?? 0, sign?.height ?? 0),
      `the target at ${width}`,
    ).toBeGreaterThanOrEqual(44);
    await expect(number, `the number at ${width}`).toBeInViewport({ ratio: 1 });
    expect(
      (book?.x ?? 0) + (book?.width ?? 0),
      `the end of the bar at ${width}`,
    ).toBeLessThanOrEqual(width - 16);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(call).toHaveCount(0);
  await toggle(page).click();
  await expect(links(page).first()).toHaveAccessibleName(`Call ${COMPANY.phone}`);
  await expect(links(page).first()).toHaveAttribute('href', COMPANY.phoneLink);
});

test('the menu leads to My requests while there is one, on a phone and in the bar', async ({
  device,
}) => {
  const entry = anEntry(aBooking(), {
    state: { name: 'attention', reason: 'refused', message: '' },
  });
  const page = await device.open('/about');
  await page.waitForLoadState('networkidle');
  await expect(links(page)).toHaveCount(7);
  await writeEntries(page, [entry]);
  await page.reload();

  const requests = links(page).filter({ hasText: 'My requests' });
  await expect(requests).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await toggle(page).click();
  await expect(requests).toContainText('1 needs attention');
  await requests.click();

  await expect(page).toHaveURL(/\/requests$/);
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
});
