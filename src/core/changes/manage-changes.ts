import type { ChangeWaitCause } from '../domain/reasons.ts';
import { newestCause } from '../outbox/backoff.ts';
import { attentionOf } from '../outbox/entry.ts';
import { removeEntry } from '../outbox/queue.ts';
import { entriesOf, isAnswer, isChange, isCreation, isDeletion } from '../store/admin-entries.ts';
import type { DeleteEntry } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { OutboxEntry } from '../store/rows.ts';
import { canTakeBack } from './pending.ts';
import { createWithdrawal, mayBeOnServer } from './prepare-change.ts';

/**
 * Commands of administrators on their own entries. Each is one transaction; an entry that is gone
 * meanwhile stays gone.
 */

/**
 * Undoes a deletion or an answer. False once a request has left, when the server may have done it.
 */
export async function takeBack(db: Database, id: string): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', db.entries, db.files, async () => {
      const entry = await db.entries.get(id);
      if (!entry || !isChange(entry) || !canTakeBack(entry)) return false;
      await removeEntry(db, id);
      return true;
    }),
  );
}

/**
 * Discards a creation and its file. The next flush withdraws the parts that the server may have.
 */
export async function discardCreation(db: Database, id: string, now: number): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', db.entries, db.files, async () => {
      const entry = await db.entries.get(id);
      if (!entry || !isCreation(entry)) return;
      await removeEntry(db, id);
      const withdrawal = createWithdrawal(entry, now);
      if (withdrawal) await db.entries.add(withdrawal);
    }),
  );
}

/** Discards a refused answer. */
export async function discardAnswer(db: Database, id: string): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', db.entries, db.files, async () => {
      const entry = await db.entries.get(id);
      if (entry && isAnswer(entry) && attentionOf(entry)) await removeEntry(db, id);
    }),
  );
}

/**
 * Discards everything that waits for one administrator, except withdrawals: those of earlier
 * discards, and of creations that the server may have. A device too full to store the latter drops
 * them as well.
 */
export async function discardAll(db: Database, userId: string, now: number): Promise<void> {
  const discard = (withdraw: (entry: OutboxEntry) => DeleteEntry | null) =>
    withReopen(() =>
      db.transaction('rw', db.entries, db.files, async () => {
        const entries = (await entriesOf(db, userId)).filter((entry) => !isWithdrawal(entry));
        await removeEntry(db, ...entries.map(({ id }) => id));
        const withdrawals = entries.flatMap((entry) => withdraw(entry) ?? []);
        if (withdrawals.length > 0) await db.entries.bulkAdd(withdrawals);
      }),
    );
  await discard((entry) => (isCreation(entry) ? createWithdrawal(entry, now) : null)).catch(() =>
    discard(() => null),
  );
}

const isWithdrawal = (entry: OutboxEntry): boolean =>
  isDeletion(entry) && entry.ofDiscarded === true;

/** The summary of one administrator's waiting changes. */
export interface Waiting {
  /** All of them, including those that need attention. */
  count: number;
  /** Refused changes, which only their administrator can resolve. */
  refused: number;
  /** The newest failure among the changes that can be sent; null before a failure. */
  cause: ChangeWaitCause | null;
  /** The server may have parts of them, which discarding withdraws. */
  mayHaveArrived: boolean;
}

/** Reads the summary of one administrator's waiting changes. */
export async function readWaiting(db: Database, userId: string): Promise<Waiting> {
  const entries = await withReopen(() => entriesOf(db, userId));
  const sendable = entries.filter((entry) => !attentionOf(entry));
  return {
    count: entries.length,
    refused: entries.length - sendable.length,
    cause: newestCause(sendable),
    mayHaveArrived: entries.some(
      (entry) => isWithdrawal(entry) || (isCreation(entry) && mayBeOnServer(entry)),
    ),
  };
}
