import type { Page } from '@playwright/test';
import type { Entry } from '../../src/core/store/rows.ts';

type Store = 'entries' | 'receipts' | 'drafts' | 'facts' | 'keptRows' | 'portalFacts' | 'adminEntries';

/** Writes entries as they are, past every check of the app, as another release would have. */
export async function writeEntries(page: Page, entries: readonly Entry[]): Promise<void> {
  await access(page, 'entries', entries);
}

/** Everything in one store of the device's database; nothing while the app has not made it. */
export const readStore = <T>(page: Page, store: Store): Promise<T[]> => access<T>(page, store, []);

/** Puts rows into a store and answers all it holds, in one transaction, on an open page of the site. */
function access<T>(page: Page, store: Store, rows: readonly unknown[]): Promise<T[]> {
  return page.evaluate(
    ({ store, rows }) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open('cleaning');
        // It is the app that makes the database.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => (opening.error?.name === 'AbortError' && rows.length === 0 ? resolve([]) : reject(opening.error));
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(store, 'readwrite');
          for (const row of rows) transaction.objectStore(store).put(row);
          const reading = transaction.objectStore(store).getAll();
          transaction.onabort = () => reject(transaction.error);
          transaction.oncomplete = () => {
            database.close();
            resolve(reading.result);
          };
        };
      }),
    { store, rows },
  );
}
