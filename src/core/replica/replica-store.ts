import type { RowChange } from '../server/admin-backend.ts';
import { entriesOf, removeEntry } from '../outbox/queue.ts';
import type { Cursor } from '../store/replica-schema.ts';
import { abandon } from '../store/replicas.ts';
import {
  inReplica,
  stillExpected,
  type ReplicaDatabase,
  type RowKey,
} from '../store/replica-database.ts';
import { withReopen, type Database } from '../store/database.ts';
import { initialSyncFrom } from './initial-sync.ts';

/** A replica without rows of any database. */
export const NO_EPOCH = '';

/** The replica's cursor. Creates an empty one, started on this day, where there is none. */
export function openCursor(replica: ReplicaDatabase, today: string): Promise<Cursor> {
  return inReplica(replica, async () => {
    const known = await replica.readCursor();
    if (known) return known;
    const cursor: Cursor = {
      epoch: NO_EPOCH,
      rev: 0,
      changes: 0,
      expected: [],
      pulledAt: null,
      initialSync: initialSyncFrom(today),
    };
    await replica.writeCursor(cursor);
    return cursor;
  });
}

/**
 * Changes the replica and its cursor together, if the cursor is still the same: a page read before
 * another change could bring deleted rows back. `change` returns the ids it touched. Resolves with
 * the current cursor, whichever tab moved it.
 */
export function advance(
  replica: ReplicaDatabase,
  was: Cursor,
  next: Partial<Cursor>,
  change: () => Promise<readonly string[]>,
): Promise<Cursor> {
  return inReplica(replica, async () => {
    const current = (await replica.readCursor()) ?? was;
    if (!isSame(current, was)) return current;
    const heardOf = await change();
    const moved = {
      ...current,
      ...next,
      changes: current.changes + 1,
      expected: stillExpected(current, heardOf),
    };
    await replica.writeCursor(moved);
    return moved;
  });
}

const isSame = (a: Cursor, b: Cursor) =>
  a.epoch === b.epoch && a.rev === b.rev && a.changes === b.changes;

/**
 * Notes when the server agreed with the replica, with its clock and how the mails stood, unless the
 * replica has changed since. Resolves as `advance` does.
 */
export function confirm(
  replica: ReplicaDatabase,
  was: Cursor,
  noted: Pick<Cursor, 'pulledAt' | 'mails' | 'serverAheadMs'>,
): Promise<Cursor> {
  return inReplica(replica, async () => {
    const current = (await replica.readCursor()) ?? was;
    if (current.epoch !== was.epoch || current.rev !== was.rev) return current;
    const agreed = { ...current, ...noted };
    await replica.writeCursor(agreed);
    return agreed;
  });
}

/** Rows a batch: few enough that the page stays responsive. */
const SLICE = 100;

/** Writes these rows to the replica; null deletes one. Returns their ids. Call it in `advance`. */
export async function applyRows(
  replica: ReplicaDatabase,
  changes: readonly Pick<RowChange, 'table' | 'id' | 'row'>[],
): Promise<string[]> {
  for (let start = 0; start < changes.length; start += SLICE) {
    const slice = changes.slice(start, start + SLICE);
    const applied = slice.flatMap(({ table, id, row }) =>
      row ? [{ table, id, createdAt: row.created_at, row }] : [],
    );
    const gone = slice.flatMap(({ table, id, row }) => (row ? [] : [[table, id] as RowKey]));
    if (applied.length > 0) await replica.keptRows.bulkPut(applied);
    if (gone.length > 0) await replica.keptRows.bulkDelete(gone);
  }
  return changes.map(({ id }) => id);
}

/**
 * Deletes everything that the portal stores on this device of one user, and resolves with the number
 * of waiting changes among it.
 */
export function forgetUser(db: Database, userId: string): Promise<number> {
  const { replicas, portalFacts, forms, entries, files, receipts } = db;
  return withReopen(() =>
    db.transaction('rw', [replicas, portalFacts, forms, entries, files, receipts], async () => {
      await abandon(replicas.filter((replica) => replica.userId === userId));
      await portalFacts.filter((row) => row.userId === userId).delete();
      await forms.filter((row) => row.userId === userId).delete();
      await receipts.filter((row) => row.userId === userId).delete();
      const waiting = (await entriesOf(db, userId)).map(({ id }) => id);
      await removeEntry(db, ...waiting);
      return waiting.length;
    }),
  );
}
