import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { ABOUT_COLOURS, BUSY, faultsOfFit, stopTransitions, WCAG, WINDOWS } from './fit.ts';

/**
 * Expects no violation of the accessibility rules that axe can check; in the dark scheme only rules
 * about colours.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator(BUSY)).toHaveCount(0);
  await page.evaluate(stopTransitions);
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

/**
 * Expects the page, or its open dialog, to fit every window (WCAG 1.4.4, 1.4.10, 1.4.12): nothing
 * is cut or beyond the sides, and nothing covers a control that has the focus (2.4.11).
 */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height, content] of WINDOWS) {
    await page.setViewportSize({ width, height });
    const style = content && (await page.addStyleTag({ content }));
    expect(
      await page.evaluate(faultsOfFit),
      `${page.url()} in ${width} × ${height} ${content ?? ''}`,
    ).toEqual([]);
    if (style) await style.evaluate((element: Element) => element.remove());
  }
  if (before) await page.setViewportSize(before);
}
