import type * as z from 'zod/mini';
import { bookingSchema } from '../domain/booking.ts';
import { contactSchema } from '../domain/contact.ts';
import { jobApplicationSchema } from '../domain/job-application.ts';
import type { Submission, SubmissionKind } from '../domain/submission.ts';
import { factsOf, mayHaveArrived, newEntry, type NewFile } from '../outbox/entry.ts';
import { enqueue, removeEntry } from '../outbox/queue.ts';
import { ifReadable, withReopen, type Database } from '../store/database.ts';
import type { SubmissionEntry } from '../store/rows.ts';
import { isSubmission } from './submission-kind.ts';

/** The rules of each kind of submission: the part of `SUBMISSION_KINDS` that loads with a form. */
const SCHEMAS: { readonly [K in SubmissionKind]: z.ZodMiniType<Submission<K>['values']> } = {
  booking: bookingSchema,
  job_application: jobApplicationSchema,
  contact: contactSchema,
};

/**
 * The entry of a cleaned submission. Mints the id, unless one is given. Null when its values break
 * a rule: a fault of the form.
 */
export function prepareEntry(
  { kind, values }: Submission,
  file: NewFile | null,
  now: number,
  id?: string,
): SubmissionEntry | null {
  const parsed = SCHEMAS[kind].safeParse(values);
  return parsed.success
    ? createEntry({ kind, values: parsed.data } as Submission, file, now, id)
    : null;
}

/**
 * A new entry for a checked submission. Its id, minted unless given, becomes the record's primary
 * key.
 */
export function createEntry(
  submission: Submission,
  file: NewFile | null,
  now: number,
  id?: string,
): SubmissionEntry {
  const waiting = newEntry('submission', null, now, id);
  return {
    ...waiting,
    submission,
    file: file && factsOf(file, `${waiting.id}.${file.extension}`),
    step: file ? 'file' : 'row',
    datePassedConfirmed: false,
  };
}

/** An entry that reuses the id of one that left this device and may have arrived. */
export const underId = (id: string, entry: SubmissionEntry): SubmissionEntry => ({
  ...entry,
  id,
  ...(entry.file && { file: { ...entry.file, path: entry.file.path.replace(entry.id, id) } }),
  arrival: 'edited',
});

/**
 * An entry as its sender changed it. It keeps its id, so that the server decides which version
 * becomes the record. `storedBytes`: its old file's bytes, if they are still on the device. A file
 * that the server may have cannot be replaced under its name: if the record cannot have arrived, a
 * new file is sent under a new id; else the old one stays.
 */
export function editedEntry(
  old: SubmissionEntry,
  submission: Submission,
  file: NewFile | null,
  storedBytes: ArrayBuffer | null,
  now: number,
): SubmissionEntry {
  const sameFile = file === null || (storedBytes !== null && areEqual(file.bytes, storedBytes));
  if (!sameFile && old.arrival === 'begun') return createEntry(submission, file, now);
  const changed: SubmissionEntry = {
    ...createEntry(submission, file, now, old.id),
    createdAt: old.createdAt,
    revision: old.revision + 1,
    arrival: mayHaveArrived(old) ? 'edited' : old.arrival,
  };
  const keepsFile = sameFile || (mayHaveArrived(old) && storedBytes !== null);
  return keepsFile ? { ...changed, file: old.file, step: old.step } : changed;
}

function areEqual(a: ArrayBuffer, b: ArrayBuffer): boolean {
  const [one, other] = [new Uint8Array(a), new Uint8Array(b)];
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/**
 * Stores a submission and its file, and deletes the draft that it came from (`hasDraft`: the stored
 * draft is its own); with the promises and errors of `enqueue`.
 */
export function storeEntry(
  db: Database,
  entry: SubmissionEntry,
  bytes: ArrayBuffer | null,
  hasDraft = true,
): Promise<void> {
  const { kind } = entry.submission;
  return enqueue(db, entry, bytes, [db.drafts, db.draftFiles], () => [
    ...(hasDraft ? [db.drafts.delete(kind)] : []),
    ...(bytes ? [db.draftFiles.delete(kind)] : []),
  ]);
}

/**
 * Replaces the waiting entry `id` by a form's submission under the same conditions, and returns the
 * id that it is sent under. An entry that was sent meanwhile stays unchanged: `isSent`.
 */
export async function storeEdit(
  db: Database,
  id: string,
  fresh: SubmissionEntry,
  file: NewFile | null,
  now: number,
): Promise<{ id: string; isSent: boolean }> {
  return withReopen(() =>
    db.transaction(
      'rw',
      [db.entries, db.files, db.receipts, db.drafts, db.draftFiles],
      async () => {
        const [stored, receipt, saved] = [
          await db.entries.get(id),
          await db.receipts.get(id),
          await ifReadable(db.files.get(id)),
        ];
        const old = stored && isSubmission(stored) ? stored : undefined;
        const { kind } = fresh.submission;
        if ((await db.drafts.get(kind))?.id === id) await db.drafts.delete(kind);
        await db.draftFiles.delete(kind);
        if (receipt || old?.step === 'email') return { id, isSent: true };
        const next = old
          ? editedEntry(old, fresh.submission, file, saved?.bytes ?? null, now)
          : underId(id, fresh);
        if (next.id !== id) await removeEntry(db, id);
        await db.entries.put(next);
        const keepsFile = next.file !== null && next.file === old?.file;
        if (file && !keepsFile) await db.files.put({ id: next.id, bytes: file.bytes });
        return { id: next.id, isSent: false };
      },
    ),
  );
}
