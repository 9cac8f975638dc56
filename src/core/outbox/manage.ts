import { withReopen, type Database } from '../store/database.ts';
import { changeEntry, removeEntry } from './entry-store.ts';
import { isEditable } from './entry.ts';

const storeOf = (db: Database) => ({ db, entries: db.entries, files: db.files });

/** What a sender may do with their own entry. Each is one transaction; an entry that is gone meanwhile is left be. */

/** Makes an entry due at once and lifts its need for attention. */
export const retryEntry = (db: Database, id: string) => changeEntry(storeOf(db), id, { attention: null, retry: null });

/** Lets a booking whose day has passed go out all the same. */
export const confirmLateEntry = (db: Database, id: string) =>
  changeEntry(storeOf(db), id, { attention: null, retry: null, lateConfirmed: true });

/** Forgets an entry and its file. What was sent of it may have arrived. */
export const discardEntry = (db: Database, id: string) => removeEntry(storeOf(db), id);

/**
 * Turns an entry and its file back into its form's draft, so that its sender can edit it and send it anew. False when it is gone or
 * may already have arrived: editing it then could make two records of one.
 */
export async function returnEntryToDraft(db: Database, id: string, now: number): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', db.entries, db.files, db.drafts, db.draftFiles, async () => {
      const entry = await db.entries.get(id);
      if (!entry || !isEditable(entry)) return false;
      const { kind: form, values } = entry.submission;
      const file = await db.files.get(id);
      await db.drafts.put({ form, values, savedAt: now });
      if (entry.file && file) await db.draftFiles.put({ form, name: entry.file.name, bytes: file.bytes, savedAt: now });
      else await db.draftFiles.delete(form);
      await db.entries.delete(id);
      await db.files.delete(id);
      return true;
    }),
  );
}
