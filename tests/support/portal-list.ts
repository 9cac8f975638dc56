import { expect, type Locator, type Page } from '@playwright/test';
import { countText } from '../../src/ui/count-text.ts';

/** The card of a row of the open list, by its name. */
export const card = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

export const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');

/** The names on the cards, from top to bottom, off the screen too. */
export const names = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 }).allTextContents();

export const selectBox = (page: Page, name: string): Locator =>
  page.getByRole('checkbox', { name: new RegExp(`^Select .*${name}$`) });

export const selectAll = (page: Page): Locator =>
  page.getByRole('checkbox', { name: /^Select all/ });

/** Waits until the whole list is read, which has this many rows. */
export const expectRead = (page: Page, count: number): Promise<void> =>
  expect(
    page.getByRole('checkbox', { name: `Select all (${countText(count)})`, disabled: false }),
  ).toBeAttached();

export const deleteButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Delete Selected/ });

/** Selects rows, deletes them and confirms. */
export async function deleteRows(page: Page, rowNames: readonly string[]): Promise<void> {
  for (const name of rowNames) await selectBox(page, name).check();
  await deleteButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

/** The queued deletions, as worded by this and earlier releases. */
export const waitingDeletions = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByText(/will be deleted (as soon as|when)/);

/** Those of the list. A toast has another while the list's top is above the screen. */
export const undoButtons = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^Undo/ });

export const searchField = (page: Page): Locator => page.getByRole('main').getByRole('searchbox');
