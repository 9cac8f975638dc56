import {
  answerKind,
  CUSTOMER_ANSWERS,
  OFFICE_ANSWERS,
  type Answer,
  type BookingStatus,
  type CustomerAnswer,
  type OfficeAnswer,
} from './answers.ts';
import type { PriceUnit } from './price.ts';
import type { Repeat } from './repeats.ts';
import type { Slot } from './slots.ts';
import { namedVisit, type Visit } from './visit.ts';

export type AnswerActor = 'office' | 'customer';

/** An answer to a booking, as its customer may read it. */
export type BookingEvent = {
  id: string;
  actor: AnswerActor;
  kind: Answer;
  /** ISO 8601. */
  created_at: string;
  /**
   * The day, `YYYY-MM-DD`, and slot that are confirmed, offered, accepted or asked for; of
   * `repeated`, the first visit's; of `stopped`, the last day, without a slot. Null for the other
   * kinds.
   */
  day: string | null;
  time_slot: Slot | null;
  /** The weeks of `repeated`; null for the other kinds, absent from an event that a former release stored. */
  every?: Repeat | null | undefined;
  price_pence?: number | null | undefined;
  price_per?: PriceUnit | null | undefined;
  /** The office's text to the customer. */
  message: string | null;
};

/** Why a mail or notification waits, why there is none, or why it did not arrive; as the database names it. */
export type DeliveryReason =
  | 'kind'
  | 'past'
  | 'no-address'
  | 'suppressed'
  | 'replaced'
  | 'no-device'
  | 'off'
  | 'total'
  | 'share'
  | 'provider'
  | 'refused'
  | 'bounced'
  | 'service';

/** The outcome of a mail or notification about an event. */
export interface Delivery {
  state: 'sent' | 'waits' | 'refused' | 'none';
  reason: DeliveryReason | null;
  /** The mail provider's message. */
  detail: string | null;
}

/** An event as the portal's replica holds it: oldest first in the row's `events`. */
export interface RecordedEvent extends BookingEvent {
  /** The confirmed visit that it moved; null for another event, absent from one that 1.0.0 stored. */
  from_day?: string | null;
  from_slot?: Slot | null;
  /** The name of the administrator; null for a customer, and while unknown. */
  by: string | null;
  /** The booking's revision with this event. */
  rev: number;
  /** The customer's mail; null while unknown. */
  mail: Delivery | null;
  /** The customer's notification; null while unknown, and for the own answers. */
  push: Delivery | null;
}

/** The customer's reminder of a visit, as the portal's replica holds it: oldest first in the row's `reminders`. */
export interface Reminder {
  id: string;
  /** The visit's, `YYYY-MM-DD`. */
  day: string;
  time_slot: Slot;
  /** ISO 8601. */
  created_at: string;
  mail: Delivery | null;
  push: Delivery | null;
  /** The booking's revision with it. */
  rev: number;
}

/** The present state of a booking, in the server's answer to the office. */
export interface BookingState {
  status: BookingStatus;
  /** `YYYY-MM-DD`. */
  day: string;
  time_slot: Slot;
  rev: number;
}

/** A visit of a series, as its customer may read it. */
export interface SeriesVisit extends Omit<BookingState, 'rev'> {
  id: string;
  /** The `sequence` of its calendar file. */
  sequence: number;
  /** Its own last answer. */
  last: BookingEvent | null;
}

/** The rule of a series: a visit every so many weeks. */
export interface SeriesRule {
  every: Repeat;
  /** The first day, `YYYY-MM-DD`. */
  day: string;
  time_slot: Slot;
  /** The last day that may have a visit; null while the series has no end. */
  until: string | null;
}

/** A series as its customer may read it. */
export interface CustomerSeries extends SeriesRule {
  /** The coming ones, soonest first, four at most. The first booking itself is not among them. */
  visits: readonly SeriesVisit[];
}

/** A request as its customer may read it, by its full id. */
export interface CustomerBooking extends Omit<BookingState, 'rev'> {
  id: string;
  /** The agreed price; absent from a state that a former release stored. */
  price_pence?: number | null;
  price_per?: PriceUnit | null;
  /** The series that this booking began; absent from a state that a former release stored. */
  series?: CustomerSeries | null;
  /** The number of its events: the `sequence` of its calendar file. */
  sequence: number;
  /** It was confirmed at some time; absent in a state that the first release stored. */
  was_confirmed?: boolean;
  /** ISO 8601: its last event, or its creation. */
  updated_at: string;
  last: BookingEvent | null;
  /** The ids of its customer's events; absent from a state that an earlier release stored. */
  answer_ids?: readonly string[];
}

/** The coming visits of a booking's series, soonest first. */
export const comingVisits = ({ series }: Pick<CustomerBooking, 'series'>): readonly SeriesVisit[] =>
  series?.visits ?? [];

/** A visit of a booking's series, as a booking; null for one that the series does not list. */
export function visitOf(state: CustomerBooking, id: string): CustomerBooking | null {
  const visit = comingVisits(state).find((listed) => listed.id === id);
  if (!visit) return null;
  const { status, day, time_slot, sequence, last } = visit;
  const updatedAt = last?.created_at ?? state.updated_at;
  return { id, status, day, time_slot, sequence, last, was_confirmed: true, updated_at: updatedAt };
}

/**
 * False for a response that is older than the stored state; null: the server knew no such booking.
 * Events are counted, of the visits too, because clocks are set and responses overtake each other.
 */
export const isLater = (
  state: CustomerBooking | null,
  stored: CustomerBooking | null | undefined,
): boolean =>
  !state ||
  !stored ||
  (state.sequence >= stored.sequence &&
    comingVisits(stored).every(
      ({ id, sequence }) => sequence <= (visitOf(state, id)?.sequence ?? sequence),
    ));

/** An answer of the customer, ready to send. */
export interface OutgoingCustomerAnswer {
  eventId: string;
  bookingId: string;
  kind: CustomerAnswer;
  /** The id of the accepted or refused offer; null for the other answers. */
  offerEventId: string | null;
  /** The visit that it was given for: the offer's, or the booking's for the other answers. */
  visit: Visit;
  /** The visit that `asked` asks for; null for the other answers. */
  other: Visit | null;
}

/** True for an answer that names a day and a slot. */
export const namesVisit = (kind: Answer): boolean => answerKind(kind).names === 'visit';

/** True for an answer that names a day: `stopped` names the last one, without a slot. */
export const namesDay = (kind: Answer): boolean => answerKind(kind).names !== undefined;

type SeriesEvent = Pick<BookingEvent, 'kind' | 'day' | 'time_slot' | 'every'>;

/**
 * The rule of a series, from its first booking's events, oldest first; null for a booking without
 * one. The same as `private.series_rule`.
 */
export function seriesRule(events: readonly SeriesEvent[]): SeriesRule | null {
  const at = events.findLastIndex(({ kind }) => kind === 'repeated');
  const { every, day, time_slot } = events[at] ?? {};
  if (!every || !day || !time_slot) return null;
  const stopped = events.slice(at + 1).findLast(({ kind }) => kind === 'stopped');
  return { every, day, time_slot, until: stopped?.day ?? null };
}

/** True while a series may have visits to come. `today`: London's day. */
export const isRunning = (rule: SeriesRule | null, today: string): boolean =>
  rule !== null && (rule.until === null || rule.until >= today);

/** A booking as far as the office's answers depend on it. */
export interface AnswerableBooking extends Pick<BookingState, 'status' | 'day'> {
  /** The first booking of the series that it is a visit of. */
  series?: string | null;
  events?: readonly SeriesEvent[];
}

/** The conditions of an answer of the office beyond the status. `today`: London's day. */
function isAdmitted(
  kind: OfficeAnswer,
  { status, day, series = null, events = [] }: AnswerableBooking,
  today: string,
): boolean {
  const rule = seriesRule(events);
  switch (answerKind(kind).needs) {
    case 'asked':
      return events.at(-1)?.kind === 'asked';
    case 'first':
      return series === null && (status !== 'cancelled' || rule !== null);
    case 'running':
      return series === null && isRunning(rule, today);
    case 'day-come':
      return day <= today;
    default:
      return true;
  }
}

/** The answers that the office may give. `today`: London's day. */
export const officeAnswers = (booking: AnswerableBooking, today: string): OfficeAnswer[] =>
  OFFICE_ANSWERS.filter(
    (kind) =>
      answerKind(kind).office?.[booking.status] !== undefined && isAdmitted(kind, booking, today),
  );

/** True if an answer came after this revision of a booking. The outcome of a mail is a revision, and no answer. */
export const isAnsweredAfter = (
  { events }: { events: readonly Pick<RecordedEvent, 'rev'>[] },
  rev: number,
): boolean => (events.at(-1)?.rev ?? 0) > rev;

/** The standing offer of a request, with its visit; null for none. */
export function offerOf({ status, last }: Pick<CustomerBooking, 'status' | 'last'>) {
  const isOpen = status === 'pending' || status === 'confirmed';
  const visit = isOpen && last?.kind === 'offered' ? namedVisit(last) : null;
  return visit && last ? { ...last, visit } : null;
}

/** The answers that the customer may give until the day begins. `today`: London's day. */
export function customerAnswers(
  state: Pick<CustomerBooking, 'status' | 'day' | 'last'>,
  today: string,
): CustomerAnswer[] {
  const offer = offerOf(state);
  const isOfferAhead = offer !== null && offer.visit.day > today;
  const isAhead = state.day > today || (state.status === 'pending' && isOfferAhead);
  return CUSTOMER_ANSWERS.filter((kind) => {
    if (answerKind(kind).customer?.[state.status] === undefined) return false;
    return kind === 'cancelled' || kind === 'asked' ? isAhead : isOfferAhead;
  });
}

/** The booking after an answer that still waits on the device. */
export function withAnswer<T extends Pick<BookingState, 'status' | 'day' | 'time_slot'>>(
  state: T,
  actor: AnswerActor,
  { kind, day, time_slot }: Pick<BookingEvent, 'kind' | 'day' | 'time_slot'>,
): T {
  const { [actor]: after, moves } = answerKind(kind);
  const isMoved = moves?.includes(state.status);
  return {
    ...state,
    status: after?.[state.status] ?? state.status,
    ...(isMoved && day !== null && { day }),
    ...(isMoved && time_slot !== null && { time_slot }),
  };
}
