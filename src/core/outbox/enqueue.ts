import { parseSubmission } from '../domain/submission-schema.ts';
import type { Submission } from '../domain/submission.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Entry } from '../store/rows.ts';
import { addOnce } from './entry-store.ts';
import { createEntry, type NewFile } from './entry.ts';

/** Mints the entry of a submission. Null when its values break a rule: the form should not have let them through. */
export function prepareEntry(submission: Submission, file: NewFile | null, now: number): Entry | null {
  const parsed = parseSubmission(submission);
  return parsed && createEntry(parsed, file, now);
}

/**
 * Stores an entry and its file in one transaction, and forgets the draft it was typed as; once this resolves, nothing is
 * lost. Storing the same entry again changes nothing. Rejects when the browser can't store: no IndexedDB, a full disk, a
 * private window.
 */
export async function storeEntry(db: Database, entry: Entry, bytes: ArrayBuffer | null): Promise<void> {
  await withReopen(() =>
    // All at once: each request that waits for the one before costs the person a millisecond or two.
    db.transaction('rw', db.entries, db.files, db.drafts, db.draftFiles, () =>
      Promise.all([
        addOnce(db.entries, entry),
        bytes && db.files.put({ id: entry.id, bytes }),
        db.drafts.delete(entry.submission.kind),
        bytes && db.draftFiles.delete(entry.submission.kind),
      ]),
    ),
  );
}
