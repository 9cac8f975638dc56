import type { WaitCause } from '../core/domain/reasons.ts';
import {
  beginEdit,
  confirmDatePassed,
  discardEntry,
  endEdit,
  holdLonger,
  retrySubmission,
} from '../core/submissions/manage-requests.ts';
import * as requests from '../core/submissions/requests.ts';
import { submissionWaitCause } from '../core/submissions/submission-kind.ts';
import { requestSync } from './worker.ts';
import { db } from './database.ts';
import { requestFlush } from './outbox.ts';

/** A request that still waits after "Send now". `cause` is null before a failure. */
export interface StillWaits {
  cause: WaitCause | null;
}

/** Sends a waiting request now. Null when it does not wait any more. */
export async function retryRequest(id: string): Promise<StillWaits | null> {
  await retrySubmission(db, id);
  return flushFor(id);
}

/**
 * Sends a booking although its day has passed, with its sender's consent. Null when it does not
 * wait any more.
 */
export async function sendDatePassed(id: string): Promise<StillWaits | null> {
  await confirmDatePassed(db, id);
  return flushFor(id);
}

async function flushFor(id: string): Promise<StillWaits | null> {
  await requestFlush({ eager: true });
  const entries = await db.entries.toArray();
  const entry = entries.find((one) => one.id === id);
  if (entry?.state.name !== 'waiting' || entry.step === 'email') return null;
  return { cause: submissionWaitCause(entry, entries, Date.now()) };
}

/**
 * Discards a waiting request and its file; false when it is gone, sent, or may have arrived since
 * it was shown.
 */
export const discardRequest = ({ id, mayHaveArrived }: requests.RequestView): Promise<boolean> =>
  discardEntry(db, id, mayHaveArrived);

/**
 * Copies a request into its form, to be edited and sent under its id; false when it is gone or
 * sent. Holds the request meanwhile.
 */
export async function editRequest(id: string): Promise<boolean> {
  const isHeld = await beginEdit(db, id, Date.now());
  // Also after the browser is closed, the request is sent unchanged when the hold ends.
  if (isHeld) void requestSync(id);
  return isHeld;
}

/** Renews a request's hold because its form is open again. Fails silently, like a draft. */
export const resumeEditing = (id: string): Promise<void> =>
  holdLonger(db, id, true, Date.now()).catch(() => undefined);

/** Renews the hold of a request that is still held, while its form stays open. */
export const goOnEditing = (id: string): Promise<void> =>
  holdLonger(db, id, false, Date.now()).catch(() => undefined);

/**
 * Cancels the edit of a request, which is then sent unchanged. A browser without storage has none.
 */
export async function stopEditing(id: string): Promise<void> {
  await endEdit(db, id).catch(() => undefined);
  void requestFlush({ eager: true });
}

/**
 * Everything that this device stores of a waiting request, without a file's bytes; null when it is
 * gone.
 */
export const exportRequest = async (id: string): Promise<object | null> =>
  (await db.entries.get(id)) ?? null;

/** Deletes the receipts of sent requests. */
export const forgetReceipts = (): Promise<void> => requests.clearReceipts(db);
