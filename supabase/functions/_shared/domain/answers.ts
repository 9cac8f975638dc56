// Generated from src/core/domain by `npm run types:generate`.
/** A booking's statuses, in the order of a job. The database checks the same list. */
export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** The status after an answer, by the status before; a status without an entry admits no such answer. */
type Transitions = Readonly<Partial<Record<BookingStatus, BookingStatus>>>;

/**
 * A kind of answer to a booking. `private.answer_kinds` is generated from these records by
 * `npm run types:generate`.
 */
interface AnswerKind {
  /** The office gives it, from these statuses. */
  office?: Transitions;
  /** The customer gives it, from these statuses. */
  customer?: Transitions;
  /** It names a visit (day and slot), or a day alone. */
  names?: 'visit' | 'day';
  /** The first day that it may name; the office may always name the booking's own. */
  from?: 'today' | 'tomorrow';
  /** It may name an agreed price. */
  priced?: true;
  /** The price is the booking's only once the offer is accepted. */
  proposes?: true;
  /** It names an interval in weeks. */
  repeats?: true;
  /** The booking moves to its visit, from these statuses. */
  moves?: readonly BookingStatus[];
  /**
   * A condition beyond the status: the customer's last answer asks for another day; the booking is
   * no visit of a series, and a cancelled one begins a series already; its series runs; its day has
   * come; the office's offer of a coming day stands. A customer's answer to no offer needs a day to
   * come: the booking's, or the offered one.
   */
  needs?: 'asked' | 'first' | 'running' | 'day-come' | 'offer';
  /** The customer gets a mail about it for so many days after its day; absent: none. */
  mailedFor?: number;
  /** The office's text goes with it. */
  text?: true;
  /** It changes what the customer does: the office calls about a mail that did not arrive. */
  urgent?: true;
}

const WEEK = 7;

/** Every kind of answer, in the order of the form's choices. */
export const ANSWERS = {
  confirmed: {
    office: { pending: 'confirmed', confirmed: 'confirmed' },
    names: 'visit',
    from: 'today',
    priced: true,
    moves: ['pending', 'confirmed'],
    mailedFor: 0,
    text: true,
    urgent: true,
  },
  offered: {
    office: { pending: 'pending', confirmed: 'confirmed' },
    names: 'visit',
    from: 'tomorrow',
    priced: true,
    proposes: true,
    mailedFor: WEEK,
    text: true,
    urgent: true,
  },
  declined: { office: { pending: 'cancelled' }, mailedFor: WEEK, text: true, urgent: true },
  accepted: {
    customer: { pending: 'confirmed', confirmed: 'confirmed' },
    names: 'visit',
    priced: true,
    moves: ['pending', 'confirmed'],
    needs: 'offer',
    mailedFor: WEEK,
  },
  refused: { customer: { pending: 'pending', confirmed: 'confirmed' }, needs: 'offer' },
  cancelled: {
    office: { pending: 'cancelled', confirmed: 'cancelled' },
    customer: { pending: 'cancelled', confirmed: 'cancelled' },
    mailedFor: WEEK,
    text: true,
    urgent: true,
  },
  completed: {
    office: { confirmed: 'completed' },
    needs: 'day-come',
    mailedFor: WEEK,
    text: true,
  },
  reopened: { office: { completed: 'pending', cancelled: 'pending' } },
  repeated: {
    office: {
      pending: 'confirmed',
      confirmed: 'confirmed',
      completed: 'completed',
      cancelled: 'cancelled',
    },
    names: 'visit',
    from: 'today',
    priced: true,
    repeats: true,
    moves: ['pending'],
    needs: 'first',
    mailedFor: WEEK,
    text: true,
    urgent: true,
  },
  stopped: {
    office: {
      pending: 'pending',
      confirmed: 'confirmed',
      completed: 'completed',
      cancelled: 'cancelled',
    },
    names: 'day',
    needs: 'running',
    mailedFor: WEEK,
    text: true,
    urgent: true,
  },
  kept: {
    office: { confirmed: 'confirmed' },
    needs: 'asked',
    mailedFor: WEEK,
    text: true,
    urgent: true,
  },
  asked: {
    customer: { pending: 'pending', confirmed: 'confirmed' },
    names: 'visit',
    from: 'tomorrow',
  },
} as const satisfies Record<string, AnswerKind>;

export type Answer = keyof typeof ANSWERS;

type GivenBy<Actor extends 'office' | 'customer'> = {
  [Kind in Answer]: (typeof ANSWERS)[Kind] extends Record<Actor, Transitions> ? Kind : never;
}[Answer];

export type OfficeAnswer = GivenBy<'office'>;
export type CustomerAnswer = GivenBy<'customer'>;

/** The facts of a kind, and none for a kind that only a later release knows. */
export const answerKind = (kind: string): AnswerKind =>
  (ANSWERS as Readonly<Record<string, AnswerKind>>)[kind] ?? {};

const givenBy = (actor: 'office' | 'customer') =>
  Object.keys(ANSWERS).filter((kind) => answerKind(kind)[actor] !== undefined);

export const OFFICE_ANSWERS = givenBy('office') as readonly OfficeAnswer[];
export const CUSTOMER_ANSWERS = givenBy('customer') as readonly CustomerAnswer[];
