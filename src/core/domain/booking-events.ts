import type { Slot } from './schedule.ts';

/** A booking's statuses, in the order of a job. The database checks the same lists. */
export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const OFFICE_ANSWERS = [
  'confirmed',
  'offered',
  'declined',
  'cancelled',
  'completed',
  'reopened',
] as const;
export const CUSTOMER_ANSWERS = ['accepted', 'refused', 'cancelled'] as const;

export type OfficeAnswer = (typeof OFFICE_ANSWERS)[number];
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number];
export type EventKind = OfficeAnswer | CustomerAnswer;
export type EventActor = 'office' | 'customer';

/** An event of a booking, as the portal's replica holds it: oldest first in the row's `events`. */
export interface BookingEvent {
  id: string;
  actor: EventActor;
  kind: EventKind;
  /** ISO 8601. */
  created_at: string;
  /** The confirmed, offered or accepted day, `YYYY-MM-DD`, and slot; null for the other kinds. */
  day: string | null;
  time_slot: Slot | null;
  /** The office's text to the customer. */
  message: string | null;
}

type Transitions = Partial<Record<EventKind, Partial<Record<BookingStatus, BookingStatus>>>>;

/**
 * The status after each event, by the status before; no entry: the event is not possible. The same
 * table as `private.status_after`. A confirmed booking is moved by another `confirmed`.
 */
export const EVENT_TRANSITIONS: Readonly<Record<EventActor, Transitions>> = {
  office: {
    confirmed: { pending: 'confirmed', confirmed: 'confirmed' },
    offered: { pending: 'pending' },
    declined: { pending: 'cancelled' },
    cancelled: { pending: 'cancelled', confirmed: 'cancelled' },
    completed: { confirmed: 'completed' },
    reopened: { completed: 'pending', cancelled: 'pending' },
  },
  customer: {
    accepted: { pending: 'confirmed' },
    refused: { pending: 'pending' },
    cancelled: { pending: 'cancelled', confirmed: 'cancelled' },
  },
};

/** The present state of a booking, in the server's answer to the office. */
export interface BookingState {
  status: BookingStatus;
  /** `YYYY-MM-DD`. */
  day: string;
  time_slot: Slot;
  rev: number;
}

/** A request as its customer may read it, by its full id. */
export interface CustomerBooking extends Omit<BookingState, 'rev'> {
  id: string;
  /** The number of its events: the `sequence` of its calendar file. */
  sequence: number;
  /** ISO 8601: its last event, or its creation. */
  updated_at: string;
  last: BookingEvent | null;
}

/** An answer of the customer, ready to send. */
export interface OutgoingCustomerAnswer {
  eventId: string;
  bookingId: string;
  kind: CustomerAnswer;
  /** The id of the accepted or refused offer; null for a cancellation. */
  offerEventId: string | null;
}

const KINDS_WITH_DAY: readonly EventKind[] = ['confirmed', 'offered', 'accepted'];

/** True for an answer that names a day and a slot. */
export const namesDay = (kind: EventKind): boolean => KINDS_WITH_DAY.includes(kind);

/** The answers that the office may give. `today`: London's day. */
export const officeAnswers = (
  { status, day }: Pick<BookingState, 'status' | 'day'>,
  today: string,
): OfficeAnswer[] =>
  OFFICE_ANSWERS.filter(
    (kind) =>
      EVENT_TRANSITIONS.office[kind]?.[status] !== undefined &&
      (kind !== 'completed' || day <= today),
  );

/** The standing offer of a request; null for none. */
export const offerOf = ({ status, last }: Pick<CustomerBooking, 'status' | 'last'>) =>
  status === 'pending' && last?.kind === 'offered' && last.day !== null
    ? { ...last, day: last.day }
    : null;

/** The answers that the customer may give until the day begins. `today`: London's day. */
export function customerAnswers(
  state: Pick<CustomerBooking, 'status' | 'day' | 'last'>,
  today: string,
): CustomerAnswer[] {
  const offer = offerOf(state);
  return CUSTOMER_ANSWERS.filter((kind) => {
    if (EVENT_TRANSITIONS.customer[kind]?.[state.status] === undefined) return false;
    if (kind === 'cancelled') return state.day > today || (offer !== null && offer.day > today);
    return offer !== null && offer.day > today;
  });
}

/** The booking after an answer that still waits on the device. */
export function withAnswer<T extends Pick<BookingState, 'status' | 'day' | 'time_slot'>>(
  state: T,
  actor: EventActor,
  answer: Pick<BookingEvent, 'kind' | 'day' | 'time_slot'>,
): T {
  const { kind, day, time_slot: slot } = answer;
  const moves = kind !== 'offered';
  return {
    ...state,
    status: EVENT_TRANSITIONS[actor][kind]?.[state.status] ?? state.status,
    ...(moves && day !== null && { day }),
    ...(moves && slot !== null && { time_slot: slot }),
  };
}
