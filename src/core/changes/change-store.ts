import { attentionOf, isReadable } from '../outbox/entry.ts';
import { enqueue } from '../outbox/queue.ts';
import { entriesOf, isAnswer, isCreation, isDeletion, packed } from '../store/admin-entries.ts';
import type { AnswerEntry, ChangeEntry, ChangeReceipt } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';
import { expectRow, type ReplicaDatabase } from '../store/replica-database.ts';
import type { Receipt } from '../store/rows.ts';

/**
 * Stores an administrator's change and its file, with the promises and errors of `enqueue`. Marks
 * an added row as expected in the replica. An answer replaces refused answers to its booking.
 */
export async function storeChange(
  db: Database,
  replica: ReplicaDatabase | null,
  entry: ChangeEntry,
  bytes: ArrayBuffer | null,
): Promise<void> {
  if (replica && isCreation(entry)) await expectRow(replica, entry.id).catch(() => undefined);
  if (isAnswer(entry)) {
    const refused = await refusedAnswersTo(db, entry);
    return enqueue(db, entry, null, [], () => [db.entries.bulkDelete(refused)]);
  }
  const stored = isDeletion(entry) ? packed(entry) : { entry, bytes };
  return enqueue(db, stored.entry, stored.bytes);
}

/** The ids of the refused answers that this answer replaces. */
const refusedAnswersTo = async (db: Database, { userId, bookingId }: AnswerEntry) =>
  (await withReopen(() => entriesOf(db, userId)))
    .filter(isAnswer)
    .filter((other) => other.bookingId === bookingId && attentionOf(other) !== null)
    .map(({ id }) => id);

/** A decision about a change: its receipt, or a refused change that needs its administrator. */
export type Decided = ChangeReceipt extends infer R
  ? R extends ChangeReceipt
    ? Omit<R, 'settledAt'>
    : never
  : never;

const isChangeReceipt = (receipt: Receipt): receipt is ChangeReceipt =>
  receipt.kind === 'delete' || receipt.kind === 'create' || receipt.kind === 'answer';

/** Every decision on this device. */
export async function listDecided(db: Database): Promise<Decided[]> {
  const [receipts, entries] = await withReopen(() =>
    Promise.all([db.receipts.toArray(), db.entries.toArray()]),
  );
  const refused = entries.filter(isReadable).flatMap((entry): Decided[] => {
    const refusal = attentionOf(entry);
    if (!refusal) return [];
    const { id } = entry;
    if (isCreation(entry))
      return [{ id, kind: 'create', userId: entry.userId, refusal, entity: entry.creation.entity }];
    if (!isAnswer(entry)) return [];
    const { userId, bookingId, answer } = entry;
    return [{ id, kind: 'answer', userId, refusal, bookingId, answer: answer.kind }];
  });
  return [...receipts.filter(isChangeReceipt), ...refused];
}
