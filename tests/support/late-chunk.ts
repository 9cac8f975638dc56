import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { toast } from './requests.ts';

/**
 * Loads a part of the app that loads when it is first needed, named by its source file without the ending, and lets the page
 * draw: what waited for that part stands there by then. That something is not there says nothing before.
 */
export async function drawWith(page: Page, part: string): Promise<void> {
  const files = await readdir(path.join(PATHS.dist, 'assets'));
  const file = files.find((name) => name.startsWith(`${part}-`) && name.endsWith('.js'));
  if (!file) throw new Error(`The build has no file for ${part}`);
  await page.evaluate((address) => import(address), `/assets/${file}`);
  await draw(page);
}

/** Lets the page draw what has changed. */
export const draw = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );

/** Expects no such message in the corner: the library that shows them is loaded first, which a message would have to wait for. */
export async function expectNoToast(page: Page, text: string | RegExp = /./): Promise<void> {
  await drawWith(page, 'toaster');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await draw(page);
  // Looked at once: a message goes by itself after a while, and to wait for that would be to allow it.
  expect(await toast(page, text).allInnerTexts()).toEqual([]);
}
