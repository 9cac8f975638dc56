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

/** A request that still waits after "Send now". `cause` is null while nothing has failed. */
export interface StillWaits {
  cause: WaitCause | null;
}

/** Sends a waiting request now. Null when it does not wait any more. */
export async function retryRequest(id: string): Promise<StillWaits | null> {
  await retrySubmission(db, id);
  return flushFor(id);
}

/** Sends a booking although its day has passed, as its sender agreed. Null when it does not wait any more. */
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

/** Forgets a waiting request and its file; false when it is gone, sent, or has become one that may have arrived since it was shown. */
export const discardRequest = ({ id, mayHaveArrived }: requests.RequestView): Promise<boolean> =>
  discardEntry(db, id, mayHaveArrived);

/** Puts a request into its form, to be changed and sent in its own place; false when it is gone or sent. It is held back meanwhile. */
export async function editRequest(id: string): Promise<boolean> {
  const isHeld = await beginEdit(db, id, Date.now());
  // Whoever closes the browser over it has it sent as it was.
  if (isHeld) void requestSync(id);
  return isHeld;
}

/** Says that the form with a request's changes is open again. A courtesy, as the draft is. */
export const resumeEditing = (id: string): Promise<void> =>
  holdLonger(db, id, true, Date.now()).catch(() => undefined);

/** Goes on saying so while it stays open, of a request that is still held back. */
export const goOnEditing = (id: string): Promise<void> =>
  holdLonger(db, id, false, Date.now()).catch(() => undefined);

/** Gives up changing a request, which is then sent as it was. Where the browser can't store, there is none. */
export async function stopEditing(id: string): Promise<void> {
  await endEdit(db, id).catch(() => undefined);
  void requestFlush({ eager: true });
}

/** All that this device keeps of a waiting request, without a file's bytes; null when it is gone. */
export const exportRequest = async (id: string): Promise<object | null> =>
  (await db.entries.get(id)) ?? null;

/** Forgets what is known of sent requests. */
export const forgetReceipts = (): Promise<void> => requests.clearReceipts(db);
