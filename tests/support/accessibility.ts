import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A dark page differs from a light one by its colours alone. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects the open page to break none of the accessibility rules that a machine can check; in the dark scheme, none about colours. */
export async function expectAccessible(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // Legacy mode reads no frames of other origins, which no page has, and takes half the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (
    isDark ? axe.withRules(ABOUT_COLOURS) : axe.withTags(WCAG)
  ).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}
