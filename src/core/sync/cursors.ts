import type { KeptTable } from '../domain/entities.ts';
import type { Cursor } from '../store/admin-rows.ts';
import { withReopen, type Database } from '../store/database.ts';

/** A copy that has nothing of any database yet. */
const NO_EPOCH = '';

/** Where the copies of these tables stand. A table without one gets an empty one, so that a wipe from now on is noticed. */
export function openCursors(db: Database, userId: string, tables: readonly KeptTable[]): Promise<Cursor[]> {
  return inCopies(db, async () => {
    const known = await db.cursors.bulkGet(tables.map((table): [string, string] => [userId, table]));
    const cursors = tables.map((table, index) => known[index] ?? { userId, table, epoch: NO_EPOCH, rev: 0, changes: 0, pulledAt: null });
    await db.cursors.bulkAdd(cursors.filter((_, index) => !known[index]));
    return cursors;
  });
}

/**
 * Changes a copy and its cursor together, if the copy is still as it was: what was read before a change of it could bring
 * deleted rows back. Resolves with where the copy is now, whoever moved it; null when it was wiped.
 */
export function advance(db: Database, was: Cursor, next: Partial<Cursor>, change: () => Promise<unknown>): Promise<Cursor | null> {
  return inCopies(db, async () => {
    const current = await db.cursors.get([was.userId, was.table]);
    if (!current || !isSame(current, was)) return current ?? null;
    await change();
    const moved = { ...current, ...next, changes: current.changes + 1 };
    await db.cursors.put(moved);
    return moved;
  });
}

const isSame = (a: Cursor, b: Cursor) => a.epoch === b.epoch && a.rev === b.rev && a.changes === b.changes;

/** Notes that the server agreed with a copy, unless the copy is at another place by now. */
export async function confirm(db: Database, { userId, table, epoch, rev }: Cursor, at: number): Promise<void> {
  const here = db.cursors.where('[userId+table]').equals([userId, table]);
  await withReopen(() => here.and((cursor) => cursor.epoch === epoch && cursor.rev === rev).modify({ pulledAt: at }));
}

const inCopies = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  withReopen(() => db.transaction('rw', db.keptRows, db.cursors, work));
