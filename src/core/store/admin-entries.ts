import type { Entity } from '../domain/entities.ts';
import type {
  AnswerEntry,
  ChangeEntry,
  CreateEntry,
  DeletedRow,
  DeleteEntry,
} from './admin-rows.ts';
import type { Database } from './database.ts';
import type { OutboxEntry } from './rows.ts';

/** True for an administrator's change. */
export const isChange = (entry: OutboxEntry): entry is ChangeEntry =>
  isDeletion(entry) || isCreation(entry) || isAnswer(entry);

export const isDeletion = (entry: OutboxEntry): entry is DeleteEntry => entry.kind === 'delete';

export const isCreation = (entry: OutboxEntry): entry is CreateEntry => entry.kind === 'create';

export const isAnswer = (entry: OutboxEntry): entry is AnswerEntry => entry.kind === 'answer';

/**
 * One administrator's entries on a device that several may share. Filtered here, because a database
 * filter would read entry by entry.
 */
export const entriesOf = (db: Database, userId: string): Promise<OutboxEntry[]> =>
  db.entries.toArray((entries) => entries.filter((entry) => entry.userId === userId));

/** Removes everything of one administrator that waits, in the caller's transaction. */
export async function removeEntriesOf(db: Database, userId: string): Promise<void> {
  const ids = (await entriesOf(db, userId)).map(({ id }) => id);
  await db.entries.bulkDelete(ids);
  await db.files.bulkDelete(ids);
}

/** The list that an entry changes. */
export function entityOf(entry: ChangeEntry): Entity {
  if (entry.kind === 'answer') return 'bookings';
  return entry.kind === 'delete' ? entry.entity : entry.creation.entity;
}

/** Changes of one list share a rate limit. */
export const changeRateLimit = (entry: ChangeEntry): string => `change ${entityOf(entry)}`;

/**
 * Rows a step of a deletion. Larger deletions have checkpoints between steps, and store their rows
 * separately.
 */
export const STEP_ROWS = 1000;

/** The number of rows in a deletion. */
export const rowCount = ({ rows }: DeleteEntry): number =>
  Array.isArray(rows) ? rows.length : rows.apart;

/** A deletion as stored: its entry, and its rows' bytes separately if they are many. */
export function packed(entry: DeleteEntry): { entry: DeleteEntry; bytes: ArrayBuffer | null } {
  const { rows } = entry;
  if (!Array.isArray(rows) || rows.length <= STEP_ROWS) return { entry, bytes: null };
  const bytes = new TextEncoder().encode(
    JSON.stringify(rows.map(({ id, path }) => [id, path])),
  ).buffer;
  return { entry: { ...entry, rows: { apart: rows.length } }, bytes };
}

/** The rows of a deletion; null when their separate bytes are lost. */
export async function rowsOf(
  { id, rows }: DeleteEntry,
  readFile: (id: string) => Promise<ArrayBuffer | null>,
): Promise<DeletedRow[] | null> {
  if (Array.isArray(rows)) return rows;
  const bytes = await readFile(id);
  if (!bytes) return null;
  const pairs = JSON.parse(new TextDecoder().decode(bytes)) as [string, string | null][];
  return pairs.map(([rowId, path]) => ({ id: rowId, path }));
}
