import { useEffect } from 'react';
import { mintId } from '../core/domain/mint-id.ts';
import { db } from './database.ts';
import { INSTALL_ID } from './site-data.ts';
import { useStored } from './use-stored.ts';

/**
 * Detects that the browser deleted this device's storage: an id is stored in the database and in
 * localStorage, and a database without the id of localStorage is a new one. Mints the id on a first
 * visit. A detected loss stays recorded until it is seen or dismissed. Of tabs opened together each
 * takes the first one's id. Never rejects; without storage nothing can be lost.
 */
export async function noticeLoss(): Promise<void> {
  try {
    const { inDatabase, inPage } = await readIds();
    // An ordinary start writes nothing.
    if (inDatabase !== null && inDatabase === inPage) return;
    const id = await agreeOnId();
    // Only now: an id in localStorage before the database has it would look like a loss to another
    // tab.
    localStorage.setItem(INSTALL_ID, id);
  } catch (error) {
    console.warn('This browser keeps nothing:', error);
  }
}

async function readIds(): Promise<{ inDatabase: string | null; inPage: string | null }> {
  const inDatabase = (await db.facts.get(INSTALL_ID))?.value ?? null;
  return { inDatabase, inPage: localStorage.getItem(INSTALL_ID) };
}

/**
 * Records a loss, if there is one, and this device's id. One transaction, so that no other tab
 * interferes.
 */
const agreeOnId = (): Promise<string> =>
  db.transaction('rw', db.facts, async () => {
    const { inDatabase, inPage } = await readIds();
    const id = inPage ?? inDatabase ?? mintId();
    if (inPage !== null && inDatabase !== inPage)
      await db.facts.put({ key: 'loss', value: new Date().toISOString() });
    if (inDatabase !== id) await db.facts.put({ key: INSTALL_ID, value: id });
    return id;
  });

/** Deletes the record of a loss that the person dismissed. */
export async function acknowledgeLoss(): Promise<void> {
  await db.facts.delete('loss');
}

/** The stored value of a loss that a person has seen. */
const SEEN = 'seen';
/** A notice counts as seen after this long on a visible page. */
const SEEN_MS = 5_000;

let isShown = false;

/** Whether this page shows a loss: an unseen one, until it is dismissed in any tab. */
export async function readLoss(): Promise<boolean> {
  const loss = await db.facts.get('loss');
  isShown = loss !== undefined && (isShown || loss.value !== SEEN);
  return isShown;
}

/** Records that the loss was seen, so that later visits do not show it again. Never rejects. */
export async function noteLossSeen(): Promise<void> {
  await db
    .transaction('rw', db.facts, async () => {
      if (await db.facts.get('loss')) await db.facts.put({ key: 'loss', value: SEEN });
    })
    .catch(() => undefined);
}

/**
 * True on a page that shows a loss of this device's storage. The calling component shows the
 * notice.
 */
export function useLoss(): boolean {
  const isLost = useStored(readLoss).value ?? false;
  useEffect(() => {
    if (!isLost) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onVisible = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible')
        timer = setTimeout(() => void noteLossSeen(), SEEN_MS);
    };
    onVisible();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [isLost]);
  return isLost;
}
