import { Dexie, type Table } from 'dexie';
import { withReopen, type Database } from '../store/database.ts';
import type { FileRow, Waiting } from '../store/rows.ts';

/** Where one kind of entry waits: its table, and that of its files' bytes. */
export interface EntryStore<E extends Waiting> {
  db: Database;
  entries: Table<E, string>;
  files: Table<FileRow, string>;
}

/** Adds a row; one that is there already stays as it is. */
export function addOnce<T, Key>(table: Table<T, Key>, row: T): Promise<unknown> {
  return table.add(row).catch((error: unknown) => {
    if (!(error instanceof Dexie.ConstraintError)) throw error;
  });
}

export async function readFile<E extends Waiting>({ files }: EntryStore<E>, id: string): Promise<ArrayBuffer | null> {
  return (await withReopen(() => files.get(id)))?.bytes ?? null;
}

/** Runs `change` in one transaction, over `others` too, if the entry is still as it was read. False when it is not. */
export function ifUnchanged<E extends Waiting>(
  { db, entries, files }: EntryStore<E>,
  others: Table[],
  entry: E,
  change: () => Promise<unknown>,
): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', [entries, files, ...others], async () => {
      const current = await entries.get(entry.id);
      if (current?.revision !== entry.revision) return false;
      await change();
      return true;
    }),
  );
}

/** The entry with its changes, as the next revision. */
export const revised = <E extends Waiting>(entry: E, changes: Partial<E>): E => ({ ...entry, ...changes, revision: entry.revision + 1 });

/** Changes an entry whatever it is now; one that is gone is left be. */
export async function changeEntry<E extends Waiting>({ db, entries }: EntryStore<E>, id: string, changes: Partial<E>): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', entries, async () => {
      const entry = await entries.get(id);
      if (entry) await entries.put(revised(entry, changes));
    }),
  );
}

/** Forgets an entry and its file. */
export async function removeEntry<E extends Waiting>({ db, entries, files }: EntryStore<E>, id: string): Promise<void> {
  await withReopen(() =>
    db.transaction('rw', entries, files, async () => {
      await entries.delete(id);
      await files.delete(id);
    }),
  );
}
