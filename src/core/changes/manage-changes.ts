import type { ChangeWaitCause } from '../domain/reasons.ts';
import { newestCause } from '../outbox/backoff.ts';
import { attentionOf } from '../outbox/entry.ts';
import { retryEntry, removeEntry } from '../outbox/queue.ts';
import { entriesOf, removeChanges } from '../store/admin-entries.ts';
import type { ChangeEntry, DeleteEntry } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';
import { changeTables } from './change-store.ts';
import { canTakeBack } from './pending.ts';
import { createWithdrawal, mayBeOnServer } from './prepare-change.ts';

/** What administrators may do with their own entries. Each is one transaction; an entry that is gone meanwhile stays gone. */

/** Takes a deletion back, so that its rows show again. False when it has begun, and something may be gone. */
export async function takeBack(db: Database, id: string): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', db.adminEntries, db.adminFiles, async () => {
      const entry = await db.adminEntries.get(id);
      if (!entry || !canTakeBack(entry)) return false;
      await removeEntry(changeTables(db), id);
      return true;
    }),
  );
}

/** Sends a creation now, also one that needs attention. */
export const retryCreation = (db: Database, id: string) => retryEntry(changeTables(db), id);

/** Forgets a creation and its file. What of it may be on the server is removed from there by the next flush. */
export async function discardCreation(db: Database, id: string, now: number): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', db.adminEntries, db.adminFiles, async () => {
      const entry = await db.adminEntries.get(id);
      if (entry?.kind !== 'create') return;
      await removeEntry(changeTables(db), id);
      const withdrawal = createWithdrawal(entry, now);
      if (withdrawal) await db.adminEntries.add(withdrawal);
    }),
  );
}

/**
 * Forgets everything that waits for one administrator, but for what has to be removed from the server: what was discarded before, and
 * creations of which something may be there. A device too full to note the latter forgets them as well.
 */
export async function discardAll(db: Database, userId: string, now: number): Promise<void> {
  const discard = (withdraw: (entry: ChangeEntry) => DeleteEntry | null) =>
    withReopen(() =>
      db.transaction('rw', db.adminEntries, db.adminFiles, async () => {
        const entries = (await entriesOf(db, userId)).filter((entry) => !isWithdrawal(entry));
        await removeChanges(db, entries);
        const withdrawals = entries.flatMap((entry) => withdraw(entry) ?? []);
        if (withdrawals.length > 0) await db.adminEntries.bulkAdd(withdrawals);
      }),
    );
  await discard((entry) => (entry.kind === 'create' ? createWithdrawal(entry, now) : null)).catch(
    () => discard(() => null),
  );
}

const isWithdrawal = (entry: ChangeEntry): boolean =>
  entry.kind === 'delete' && entry.ofDiscarded === true;

/** What waits for one administrator, as they are asked about it. */
export interface Waiting {
  /** All of them, those that need attention too. */
  count: number;
  /** Those that were refused: only their administrator can do something about them. */
  refused: number;
  /** The newest failure among the changes that can be sent; null while none failed. */
  cause: ChangeWaitCause | null;
  /** Something of them may be on the server, and is removed from there when they are discarded. */
  mayHaveArrived: boolean;
}

/** Reads what waits for one administrator. */
export async function readWaiting(db: Database, userId: string): Promise<Waiting> {
  const entries = await withReopen(() => entriesOf(db, userId));
  const sendable = entries.filter((entry) => !attentionOf(entry));
  return {
    count: entries.length,
    refused: entries.length - sendable.length,
    cause: newestCause(sendable),
    mayHaveArrived: entries.some(
      (entry) => isWithdrawal(entry) || (entry.kind === 'create' && mayBeOnServer(entry)),
    ),
  };
}
