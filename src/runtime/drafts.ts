import { DRAFT_RETENTION_DAYS } from '../core/domain/limits.ts';
import type { SubmissionKind } from '../core/domain/submission.ts';
import { liveRead } from '../core/store/live-read.ts';
import type { StoredForm } from '../core/store/device-schema.ts';
import { db } from './database.ts';

const RETENTION_MS = DRAFT_RETENTION_DAYS * 24 * 60 * 60 * 1000;

/**
 * A form's unsent values, up to a day old; null without any. In a browser without storage there are
 * no drafts, and nothing fails.
 */
export async function loadDraft(form: SubmissionKind): Promise<StoredForm | null> {
  const draft = await db.forms.get(form).catch(() => undefined);
  if (!draft) return null;
  if (Date.now() - draft.savedAt < RETENTION_MS) return draft;
  await clearDraft(form, draft.id);
  return null;
}

/** Saves a form's values over the earlier draft. */
export async function saveDraft(draft: StoredForm): Promise<void> {
  await db.forms.put(draft).catch(() => undefined);
}

export interface WatchedDraft {
  stored: StoredForm | undefined;
  /** The submission with the form's id is stored or delivered. */
  isSubmitted: boolean;
}

/**
 * Calls back with a form's stored draft now and after each change in any tab. `idOf`: the id of the
 * form's own draft. Returns a function that stops.
 */
export function watchDraft(
  form: SubmissionKind,
  idOf: () => string,
  listener: (watched: WatchedDraft) => void,
): () => void {
  const subscription = liveRead(async () => {
    const id = idOf();
    const [stored, entry, receipt] = await Promise.all([
      db.forms.get(form),
      db.entries.get(id),
      db.receipts.get(id),
    ]);
    return { stored, isSubmitted: (entry ?? receipt) !== undefined };
  }).subscribe(({ value }) => value && listener(value));
  return () => subscription.unsubscribe();
}

/** Deletes a form's draft; another tab's, with another id, stays. */
export async function clearDraft(form: SubmissionKind, id: string): Promise<void> {
  await db.forms
    .where({ key: form })
    .and((draft) => draft.id === id)
    .delete()
    .catch(() => undefined);
}

/**
 * Saves the draft of a form submitted at `since`, in ms since 1970, and left meanwhile; does not
 * overwrite a newer draft.
 */
export async function saveLeftDraft(draft: StoredForm, since: number): Promise<void> {
  if (!(await isSavedAfter(draft.key as SubmissionKind, since))) await saveDraft(draft);
}

/** Deletes the draft `id` of such a form, and the form's file, unless a newer one was saved. */
export async function clearLeftDraft(
  form: SubmissionKind,
  id: string,
  since: number,
): Promise<void> {
  const stored = await db.forms.get(form).catch(() => undefined);
  if (stored && stored.savedAt <= since) await clearDraft(form, id);
  // By the index, because the files are large.
  const older = await db.formFiles
    .where('savedAt')
    .belowOrEqual(since)
    .primaryKeys()
    .catch((): string[] => []);
  if (older.includes(form)) await clearDraftFile(form);
}

async function isSavedAfter(form: SubmissionKind, since: number): Promise<boolean> {
  const stored = await db.forms.get(form).catch(() => undefined);
  return stored !== undefined && stored.savedAt > since;
}

/** The file chosen with the draft, under the same rules. */
export async function loadDraftFile(form: SubmissionKind): Promise<File | null> {
  await pruneDraftFiles();
  const stored = await db.formFiles.get(form).catch(() => undefined);
  return stored ? new File([stored.bytes], stored.name) : null;
}

/** Saves a chosen file over the earlier one. */
export async function saveDraftFile(form: SubmissionKind, file: File): Promise<void> {
  const bytes = await file.arrayBuffer();
  await db.formFiles
    .put({ key: form, name: file.name, bytes, savedAt: Date.now() })
    .catch(() => undefined);
}

export async function clearDraftFile(form: SubmissionKind): Promise<void> {
  await db.formFiles.delete(form).catch(() => undefined);
}

/** By the index, because the files are large. */
async function pruneDraftFiles(): Promise<void> {
  const oldest = Date.now() - RETENTION_MS;
  await db.formFiles
    .where('savedAt')
    .below(oldest)
    .delete()
    .catch(() => undefined);
}

/** Deletes old drafts, so that abandoned texts do not stay on the device. */
export async function pruneDrafts(): Promise<void> {
  for (const { key, userId } of await db.forms.toArray().catch(() => []))
    if (userId === null) await loadDraft(key as SubmissionKind);
  await pruneDraftFiles();
}
