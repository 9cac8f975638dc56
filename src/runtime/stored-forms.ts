import { DRAFT_RETENTION_DAYS } from '../core/domain/limits.ts';
import { liveRead } from '../core/store/live-read.ts';
import type { StoredForm } from '../core/store/device-schema.ts';
import { db } from './database.ts';

const RETENTION_MS = DRAFT_RETENTION_DAYS * 24 * 60 * 60 * 1000;

/**
 * The unsent values of a form, and its file. In a browser without storage there are none, and nothing
 * fails. A visitor's are kept for a day, an administrator's until the sign-out.
 */

/** Null without any. */
export async function readForm(key: string): Promise<StoredForm | null> {
  const form = await db.forms.get(key).catch(() => undefined);
  if (!form) return null;
  if (form.userId !== null || Date.now() - form.savedAt < RETENTION_MS) return form;
  await removeForm(key, form.id);
  return null;
}

/** False if this device cannot keep it. */
export async function saveForm(form: StoredForm): Promise<boolean> {
  const { key, userId } = form;
  try {
    // In one request: a page that is left has no time for a second.
    await db.forms.put(form);
    if (userId === null) return true;
    // A sign-out in another tab may have come first: it deletes the role.
    const hasRole = (await db.portalFacts.get([userId, 'role'])) !== undefined;
    if (!hasRole) await db.forms.delete(key);
    return hasRole;
  } catch (error) {
    console.warn('The values of a form could not be kept:', error);
    return false;
  }
}

/** Deletes a form's values; another tab's, with another id, stay. */
export async function removeForm(key: string, id: string): Promise<void> {
  await db.forms
    .where({ key })
    .and((form) => form.id === id)
    .delete()
    .catch(() => undefined);
}

export interface WatchedForm {
  stored: StoredForm | undefined;
  /** The server has the mutation with the form's id. */
  isSent: boolean;
  /** The device has it. */
  isWaiting: boolean;
}

/**
 * Calls back with a form's stored values now and after each change in any tab. `idOf`: the form's own
 * id. Returns a function that stops.
 */
export function watchForm(
  key: string,
  idOf: () => string,
  listener: (watched: WatchedForm) => void,
): () => void {
  const subscription = liveRead(async () => {
    const id = idOf();
    const [stored, entry, receipt] = await Promise.all([
      db.forms.get(key),
      db.entries.get(id),
      db.receipts.get(id),
    ]);
    const isSent = receipt !== undefined || entry?.isStored === true;
    return { stored, isSent, isWaiting: entry !== undefined };
  }).subscribe(({ value }) => value && listener(value));
  return () => subscription.unsubscribe();
}

/**
 * Saves the values of a form submitted at `since`, in ms since 1970, and left meanwhile; does not
 * overwrite newer ones.
 */
export async function saveLeftForm(form: StoredForm, since: number): Promise<void> {
  const stored = await db.forms.get(form.key).catch(() => undefined);
  if (!stored || stored.savedAt <= since) await saveForm(form);
}

/** Deletes the values of such a form, and its file, unless newer ones were saved. */
export async function removeLeftForm(key: string, id: string, since: number): Promise<void> {
  const stored = await db.forms.get(key).catch(() => undefined);
  if (stored && stored.savedAt <= since) await removeForm(key, id);
  // By the index, because the files are large.
  const older = await db.formFiles
    .where('savedAt')
    .belowOrEqual(since)
    .primaryKeys()
    .catch((): string[] => []);
  if (older.includes(key)) await removeFormFile(key);
}

/** The file chosen in a form, under the same rules. */
export async function readFormFile(key: string): Promise<File | null> {
  await pruneFiles();
  const stored = await db.formFiles.get(key).catch(() => undefined);
  return stored ? new File([stored.bytes], stored.name) : null;
}

/** Saves a chosen file over the earlier one. */
export async function saveFormFile(key: string, file: File): Promise<void> {
  const bytes = await file.arrayBuffer();
  await db.formFiles
    .put({ key, name: file.name, bytes, savedAt: Date.now() })
    .catch(() => undefined);
}

export async function removeFormFile(key: string): Promise<void> {
  await db.formFiles.delete(key).catch(() => undefined);
}

/** By the index, because the files are large. */
async function pruneFiles(): Promise<void> {
  await db.formFiles
    .where('savedAt')
    .below(Date.now() - RETENTION_MS)
    .delete()
    .catch(() => undefined);
}

/** Deletes old values, so that abandoned texts do not stay on the device. */
export async function pruneForms(): Promise<void> {
  for (const { key } of await db.forms.toArray().catch(() => [])) await readForm(key);
  await pruneFiles();
}
