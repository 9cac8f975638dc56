import { db } from '../outbox/outbox.ts';
import { useStored } from './use-stored.ts';

const KEY = 'install-id';

/**
 * Notices that the browser threw this device's storage away: an id is kept in the database and in localStorage, and a
 * database without the id that localStorage still has is a new one. Mints the id on a first visit. What is noticed stays
 * noted until it is acknowledged. Of tabs opened together each takes what the first one wrote. Never rejects; where nothing
 * can be stored, nothing can be lost.
 */
export async function noticeLoss(): Promise<void> {
  try {
    const { inDatabase, inPage } = await readIds();
    // An ordinary start writes nothing.
    if (inDatabase !== null && inDatabase === inPage) return;
    const id = await agreeOnId();
    // Only now: an id in localStorage that the database had not yet would be a loss to another tab.
    localStorage.setItem(KEY, id);
  } catch (error) {
    console.warn('This browser keeps nothing:', error);
  }
}

async function readIds(): Promise<{ inDatabase: string | null; inPage: string | null }> {
  const inDatabase = (await db.facts.get(KEY))?.value ?? null;
  return { inDatabase, inPage: localStorage.getItem(KEY) };
}

/** Writes down a loss, if there is one, and the id that is then this device's. One transaction, so that no other tab comes between. */
const agreeOnId = (): Promise<string> =>
  db.transaction('rw', db.facts, async () => {
    const { inDatabase, inPage } = await readIds();
    const id = inPage ?? inDatabase ?? crypto.randomUUID();
    if (inPage !== null && inDatabase !== inPage)
      await db.facts.put({ key: 'loss', value: new Date().toISOString() });
    if (inDatabase !== id) await db.facts.put({ key: KEY, value: id });
    return id;
  });

/** The person has read that something may be lost. */
export async function acknowledgeLoss(): Promise<void> {
  await db.facts.delete('loss');
}

/** True while a loss of this device's storage is noticed and not acknowledged. */
export function useLoss(): boolean {
  return useStored(() => db.facts.get('loss')).value !== undefined;
}
