import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { toast } from './requests.ts';

/**
 * Loads a lazy part of the app, named by its source file without the extension, and lets the page
 * render it. Only then does a missing element prove anything.
 */
export async function drawWith(page: Page, part: string): Promise<void> {
  const files = await readdir(path.join(PATHS.dist, 'assets'));
  const file = files.find((name) => name.startsWith(`${part}-`) && name.endsWith('.js'));
  if (!file) throw new Error(`The build has no file for ${part}`);
  await page.evaluate((address) => import(address), `/assets/${file}`);
  await draw(page);
}

/** Lets the page render its changes. */
export const draw = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );

/**
 * Expects no such toast. Loads the toast library first, because a toast would have to wait for it.
 */
export async function expectNoToast(page: Page, text: string | RegExp = /./): Promise<void> {
  await drawWith(page, 'toaster');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await draw(page);
  // Checked once, without retries: a toast closes by itself, and a retry would accept that.
  expect(await toast(page, text).allInnerTexts()).toEqual([]);
}
