import type { Slot } from './slots.ts';

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
  'repeated',
  'stopped',
  'kept',
  'instructed',
  'assigned',
  'entrusted',
] as const;
export const CUSTOMER_ANSWERS = ['accepted', 'refused', 'cancelled', 'asked'] as const;
/** The reports of the people who went. They change no status. */
export const CREW_REPORTS = ['done', 'locked-out', 'noted'] as const;

export type OfficeAnswer = (typeof OFFICE_ANSWERS)[number];
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number];
export type CrewReport = (typeof CREW_REPORTS)[number];
/** `reminded`: the server reminded the customer of the visit. */
export type EventKind = OfficeAnswer | CustomerAnswer | CrewReport | 'reminded';
export type EventActor = 'office' | 'customer' | 'crew';

/** The settings of a booking that the office changes beside its answers. */
const SETTING_KINDS = ['instructed', 'assigned', 'entrusted'] as const;

/** The events that are no answer: their customer never reads them, and they replace no answer. */
const INTERNAL_KINDS: readonly EventKind[] = [...SETTING_KINDS, ...CREW_REPORTS, 'reminded'];

/** False for settings, reports and reminders, which are no answer. The same as `private.is_internal`. */
export const isAnswer = ({ kind }: Pick<BookingEvent, 'kind'>): boolean =>
  !INTERNAL_KINDS.includes(kind);

/** The office's events that exclude each other: its answers, or one setting. */
export type RivalGroup = 'answer' | (typeof SETTING_KINDS)[number];

/** The group of an event of the office. The same groups as in `private.last_rival`. */
export const rivalGroup = (kind: OfficeAnswer): RivalGroup =>
  SETTING_KINDS.find((setting) => setting === kind) ?? 'answer';

/** The weeks between two visits of a series. */
export const REPEATS = [1, 2, 4] as const;
export type Repeat = (typeof REPEATS)[number];

/** What an agreed price is for. */
export const PRICE_UNITS = ['hour', 'visit'] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** An agreed price. */
export interface Price {
  /** In pence. */
  price_pence: number;
  price_per: PriceUnit;
}

/** The price of a booking or event, as stored; null or absent without one. */
export interface MaybePrice {
  price_pence?: number | null | undefined;
  price_per?: string | null | undefined;
}

/** An event of a booking, as its customer may read it. */
export type BookingEvent = {
  id: string;
  actor: EventActor;
  kind: EventKind;
  /** ISO 8601. */
  created_at: string;
  /**
   * The day, `YYYY-MM-DD`, and slot that are confirmed, offered, accepted, asked for or reminded of;
   * of `repeated`, the first visit's; of `stopped`, the last day, without a slot. Null for the other
   * kinds.
   */
  day: string | null;
  time_slot: Slot | null;
  /** The weeks of `repeated`; null for the other kinds, absent from an event that a former release stored. */
  every?: Repeat | null | undefined;
  price_pence?: number | null | undefined;
  price_per?: PriceUnit | null | undefined;
  /** The office's text to the customer, or of `instructed` to those who go; the text of a report. */
  message: string | null;
  /** The ids of the people of `assigned`, or of the one person of a report. */
  crew?: readonly string[] | null | undefined;
  /** True if `assigned` holds for the coming visits too. */
  for_series?: boolean | null | undefined;
  /** The number of a report's photographs. */
  pictures?: number | null | undefined;
  /** When a report was written, by the phone's clock, ISO 8601. */
  made_at?: string | null | undefined;
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
  /** The name of the administrator or of a report's person; null for others, and while unknown. */
  by: string | null;
  /** The booking's revision with this event. */
  rev: number;
  /** The customer's mail; null while unknown. */
  mail: Delivery | null;
  /** The customer's notification; null while unknown, and for the own answers. */
  push: Delivery | null;
}

type Transitions = Partial<Record<EventKind, Partial<Record<BookingStatus, BookingStatus>>>>;

const ALWAYS = {
  pending: 'pending',
  confirmed: 'confirmed',
  completed: 'completed',
  cancelled: 'cancelled',
} as const;

/**
 * The status after each event, by the status before; no entry: the event is not possible. The same
 * table as `private.status_after`. A confirmed booking is moved by another `confirmed`. See
 * `isAdmitted` for the conditions beyond the status.
 */
export const EVENT_TRANSITIONS: Readonly<Record<EventActor, Transitions>> = {
  office: {
    confirmed: { pending: 'confirmed', confirmed: 'confirmed' },
    offered: { pending: 'pending', confirmed: 'confirmed' },
    declined: { pending: 'cancelled' },
    cancelled: { pending: 'cancelled', confirmed: 'cancelled' },
    completed: { confirmed: 'completed' },
    reopened: { completed: 'pending', cancelled: 'pending' },
    repeated: { ...ALWAYS, pending: 'confirmed' },
    stopped: ALWAYS,
    kept: { confirmed: 'confirmed' },
    instructed: ALWAYS,
    assigned: ALWAYS,
    entrusted: ALWAYS,
  },
  customer: {
    accepted: { pending: 'confirmed', confirmed: 'confirmed' },
    refused: { pending: 'pending', confirmed: 'confirmed' },
    cancelled: { pending: 'cancelled', confirmed: 'cancelled' },
    asked: { pending: 'pending', confirmed: 'confirmed' },
  },
  crew: { done: ALWAYS, 'locked-out': ALWAYS, noted: ALWAYS },
};

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

/** A day, `YYYY-MM-DD`, and a slot, as the server names them. */
export interface VisitTime {
  day: string;
  time_slot: Slot;
}

/** An answer of the customer, ready to send. */
export interface OutgoingCustomerAnswer {
  eventId: string;
  bookingId: string;
  kind: CustomerAnswer;
  /** The id of the accepted or refused offer; null for the other answers. */
  offerEventId: string | null;
  /** The day and slot that it was given for: the offer's, or the booking's for the other answers. */
  day: string;
  slot: Slot;
  /** The visit that `asked` asks for. */
  other?: VisitTime | null;
}

const KINDS_WITH_SLOT: readonly EventKind[] = [
  'confirmed',
  'offered',
  'accepted',
  'repeated',
  'asked',
  'reminded',
];

/** True for an event that names a day and a slot. */
export const namesVisit = (kind: EventKind): boolean => KINDS_WITH_SLOT.includes(kind);

/** True for an event that names a day: `stopped` names the last one, without a slot. */
export const namesDay = (kind: EventKind): boolean => kind === 'stopped' || namesVisit(kind);

const KINDS_WITH_PRICE: readonly EventKind[] = ['confirmed', 'offered', 'accepted', 'repeated'];

/** True for an answer that may name a price. */
export const namesPrice = (kind: EventKind): boolean => KINDS_WITH_PRICE.includes(kind);

/** The price of a booking or event; null without one. */
export const priceOf = ({ price_pence: pence, price_per: per }: MaybePrice): Price | null =>
  pence && per ? { price_pence: pence, price_per: per as PriceUnit } : null;

type SeriesEvent = Pick<BookingEvent, 'kind' | 'day' | 'time_slot' | 'every'>;

/** The last answer among events, oldest first. */
export const lastAnswer = <E extends Pick<BookingEvent, 'kind'>>(
  events: readonly E[],
): E | undefined => events.findLast(isAnswer);

/**
 * The rule of a series, from its first booking's events, oldest first; null for a booking without
 * one. The same as `private.series_rule`.
 */
export function seriesRule(events: readonly SeriesEvent[]): SeriesRule | null {
  const at = events.findLastIndex(({ kind }) => kind === 'repeated');
  const { every, day, time_slot: slot } = events[at] ?? {};
  if (!every || !day || !slot) return null;
  const stopped = events.slice(at + 1).findLast(({ kind }) => kind === 'stopped');
  return { every, day, time_slot: slot, until: stopped?.day ?? null };
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

/**
 * The conditions of an answer of the office beyond the status. The same rules as
 * `private.is_admitted`, but for the day of `stopped`. `today`: London's day.
 */
function isAdmitted(
  kind: OfficeAnswer,
  { status, series = null, events = [] }: AnswerableBooking,
  today: string,
): boolean {
  if (kind === 'kept') return lastAnswer(events)?.kind === 'asked';
  if (kind !== 'repeated' && kind !== 'stopped') return true;
  const rule = seriesRule(events);
  if (series !== null) return false;
  return kind === 'repeated' ? status !== 'cancelled' || rule !== null : isRunning(rule, today);
}

/** The answers that the office may give. `today`: London's day. */
export const officeAnswers = (booking: AnswerableBooking, today: string): OfficeAnswer[] =>
  OFFICE_ANSWERS.filter(
    (kind) =>
      EVENT_TRANSITIONS.office[kind]?.[booking.status] !== undefined &&
      isAdmitted(kind, booking, today) &&
      (kind !== 'completed' || booking.day <= today),
  );

/** True for the same people in any order. */
export const isSameCrew = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/**
 * Whether an answer of the office has its effect already, by another event: then it is done, and no
 * conflict. The same rule as `private.office_answer_stands`. `last`: the booking's last answer.
 * `today`: London's day.
 */
export function officeAnswerStands(
  booking: Pick<BookingState, 'status' | 'day' | 'time_slot'> &
    MaybePrice & {
      instructions?: string | null;
      access?: string | null;
      /** Its last `assigned`. */
      assigned?: Pick<BookingEvent, 'crew' | 'for_series'> | undefined;
    },
  last: (SeriesEvent & MaybePrice) | undefined,
  answer: Pick<BookingEvent, 'day' | 'time_slot' | 'crew' | 'for_series'> &
    MaybePrice & { kind: OfficeAnswer; every?: Repeat | null | undefined; message?: string | null },
  today: string,
): boolean {
  const { status } = booking;
  const isSameVisit = (visit: Pick<BookingEvent, 'day' | 'time_slot'>) =>
    visit.day === answer.day && visit.time_slot === answer.time_slot;
  const isSamePrice = (other: MaybePrice) =>
    (other.price_pence ?? null) === (answer.price_pence ?? null) &&
    (other.price_per ?? null) === (answer.price_per ?? null);
  switch (answer.kind) {
    case 'confirmed':
      return (
        status === 'confirmed' &&
        isSameVisit(booking) &&
        (priceOf(answer) === null || isSamePrice(booking))
      );
    case 'offered':
      return (
        (status === 'pending' || status === 'confirmed') &&
        last?.kind === 'offered' &&
        isSameVisit(last) &&
        isSamePrice(last) &&
        last.day !== null &&
        last.day > today
      );
    case 'completed':
      return status === 'completed';
    case 'reopened':
      return status === 'pending';
    case 'kept':
      return status === 'confirmed' && last?.kind === 'kept';
    case 'repeated':
      return (
        last?.kind === 'repeated' &&
        isSameVisit(last) &&
        last.every === answer.every &&
        isSamePrice(last)
      );
    case 'stopped':
      return last?.kind === 'stopped' && last.day === answer.day;
    case 'instructed':
      return (booking.instructions ?? null) === (answer.message ?? null);
    case 'assigned':
      return (
        booking.assigned !== undefined &&
        isSameCrew(booking.assigned.crew ?? [], answer.crew ?? []) &&
        (booking.assigned.for_series ?? false) === (answer.for_series ?? false)
      );
    case 'entrusted':
      return (booking.access ?? null) === (answer.message ?? null);
    case 'declined':
    case 'cancelled':
      return status === 'cancelled';
  }
}

/**
 * True if an answer came after this revision of a booking that an answer of this kind may not have
 * missed. The outcome of a mail is a revision, and no answer.
 */
export const isAnsweredAfter = (
  { events }: { events: readonly Pick<RecordedEvent, 'rev' | 'kind'>[] },
  rev: number,
  kind: OfficeAnswer,
): boolean =>
  (events.findLast((event) =>
    rivalGroup(kind) === 'answer' ? isAnswer(event) : event.kind === kind,
  )?.rev ?? 0) > rev;

/** The standing offer of a request; null for none. */
export const offerOf = ({ status, last }: Pick<CustomerBooking, 'status' | 'last'>) =>
  (status === 'pending' || status === 'confirmed') && last?.kind === 'offered' && last.day !== null
    ? { ...last, day: last.day }
    : null;

/** The answers that the customer may give until the day begins. `today`: London's day. */
export function customerAnswers(
  state: Pick<CustomerBooking, 'status' | 'day' | 'last'>,
  today: string,
): CustomerAnswer[] {
  const offer = offerOf(state);
  const isOfferAhead = offer !== null && offer.day > today;
  const isAhead = state.day > today || (state.status === 'pending' && isOfferAhead);
  return CUSTOMER_ANSWERS.filter((kind) => {
    if (EVENT_TRANSITIONS.customer[kind]?.[state.status] === undefined) return false;
    return kind === 'cancelled' || kind === 'asked' ? isAhead : isOfferAhead;
  });
}

/** The booking after an answer that still waits on the device. */
export function withAnswer<T extends Pick<BookingState, 'status' | 'day' | 'time_slot'>>(
  state: T,
  actor: EventActor,
  answer: Pick<BookingEvent, 'kind' | 'day' | 'time_slot'>,
): T {
  const { kind, day, time_slot: slot } = answer;
  const moves =
    kind === 'confirmed' ||
    kind === 'accepted' ||
    (kind === 'repeated' && state.status === 'pending');
  return {
    ...state,
    status: EVENT_TRANSITIONS[actor][kind]?.[state.status] ?? state.status,
    ...(moves && day !== null && { day }),
    ...(moves && slot !== null && { time_slot: slot }),
  };
}
