import type { WaitCause } from '../core/domain/reasons.ts';
import {
  beginEdit,
  confirmDatePassed,
  discardEntry,
  endEdit,
  renewEdit,
} from '../core/submissions/manage-requests.ts';
import { visitorCause } from '../core/outbox/backoff.ts';
import { retryEntry } from '../core/outbox/queue.ts';
import { clearReceipts } from '../core/outbox/receipts.ts';
import type { RequestView } from '../core/submissions/requests.ts';
import { requestSync } from './worker.ts';
import { db } from './database.ts';
import { readCause, requestFlush } from './outbox.ts';
import { queue } from './queue.ts';

/** A request that still waits after "Send now". `cause` is null before a failure. */
export interface StillWaits {
  cause: WaitCause | null;
}

/** Sends a waiting request now. Null when it does not wait any more. */
export async function retryRequest(id: string): Promise<StillWaits | null> {
  await retryEntry(queue, id);
  return flushFor(id);
}

/**
 * Sends a booking although its day has passed, with its sender's consent. Null when it does not
 * wait any more.
 */
export async function sendDatePassed(id: string): Promise<StillWaits | null> {
  await confirmDatePassed(queue, id);
  return flushFor(id);
}

async function flushFor(id: string): Promise<StillWaits | null> {
  await requestFlush({ eager: true });
  const entry = await queue.find(id);
  if (!entry || !('state' in entry) || entry.state.name !== 'waiting' || entry.isStored)
    return null;
  return { cause: visitorCause(await readCause(id)) };
}

/**
 * Discards a waiting request and its file; false when it is gone, sent, or may have arrived since
 * it was shown.
 */
export const discardRequest = ({ id, mayHaveArrived }: RequestView): Promise<boolean> =>
  discardEntry(db, id, mayHaveArrived);

/**
 * Copies a request into its form, to be edited and sent under its id; false when it is gone or
 * sent. Reserves the request meanwhile.
 */
export async function editRequest(id: string): Promise<boolean> {
  const isReserved = await beginEdit(db, id, Date.now());
  // Also after the browser is closed, the request is sent unchanged when that time ends.
  if (isReserved) void requestSync(id);
  return isReserved;
}

/** Gives a request's sender more time because its form is open again. Fails silently, like a draft. */
export const resumeEditing = (id: string): Promise<void> =>
  renewEdit(db, id, true, Date.now()).catch(() => undefined);

/** Gives the sender of a request more time while its form stays open. */
export const goOnEditing = (id: string): Promise<void> =>
  renewEdit(db, id, false, Date.now()).catch(() => undefined);

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

/** Deletes the receipts of sent requests, and ends their notifications. */
export async function forgetReceipts(): Promise<void> {
  // Not with the forms, which load this file too.
  const push = await import('./request-push.ts').catch(() => null);
  const notified = await push?.readNotified();
  await clearReceipts(db);
  if (notified) void push?.endForgotten(notified);
}
