import { mayHaveRecord, type Fresh } from '../outbox/entry.ts';
import { mutationOf } from '../outbox/mutation.ts';
import { enqueue, entriesOf } from '../outbox/queue.ts';
import { withReopen, type Database } from '../store/database.ts';
import { expectRow, type ReplicaDatabase } from '../store/replica-database.ts';
import type { AdminEntry } from './admin-mutation.ts';
import { ADMIN_MUTATIONS } from './administrators.ts';

/**
 * Stores an administrator's entry and its file, with the promises and errors of `enqueue`. Deletes
 * the entries that it replaces, and marks an added row as expected in the replica.
 */
export async function storeAdminEntry(
  db: Database,
  replica: ReplicaDatabase | null,
  fresh: Fresh<AdminEntry>,
): Promise<void> {
  const { entry } = fresh;
  const mutation = mutationOf(ADMIN_MUTATIONS, entry);
  const row = mutation?.addedRow(entry) ?? null;
  // A pull may have brought the row of an entry that is stored after it was sent.
  if (replica && row !== null && !mayHaveRecord(entry))
    await expectRow(replica, row).catch(() => undefined);
  const waiting = await withReopen(() => entriesOf(db, entry.userId));
  const replaced = mutation?.replaces(entry, waiting) ?? [];
  await enqueue(db, fresh, [], () => [db.entries.bulkDelete(replaced)]);
}
