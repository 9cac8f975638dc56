import type { Page } from '@playwright/test';

/** Waits until the app has taken over the page, which came as HTML, and has loaded what it shows late. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.waitForLoadState('networkidle');
}
