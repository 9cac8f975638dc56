import type { Locator, Page } from '@playwright/test';

/** The list of a form's errors, as the last submit found them. */
export const errorSummary = (page: Page): Locator =>
  page.getByRole('group', { name: /^Please check / });
