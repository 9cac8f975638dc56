import type { CustomerAnswer } from '../core/domain/answers.ts';
import type { CustomerBooking } from '../core/domain/booking-events.ts';
import type { VisitorWaitCause } from '../core/domain/reasons.ts';
import { clearSentRequests } from '../core/waiting/booking-receipts.ts';
import { DATE_PASSED_CONFIRMED } from '../core/mutations/booking.ts';
import {
  createCustomerAnswer,
  isSameAnswer,
  type AnswerDetails,
  type CustomerAnswerEntry,
} from '../core/mutations/customer-answer.ts';
import { visitorCause } from '../core/outbox/wait-cause.ts';
import { isEntry, type Outcome } from '../core/outbox/entry.ts';
import { enqueue } from '../core/outbox/queue.ts';
import { WAITS } from '../core/outbox/waits.ts';
import type { KnownState, OutboxEntry } from '../core/store/device-schema.ts';
import { db } from './database.ts';
import { outbox } from './outbox.ts';

/** An entry that still waits after "Send now". `cause` is null before a failure. */
export interface StillWaits {
  cause: VisitorWaitCause | null;
}

/** Sends a waiting entry now. Null when it does not wait any more. */
export async function sendNow(
  id: string,
  changes?: Partial<OutboxEntry>,
): Promise<StillWaits | null> {
  await outbox.retry(id, changes);
  const entry = await outbox.queue.find(id);
  if (!isEntry(entry) || entry.state.name !== 'waiting' || entry.isStored) return null;
  return { cause: visitorCause(await outbox.causeOf(id)) };
}

/** Sends a booking whose day or time has passed, with its sender's consent; resolves as `sendNow`. */
export const sendDatePassed = (id: string): Promise<StillWaits | null> =>
  sendNow(id, DATE_PASSED_CONFIRMED);

/**
 * Everything that this device stores of a waiting entry, without a file's bytes; null when it is
 * gone.
 */
export const exportEntry = async (id: string): Promise<object | null> =>
  (await db.entries.get(id)) ?? null;

/**
 * Deletes the receipts of sent requests, and ends their notifications. A booking whose answer is not
 * sent stays.
 */
export async function forgetReceipts(): Promise<void> {
  // Not with the forms, which load this file too.
  const push = await import('./booking-push.ts').catch(() => null);
  const notified = await push?.readNotified();
  const kept = await clearSentRequests(db);
  if (notified) void push?.endForgotten(notified.filter((id) => !kept.includes(id)));
}

/** By booking: a second press meanwhile is the same answer. */
const underWay = new Map<string, Promise<Outcome>>();

/** Sends a customer's answer, or stores it until it can be sent. */
export function answerBooking(
  answer: CustomerAnswer,
  known: KnownState & { state: CustomerBooking },
  details?: AnswerDetails,
): Promise<Outcome> {
  const { id } = known.state;
  const running =
    underWay.get(id) ??
    sendAnswer(createCustomerAnswer(answer, known, Date.now(), details)).finally(() =>
      underWay.delete(id),
    );
  underWay.set(id, running);
  return running;
}

const sendAnswer = (entry: CustomerAnswerEntry): Promise<Outcome> =>
  outbox.send(
    outbox.tryAgainAs(
      { entry, file: null },
      (kept) => kept.entry.bookingId === entry.bookingId && isSameAnswer(kept.entry, entry),
    ),
    { store: (fresh) => enqueue(db, fresh), patienceMs: WAITS.store },
  );
