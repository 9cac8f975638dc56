import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { countText } from '../../../src/ui/count-text.ts';
import { textsOf } from './look.ts';
import { synced } from './portal.tsx';

const main = page.getByRole('main');

/** As the journeys' `support/portal-list.ts`. */
export const cards = main.getByRole('article');

export const card = (name: string): Locator =>
  cards.filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

/** The names on the cards, from top to bottom, off the screen too. */
export const names = (): string[] => textsOf(cards.getByRole('heading', { level: 2 }));

export const row = (name: string): Locator => page.getByRole('listitem', { name, exact: true });

export const selectBox = (name: string): Locator =>
  page.getByRole('checkbox', { name: new RegExp(`^Select .*${name}$`) });

export const selectAll = page.getByRole('checkbox', { name: /^Select all/ });

/** Waits until the whole list is read, which has this many rows, and no sync is about to draw it again. */
export async function expectRead(count: number): Promise<void> {
  await expect
    .element(page.getByRole('checkbox', { name: `Select all (${countText(count)})`, exact: true }))
    .toBeEnabled();
  await expect.element(synced).toBeInTheDocument();
}

export const deleteButton = page.getByRole('button', { name: /^Delete Selected/ });

/** Deletes the selected rows and confirms. */
export async function deleteSelected(): Promise<void> {
  await deleteButton.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

export const searchField = main.getByRole('searchbox');
