import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A dark page differs from a light one only in colours. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no violation of the accessibility rules that axe can check; in the dark scheme only rules
 * about colours.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way to another one is no colour of the page.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // Legacy mode skips frames of other origins, which no page has, and takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (
    isDark ? axe.withRules(ABOUT_COLOURS) : axe.withTags(WCAG)
  ).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}

/** Checks the light scheme, then the dark one, which stays set. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/** Expects no sideways scrolling at 320 px and at the layout's next two widths. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 640 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${page.url()} at ${width}`,
    ).toBeLessThanOrEqual(width);
  }
}
