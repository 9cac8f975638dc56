import { attentionOf, isReadable } from '../outbox/entry.ts';
import { enqueue } from '../outbox/queue.ts';
import { isCreation, isDeletion, packed } from '../store/admin-entries.ts';
import type { ChangeEntry, ChangeReceipt } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';
import { expectRow, type ReplicaDatabase } from '../store/replica-database.ts';
import type { Receipt } from '../store/rows.ts';

/**
 * Stores an administrator's change and its file, with the promises and errors of `enqueue`. Marks
 * an added row as expected in the replica.
 */
export async function storeChange(
  db: Database,
  replica: ReplicaDatabase | null,
  entry: ChangeEntry,
  bytes: ArrayBuffer | null,
): Promise<void> {
  if (replica && isCreation(entry)) await expectRow(replica, entry.id).catch(() => undefined);
  const stored = isDeletion(entry) ? packed(entry) : { entry, bytes };
  return enqueue(db, stored.entry, stored.bytes);
}

/** A decision about a change: its receipt, or an addition that needs its administrator. */
export type Decided = ChangeReceipt extends infer R
  ? R extends ChangeReceipt
    ? Omit<R, 'settledAt'>
    : never
  : never;

const isChangeReceipt = (receipt: Receipt): receipt is ChangeReceipt =>
  receipt.kind === 'delete' || receipt.kind === 'create';

/** Every decision on this device. */
export async function listDecided(db: Database): Promise<Decided[]> {
  const [receipts, entries] = await withReopen(() =>
    Promise.all([db.receipts.toArray(), db.entries.toArray()]),
  );
  const refused = entries
    .filter(isReadable)
    .filter(isCreation)
    .flatMap((entry): Decided[] => {
      const { id, kind, userId, creation } = entry;
      const refusal = attentionOf(entry);
      return refusal ? [{ id, kind, userId, refusal, entity: creation.entity }] : [];
    });
  return [...receipts.filter(isChangeReceipt), ...refused];
}
