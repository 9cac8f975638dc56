import { ifReadable, withReopen, type Database } from '../store/database.ts';
import type { SubmissionEntry } from '../store/rows.ts';
import type { NewFile } from '../outbox/entry.ts';
import { enqueue, removeEntry } from '../outbox/queue.ts';
import { editedEntry, underId } from './prepare-submission.ts';
import { submissionTables } from './submission-kind.ts';

/** Stores a submission and its file, and forgets the draft it was typed as; under the promises and errors of `enqueue`. */
export function storeEntry(db: Database, entry: SubmissionEntry, bytes: ArrayBuffer | null): Promise<void> {
  const { kind } = entry.submission;
  return enqueue(submissionTables(db), entry, bytes, [db.drafts, db.draftFiles], () => [
    db.drafts.delete(kind),
    ...(bytes ? [db.draftFiles.delete(kind)] : []),
  ]);
}

/**
 * Stores what a form made of the waiting entry `id` in its place, under the same conditions, and answers the id that it is sent
 * under. One that was sent meanwhile stays as it is, whatever the form holds: `isSent`.
 */
export async function storeEdit(db: Database, id: string, fresh: SubmissionEntry, file: NewFile | null, now: number): Promise<{ id: string; isSent: boolean }> {
  return withReopen(() =>
    db.transaction('rw', [db.entries, db.files, db.receipts, db.drafts, db.draftFiles], async () => {
      const [old, receipt, kept] = [await db.entries.get(id), await db.receipts.get(id), await ifReadable(db.files.get(id))];
      await db.drafts.delete(fresh.submission.kind);
      await db.draftFiles.delete(fresh.submission.kind);
      if (receipt || old?.step === 'email') return { id, isSent: true };
      const next = old ? editedEntry(old, fresh.submission, file, kept?.bytes ?? null, now) : underId(id, fresh);
      if (next.id !== id) await removeEntry(submissionTables(db), id);
      await db.entries.put(next);
      const keepsFile = next.file !== null && next.file === old?.file;
      if (file && !keepsFile) await db.files.put({ id: next.id, bytes: file.bytes });
      return { id: next.id, isSent: false };
    }),
  );
}
