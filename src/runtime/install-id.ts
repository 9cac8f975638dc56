import { useEffect } from 'react';
import { db } from './database.ts';
import { useStored } from './use-stored.ts';

const KEY = 'install-id';

/**
 * Notices that the browser threw this device's storage away: an id is kept in the database and in localStorage, and a
 * database without the id that localStorage still has is a new one. Mints the id on a first visit. What is noticed stays
 * noted until it is seen or dismissed. Of tabs opened together each takes what the first one wrote. Never rejects; where nothing
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

/** Forgets a loss that the person dismissed. */
export async function acknowledgeLoss(): Promise<void> {
  await db.facts.delete('loss');
}

/** The value of a loss that a person has seen. */
const SEEN = 'seen';
/** A notice counts as seen once it was on a visible page for this long. */
const SEEN_MS = 5_000;

let isShown = false;

/** Whether this page shows a loss: one that nobody has seen, until it is dismissed in any tab. */
export async function readLoss(): Promise<boolean> {
  const loss = await db.facts.get('loss');
  isShown = loss !== undefined && (isShown || loss.value !== SEEN);
  return isShown;
}

/** Notes that the loss was seen, so that later visits do not show it again. Never rejects. */
export async function noteLossSeen(): Promise<void> {
  await db
    .transaction('rw', db.facts, async () => {
      if (await db.facts.get('loss')) await db.facts.put({ key: 'loss', value: SEEN });
    })
    .catch(() => undefined);
}

/** True on a page that shows a loss of this device's storage. The component that asks is to show the notice. */
export function useLoss(): boolean {
  const isLost = useStored(readLoss).value ?? false;
  useEffect(() => {
    if (!isLost) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible')
        timer = setTimeout(() => void noteLossSeen(), SEEN_MS);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLost]);
  return isLost;
}
