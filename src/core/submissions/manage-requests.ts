import { dayOf } from '../domain/submission.ts';
import {
  attentionOf,
  DUE,
  editedUntil,
  isReadable,
  mayHaveArrived,
  triesOf,
} from '../outbox/entry.ts';
import { WAITS } from '../outbox/waits.ts';
import { retryEntry, removeEntry, revised, type Queue } from '../outbox/queue.ts';
import { ifReadable, withReopen, type Database } from '../store/database.ts';
import type { Edits, SubmissionEntry } from '../store/rows.ts';
import { isSubmission } from './submission-kind.ts';

/**
 * Commands of senders on their own entries. Each is one transaction; an entry that is gone
 * meanwhile stays gone.
 */

/** Sends a booking although its day has passed. */
export const confirmDatePassed = (queue: Queue, id: string) =>
  retryEntry(queue, id, { datePassedConfirmed: true } as Partial<SubmissionEntry>);

/**
 * Discards an entry and its file. False, without a change, when it is gone or sent, or when it may
 * have arrived and its sender was `toldMayHaveArrived: false`: an attempt began since they read
 * that it had not been sent.
 */
export const discardEntry = (
  db: Database,
  id: string,
  toldMayHaveArrived: boolean,
): Promise<boolean> =>
  withReopen(() =>
    db.transaction('rw', db.entries, db.files, async () => {
      const entry = await findEditable(db, id);
      if (!entry || (mayHaveArrived(entry) && !toldMayHaveArrived)) return false;
      await removeEntry(db, id);
      return true;
    }),
  );

/** An entry that needs its sender is not sent by itself anyway. */
const reservedForEdit = (entry: SubmissionEntry, now: number): SubmissionEntry =>
  attentionOf(entry)
    ? entry
    : revised(entry, {
        state: { name: 'being-edited', tries: triesOf(entry), since: now, forMs: WAITS.edit },
      });

/**
 * Copies an entry's content into its form's draft, so that its sender can change it. The entry
 * stays in the queue, reserved for a quarter of an hour; then it is sent unchanged, whatever the form
 * does. False when it is gone or sent.
 */
export const beginEdit = (db: Database, id: string, now: number): Promise<boolean> =>
  withDrafts(db, async () => {
    const entry = await findEditable(db, id);
    if (!entry) return false;
    await writeDraft(db, entry, true, now);
    await db.entries.put(reservedForEdit(entry, now));
    return true;
  });

/**
 * Gives a sender another quarter of an hour. `reopened`: the form was left and is open again, so
 * that an entry whose time has ended is reserved again too.
 */
export const renewEdit = (
  db: Database,
  id: string,
  reopened: boolean,
  now: number,
): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.entries, async () => {
      const entry = await findEditable(db, id);
      if (entry?.state.name !== 'waiting' && entry?.state.name !== 'being-edited') return;
      const until = editedUntil(entry);
      const left = until === null ? null : until - now;
      // Longer than the whole time: the clock was set back.
      if (left === null ? reopened : left < WAITS.edit - WAITS.editRenewal || left > WAITS.edit)
        await db.entries.put(reservedForEdit(entry, now));
    }),
  );

/** Makes an entry due whose edit is cancelled. */
export const endEdit = (db: Database, id: string): Promise<void> =>
  withDrafts(db, async () => {
    const entry = await findEditable(db, id);
    if (entry && editedUntil(entry) !== null) await db.entries.put(revised(entry, { state: DUE }));
  });

/**
 * Hands a refused entry back to its open form. The entry leaves the device, unless it may have
 * arrived at an earlier attempt or its sender was shown its reference before (`isPromised`): then
 * it stays until the form sends it again, under its id. Returns the entry that the form edits from
 * now on, if any; undefined when the entry is gone or sent.
 */
export const returnToForm = (
  db: Database,
  id: string,
  isPromised: boolean,
  now: number,
): Promise<Edits | null | undefined> =>
  withDrafts(db, async () => {
    const entry = await findEditable(db, id);
    if (!entry) return undefined;
    const stays = isPromised || mayHaveArrived(entry);
    const edits = await writeDraft(db, entry, stays, now);
    if (!stays) await removeEntry(db, id);
    return edits;
  });

const withDrafts = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  withReopen(() => db.transaction('rw', db.entries, db.files, db.drafts, db.draftFiles, work));

async function findEditable(db: Database, id: string): Promise<SubmissionEntry | null> {
  const entry = await db.entries.get(id);
  const isEditable = entry && isReadable(entry) && isSubmission(entry) && entry.step !== 'email';
  return isEditable ? entry : null;
}

async function writeDraft(
  db: Database,
  entry: SubmissionEntry,
  isEdit: boolean,
  now: number,
): Promise<Edits | null> {
  const { kind: form, values } = entry.submission;
  // An unreadable file counts as lost here.
  const file = (await ifReadable(db.files.get(entry.id))) ?? null;
  const edits = isEdit
    ? {
        id: entry.id,
        keepsFile: file !== null && mayHaveArrived(entry),
        day: dayOf(entry.submission),
      }
    : null;
  await db.drafts.put({ form, id: entry.id, values, savedAt: now, ...(edits && { edits }) });
  if (entry.file && file)
    await db.draftFiles.put({ form, name: entry.file.name, bytes: file.bytes, savedAt: now });
  else await db.draftFiles.delete(form);
  return edits;
}
