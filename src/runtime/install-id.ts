import { db } from './outbox.ts';

const KEY = 'install-id';

/**
 * Tells whether a browser threw away this device's storage: an id is kept in two places, and one without the other means
 * that what waited here may be lost. Mints the id on a first visit. False where nothing can be stored.
 */
export async function checkForLoss(): Promise<boolean> {
  try {
    const inDatabase = (await db.facts.get(KEY))?.value ?? null;
    const inPage = localStorage.getItem(KEY);
    const id = inPage ?? inDatabase ?? crypto.randomUUID();
    if (!inDatabase) await db.facts.put({ key: KEY, value: id });
    if (!inPage) localStorage.setItem(KEY, id);
    return inPage !== null && inDatabase !== inPage;
  } catch {
    return false;
  }
}
