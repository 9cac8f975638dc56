import { checkResume } from '../core/domain/resume.ts';
import type { Submission } from '../core/domain/submission.ts';
import { prepareEntry, storeEntry } from '../core/outbox/enqueue.ts';
import type { NewFile } from '../core/outbox/entry.ts';
import { confirmLateEntry, discardEntry, retryEntry, returnEntryToDraft } from '../core/outbox/manage.ts';
import * as receipts from '../core/outbox/receipts.ts';
import type { Entry } from '../core/store/rows.ts';
import { after } from './after.ts';
import { awaited } from './awaited.ts';
import { db, requestFlush } from './outbox.ts';
import { sendStored } from './send-stored.ts';
import { findUnsent, sendUnstored } from './send-unstored.ts';
import { askToPersistOnce } from './storage.ts';
import type { SubmitResult } from './submit-result.ts';

const STORE_PATIENCE_MS = 3_000;

/**
 * Sends a submission, or keeps it on the device until it can be sent. Resolves within about ten seconds where the
 * browser can store; never rejects for lack of a connection or of storage.
 */
export async function submit(submission: Submission, file: File | null = null): Promise<SubmitResult> {
  const picked = file && (await readFile(file));
  if (file && !picked) return { outcome: 'refused', reason: 'file-refused', message: '' };
  const entry = findUnsent(submission, picked) ?? prepareEntry(submission, picked, Date.now());
  if (!entry) return { outcome: 'refused', reason: 'invalid', message: '' };
  awaited.add(entry.id);
  const stored = await isStored(entry, picked);
  const result = stored ? await sendStored(entry.id) : await sendUnstored(submission, entry, picked);
  if (result.outcome !== 'sent') awaited.delete(entry.id);
  // It waits, so a browser short of space must not clear it.
  if (result.outcome === 'saved') askToPersistOnce();
  return result;
}

async function readFile(file: File): Promise<NewFile | null> {
  const bytes = await file.arrayBuffer();
  const check = checkResume(file.name, new Uint8Array(bytes));
  return check.ok ? { name: file.name, bytes, type: check.type, extension: check.extension } : null;
}

/** False when this browser can't store, or does not answer: some private windows leave IndexedDB hanging. */
function isStored(entry: Entry, file: NewFile | null): Promise<boolean> {
  const stored = storeEntry(db, entry, file?.bytes ?? null).then(
    () => true,
    (error: unknown) => {
      console.warn('The submission could not be stored on this device:', error);
      return false;
    },
  );
  return Promise.race([stored, after(STORE_PATIENCE_MS, false)]);
}

/** Sends a waiting request now. */
export async function retryRequest(id: string): Promise<void> {
  await retryEntry(db, id);
  await requestFlush({ eager: true });
}

/** Sends a booking whose day has passed all the same. */
export async function confirmLate(id: string): Promise<void> {
  await confirmLateEntry(db, id);
  await requestFlush({ eager: true });
}

/** Forgets a waiting request and its file. */
export const discardRequest = (id: string): Promise<void> => discardEntry(db, id);

/** Turns a request back into its form's draft; false when it is gone or may already have arrived. */
export const editRequest = (id: string): Promise<boolean> => returnEntryToDraft(db, id, Date.now());

/** All that this device keeps of a waiting request, without a file's bytes; null when it is gone. */
export const exportRequest = async (id: string): Promise<object | null> => (await db.entries.get(id)) ?? null;

/** Forgets what is known of sent requests. */
export const clearReceipts = (): Promise<void> => receipts.clearReceipts(db);
