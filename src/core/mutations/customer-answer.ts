import { answerKind, type CustomerAnswer } from '../domain/answers.ts';
import {
  isLater,
  offerOf,
  visitOf,
  withAnswer,
  type CustomerBooking,
  type OutgoingCustomerAnswer,
} from '../domain/booking-events.ts';
import type { Slot } from '../domain/slots.ts';
import { isSameVisit, namedVisit, type Visit } from '../domain/visit.ts';
import { requestTimeout } from '../outbox/backoff.ts';
import { DUE, mayHaveRecord, newEntry } from '../outbox/entry.ts';
import { noPrecheck, nothingLocal } from '../outbox/mutation.ts';
import type { KnownState, OutboxEntry } from '../store/device-schema.ts';
import type { VisitorMutation } from './visitor-mutation.ts';

/** A customer's answer to a booking that waits; its id is the event's. */
export interface CustomerAnswerEntry extends OutboxEntry<'row' | 'email'> {
  kind: 'customer-answer';
  userId: null;
  bookingId: string;
  /** The first booking of the series that the booking is a visit of; absent for another booking. */
  seriesId?: string;
  answer: CustomerAnswer;
  /** The id of the accepted or refused offer; null for the other answers. */
  offerEventId: string | null;
  /** The visit that it was given for. */
  visit: Visit;
  /** The visit that `asked` asks for; absent for the other answers. */
  other?: { day: string; time_slot: Slot };
  /** The newest state of its booking, first the answered one. */
  known: KnownState;
}

/** The content of an answer that the booking's state does not give. */
export interface AnswerDetails {
  /** The visit that `asked` asks for. */
  other?: Visit | undefined;
  /** The first booking of the series that the booking is a visit of. */
  seriesId?: string | undefined;
}

/** A new answer to a booking in the given state. Mints its id. */
export function createCustomerAnswer(
  answer: CustomerAnswer,
  known: KnownState & { state: CustomerBooking },
  now: number,
  { other, seriesId }: AnswerDetails = {},
): CustomerAnswerEntry {
  const { state } = known;
  const offer = answer === 'cancelled' || answer === 'asked' ? null : offerOf(state);
  return {
    ...newEntry('customer-answer', null, now),
    bookingId: state.id,
    ...(seriesId && { seriesId }),
    answer,
    offerEventId: offer?.id ?? null,
    visit: offer?.visit ?? namedVisit(state),
    ...(other && { other: { day: other.day, time_slot: other.slot } }),
    known,
    step: 'row',
    file: null,
  };
}

/** The visit that an entry asks for; null for the other answers. */
const otherOf = ({ other }: CustomerAnswerEntry): Visit | null =>
  other ? namedVisit(other) : null;

/** True if both are about the same visit, by the same offer if there is one. */
export const isSameAnswer = (one: CustomerAnswerEntry, other: CustomerAnswerEntry): boolean =>
  one.answer === other.answer &&
  one.offerEventId === other.offerEventId &&
  isSameVisit(one.visit, other.visit) &&
  isSameVisit(otherOf(one), otherOf(other));

const outgoing = (entry: CustomerAnswerEntry): OutgoingCustomerAnswer => ({
  eventId: entry.id,
  bookingId: entry.bookingId,
  kind: entry.answer,
  offerEventId: entry.offerEventId,
  visit: entry.visit,
  other: otherOf(entry),
});

/** True if the server has the answer, whatever became of its response. */
const hasAnswer = ({ last, answer_ids: ids }: CustomerBooking, id: string): boolean =>
  last?.id === id || ids?.includes(id) === true;

/** True for the state that the answer was given to: its visit, and for an offer's answer that offer. */
const isGivenTo = (
  { answer, visit, offerEventId }: CustomerAnswerEntry,
  state: CustomerBooking,
): boolean =>
  answer === 'accepted' || answer === 'refused'
    ? offerOf(state)?.id === offerEventId
    : isSameVisit(visit, namedVisit(state));

/** The state with a visit of its series as `change` returns it; the same state if that changes nothing. */
function withVisit(
  state: CustomerBooking,
  id: string,
  change: (visit: CustomerBooking) => CustomerBooking,
): CustomerBooking {
  const before = visitOf(state, id);
  const after = before && change(before);
  if (!state.series || !after || after === before) return state;
  const { status, day, time_slot, sequence, last } = after;
  const visits = state.series.visits.map((visit) =>
    visit.id === id ? { ...visit, status, day, time_slot, sequence, last } : visit,
  );
  return { ...state, series: { ...state.series, visits } };
}

/** The booking as a reading of states gives it: itself, or through the first one of its series. */
function readState(
  { bookingId, seriesId = '' }: CustomerAnswerEntry,
  states: ReadonlyMap<string, KnownState>,
): KnownState | null {
  const own = states.get(bookingId);
  const first = states.get(seriesId);
  if (own || !first) return own ?? null;
  // All visits are deleted with the first booking. Only the coming four are listed.
  const state = first.state && visitOf(first.state, bookingId);
  return first.state && !state ? null : { state, readAt: first.readAt };
}

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

  async perform(entry, _, { backend, place, onState }) {
    const { bookingId, step } = entry;
    const timeoutMs = requestTimeout(null, place);
    if (step === 'email') {
      // The server sends them later too, so no failure is worth a retry.
      await backend.sendAnswerMails(bookingId, timeoutMs);
      return { outcome: 'accepted' };
    }
    const readAt = Date.now();
    const result = await backend.answerBooking(outgoing(entry), timeoutMs);
    if (!('state' in result)) return result;
    const known = { state: result.state, readAt };
    await onState(bookingId, known);
    const { series } = result;
    if (series) await onState(series.id, { state: series, readAt });
    return { ...result, changes: { known } };
  },

  rateLimit: ({ step }) => (step === 'row' ? 'answer booking' : null),
  afterRefusal: () => 'ask',
  applyLocally: nothingLocal,
  receipt: () => ({}),
  isReceiptNeeded: () => false,
  shownReceipt: () => null,
  undo: (entry) =>
    entry.isStored
      ? { isPossible: false }
      : { isPossible: true, maybeTooLate: mayHaveRecord(entry), replacement: null },
  card(entry) {
    const { bookingId, seriesId, answer, visit, known } = entry;
    const requestId = seriesId ?? bookingId;
    return { type: 'answer', bookingId, requestId, answer, visit, other: otherOf(entry), known };
  },

  /** Laid over only the state that it was given to. Of a stored one, the server's state is known. */
  overlay(entry, state) {
    const { id, bookingId, seriesId, answer, other = null, isStored, known } = entry;
    if (state.id === seriesId)
      return withVisit(state, bookingId, (visit) => customerAnswer.overlay(entry, visit));
    if (state.id !== bookingId) return state;
    if (isStored) return known.state && !isLater(state, known.state) ? known.state : state;
    if (!isGivenTo(entry, state) || hasAnswer(state, id)) return state;
    if (answerKind(answer).customer?.[state.status] === undefined) return state;
    const named = answer === 'accepted' ? offerOf(state) : other;
    const { day = null, time_slot = null } = named ?? {};
    const event = { id, kind: answer, day, time_slot };
    const last = {
      ...event,
      actor: 'customer' as const,
      message: null,
      created_at: state.updated_at,
    };
    return { ...withAnswer(state, 'customer', event), last, sequence: state.sequence + 1 };
  },

  /** Ends an answer that the server has; any other one the server decides. */
  afterRead(entry, states) {
    const known = readState(entry, states);
    const before = entry.known.state;
    if (!known || entry.isStored) return null;
    if (known.state && hasAnswer(known.state, entry.id))
      return { known, isStored: true, step: 'email', state: DUE };
    // A change would take the checkpoint from the attempt that is under way.
    if (entry.state.name === 'sending') return null;
    const isNewer = isLater(known.state, before) && known.state?.sequence !== before?.sequence;
    return isNewer ? { known } : null;
  },

  editing: null,
};
