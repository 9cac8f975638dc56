import type { Page } from '@playwright/test';
import type { Entry } from '../../src/core/store/rows.ts';

/** The device's database from the outside, as another release or a tool would find it. Needs an open page of the site. */

/** Writes entries as they are, past every check of the app. */
export async function writeEntries(page: Page, entries: readonly Entry[]): Promise<void> {
  await page.evaluate(
    (rows) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('cleaning');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite');
          for (const row of rows) transaction.objectStore('entries').put(row);
          transaction.onabort = () => reject(transaction.error);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    entries as Entry[],
  );
}

/** Everything in one store. */
export function readStore<T>(page: Page, store: 'entries' | 'receipts' | 'drafts' | 'facts'): Promise<T[]> {
  return page.evaluate(
    (name) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open('cleaning');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    store,
  );
}
