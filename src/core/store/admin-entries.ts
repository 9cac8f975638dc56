import type { Entity } from '../domain/entities.ts';
import type { ChangeEntry, DeletedRow, DeleteEntry } from './admin-rows.ts';
import type { Database } from './database.ts';

/** What waits for one administrator, on a device that several may share. No filter of the database's: it would hand over entry by entry. */
export const entriesOf = (db: Database, userId: string): Promise<ChangeEntry[]> =>
  db.adminEntries.toArray((entries) => entries.filter((entry) => entry.userId === userId));

/** Forgets changes and their files, in the transaction of whoever asks. */
export async function removeChanges(db: Database, entries: ChangeEntry[]): Promise<void> {
  const ids = entries.map(({ id }) => id);
  await db.adminEntries.bulkDelete(ids);
  await db.adminFiles.bulkDelete(ids);
}

/** The list that an entry changes. */
export const entityOf = (entry: ChangeEntry): Entity =>
  entry.kind === 'delete' ? entry.entity : entry.creation.entity;

/** A step of a deletion takes so many rows. Of more there is a checkpoint in between, and they lie apart. */
export const STEP_ROWS = 1000;

/** How many rows a deletion is about. */
export const rowCount = ({ rows }: DeleteEntry): number =>
  Array.isArray(rows) ? rows.length : rows.apart;

/** A deletion as it is stored: its entry, and apart from it the bytes of its rows where they are many. */
export function packed(entry: DeleteEntry): { entry: DeleteEntry; bytes: ArrayBuffer | null } {
  const { rows } = entry;
  if (!Array.isArray(rows) || rows.length <= STEP_ROWS) return { entry, bytes: null };
  const bytes = new TextEncoder().encode(
    JSON.stringify(rows.map(({ id, path }) => [id, path])),
  ).buffer;
  return { entry: { ...entry, rows: { apart: rows.length } }, bytes };
}

/** The rows of a deletion; null when they lay apart and are lost. */
export async function readDeletedRows(
  db: Database,
  { id, rows }: DeleteEntry,
): Promise<DeletedRow[] | null> {
  if (Array.isArray(rows)) return rows;
  const file = await db.adminFiles.get(id);
  if (!file) return null;
  const pairs = JSON.parse(new TextDecoder().decode(file.bytes)) as [string, string | null][];
  return pairs.map(([rowId, path]) => ({ id: rowId, path }));
}
