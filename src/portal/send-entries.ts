import type { AdminEntry } from '../core/mutations/admin-mutation.ts';
import { discardAll, readWaiting } from '../core/waiting/pending.ts';
import { storeAdminEntry } from '../core/mutations/store-admin-entry.ts';
import { mayHaveRecord, type Fresh, type Outcome, type OutcomeOf } from '../core/outbox/entry.ts';
import { isFull } from '../core/store/database.ts';
import { administrator, currentReplica } from '../runtime/auth/session.ts';
import { db } from '../runtime/database.ts';
import { awaited } from '../runtime/notifications.ts';
import { outbox } from '../runtime/outbox.ts';
import { syncNow } from './sync/sync.ts';
import { bringUpLists } from './sync/use-lists.ts';

/** Nobody is signed in. */
export const NOBODY: Outcome = { outcome: 'not-stored', cause: 'signed-out', fresh: null };

/**
 * Stores entries and waits for their outcomes. `onBegun` is called with the number of those that the
 * device has stored so far. `makeSmaller`: of an entry that a full device has no room for; null if it
 * cannot be smaller.
 */
export async function sendAll(
  all: Iterable<Fresh<AdminEntry>> | AsyncIterable<Fresh<AdminEntry>>,
  onBegun: (stored: number) => void = () => undefined,
  makeSmaller: (fresh: Fresh) => Promise<Fresh<AdminEntry> | null> = async () => null,
): Promise<Outcome[]> {
  const store = (fresh: Fresh) => storeOrSmaller(fresh as Fresh<AdminEntry>, makeSmaller);
  const ids: string[] = [];
  let isAllStored = true;
  async function* noted() {
    for await (const fresh of all) {
      ids.push(fresh.entry.id);
      awaited.add(fresh.entry.id);
      yield fresh;
    }
  }
  const outcomes = await outbox.sendAll(noted(), { store, patienceMs: null }, (begun) => {
    const stored = begun.filter(({ isOnDevice }) => isOnDevice).length;
    isAllStored = stored === begun.length;
    onBegun(stored);
  });
  for (const [place, { outcome }] of outcomes.entries())
    if (outcome === 'waiting') awaited.delete(ids[place] ?? '');
  // No live query sees an entry that was in memory alone.
  if (!isAllStored) {
    void bringUpLists(true);
    void syncNow();
  }
  return outcomes;
}

async function storeOrSmaller(
  fresh: Fresh<AdminEntry>,
  makeSmaller: (fresh: Fresh) => Promise<Fresh<AdminEntry> | null>,
): Promise<void> {
  const replica = currentReplica()?.replica ?? null;
  await storeAdminEntry(db, replica, fresh).catch(async (error: unknown) => {
    const smaller = isFull(error) ? await makeSmaller(fresh) : null;
    if (!smaller) throw error;
    await storeAdminEntry(db, replica, smaller);
  });
}

/** Why nothing was stored, and what to do. */
export function notStoredText({ cause, fresh }: OutcomeOf<'not-stored'>): string {
  if (cause === 'signed-out') return 'Please sign in again.';
  const remedy =
    db.availability === 'available'
      ? 'Free some space on it and try again'
      : 'Its storage does not answer. Try again in a minute';
  return fresh && mayHaveRecord(fresh.entry)
    ? `This may have been added, but our server did not confirm it, and this device could not keep it. ${remedy}: it is added once.`
    : `This device could not keep the change. ${remedy}.`;
}

/** The number of the signed-in administrator's waiting entries on this device. */
export async function countOwnWaiting(): Promise<number> {
  const user = administrator();
  return user ? (await readWaiting(db, user.id)).count : 0;
}

/**
 * Discards every waiting entry of the signed-in administrator; parts that the server may have are
 * removed at their next sign-in.
 */
export async function discardWaiting(): Promise<void> {
  const user = administrator();
  if (user) await discardAll(db, user.id, Date.now());
}
