import {
  offerOf,
  withAnswer,
  type CustomerAnswer,
  type CustomerBooking,
} from '../domain/booking-events.ts';
import { requestTimeout } from '../outbox/backoff.ts';
import { newEntry } from '../outbox/entry.ts';
import { noPrecheck, nothingLocal, undoUntilSent } from '../outbox/mutation.ts';
import type { OutboxEntry } from '../store/device-schema.ts';
import type { VisitorMutation } from './visitor-mutation.ts';

/** A customer's answer to a booking that waits; its id is the event's. */
export interface CustomerAnswerEntry extends OutboxEntry<'row' | 'email'> {
  kind: 'customer-answer';
  userId: null;
  bookingId: string;
  answer: CustomerAnswer;
  /** The id of the accepted or refused offer; null for a cancellation. */
  offerEventId: string | null;
}

/** A new answer to a booking in the given state. Mints its id. */
export const createCustomerAnswer = (
  answer: CustomerAnswer,
  { id: bookingId, last }: Pick<CustomerBooking, 'id' | 'last'>,
  now: number,
): CustomerAnswerEntry => ({
  ...newEntry('customer-answer', null, now),
  bookingId,
  answer,
  offerEventId: answer === 'cancelled' ? null : (last?.id ?? null),
  step: 'row',
  file: null,
});

/**
 * A customer's answer to a booking: the answer, then the mails about it. Its receipt does not name
 * the booking, whose id is a key: the device may be another person's.
 */
export const customerAnswer: VisitorMutation<CustomerAnswerEntry> = {
  noun: 'answer',
  steps: () => ['row', 'email'],
  recordStep: 'row',
  localStep: null,
  precheck: noPrecheck,

  async perform({ id, bookingId, answer, offerEventId, step }, _, { backend, place, onState }) {
    const timeoutMs = requestTimeout(null, place);
    if (step === 'email') {
      // The server sends them later too, so no failure is worth a retry.
      await backend.sendAnswerMails(bookingId, timeoutMs);
      return { outcome: 'accepted' };
    }
    const readAt = Date.now();
    const result = await backend.answerBooking(
      { eventId: id, bookingId, kind: answer, offerEventId },
      timeoutMs,
    );
    if ('state' in result) await onState(bookingId, { state: result.state, readAt });
    return result.outcome === 'accepted' ? { outcome: 'accepted' } : result;
  },

  rateLimit: ({ step }) => (step === 'row' ? 'answer booking' : null),
  afterRefusal: () => 'ask',
  applyLocally: nothingLocal,
  receipt: () => ({}),
  isReceiptNeeded: () => false,
  shownReceipt: () => null,
  undo: undoUntilSent,
  card: ({ bookingId, answer }) => ({ type: 'answer', bookingId, answer }),

  /** Lays an answer over, unless the state has it, or another offer than the answer's. */
  overlay({ id, bookingId, answer, offerEventId }, state) {
    if (state.id !== bookingId || state.last?.id === id) return state;
    const offer = offerOf(state);
    if (answer !== 'cancelled' && offer?.id !== offerEventId) return state;
    const { day = null, time_slot: slot = null } = answer === 'accepted' ? (offer ?? {}) : {};
    const event = { id, kind: answer, day, time_slot: slot };
    const last = {
      ...event,
      actor: 'customer' as const,
      message: null,
      created_at: state.updated_at,
    };
    return { ...withAnswer(state, 'customer', event), last, sequence: state.sequence + 1 };
  },

  editing: null,
};
