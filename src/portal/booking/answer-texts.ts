import type { Answer } from '../../core/domain/answers.ts';
import { nameOf } from '../../core/domain/booking-choices.ts';
import { isRunning, seriesRule, type RecordedEvent } from '../../core/domain/booking-events.ts';
import type { Price } from '../../core/domain/price.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import { greetingOf } from '../../core/domain/greeting.ts';
import { agreedPriceText } from '../../core/domain/price-text.ts';
import type { AttentionReason } from '../../core/domain/reasons.ts';
import { REPEAT_TEXTS, repeatText, type Repeat } from '../../core/domain/repeats.ts';
import { bookedVisit, namedVisit, type DraftVisit } from '../../core/domain/visit.ts';
import { askOf, isVisit } from '../../core/domain/visits.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import { bookingReference } from './booking-texts.ts';
import type { Company } from '../layout/company.ts';
import type { Choice } from './answer-draft.ts';
import { bookingsText, type DoneTexts } from './done-texts.ts';
import { dayText, NO_VISIT, visitText } from './visit-texts.ts';

type Booking = ReplicaRow<'bookings'>;

interface ChoiceTexts {
  label: string;
  hint: string;
  /** The button that sends it. */
  send: string;
}

/** The facts of an answer's text to the customer. Visits are in words. */
interface MailFacts {
  booking: Booking;
  reference: string;
  phone: string;
  /** The booking's own visit. */
  asked: string;
  /** The visit that the customer asks for; null without one. */
  other: string | null;
  chosen: string;
  /** The chosen day, `YYYY-MM-DD`; empty before it is chosen. */
  day: string;
  every: Repeat | '';
  /** A sentence about the price; none without one. */
  priced: string[];
  /** The booking's day has passed. */
  isLate: boolean;
}

/** The facts of an answer that its line of the history names. */
type Told = Pick<RecordedEvent, 'day' | 'time_slot' | 'every'>;

interface AnswerTexts {
  choice: ChoiceTexts & {
    /** The hint once the booking's day has passed. */
    late?: string;
    /** For a visit of a series. */
    ofVisit?: ChoiceTexts;
    /** For the first booking of a running series. */
    ofSeries?: ChoiceTexts;
  };
  /** The sentences that the customer reads, unless the office changes them; null without a text. */
  mail: ((facts: MailFacts) => string[]) | null;
  /** Its line of the history. */
  history: (event: Told) => string;
  done: DoneTexts & {
    /** What the office did, before its name: `confirmed`. */
    by: string;
  };
}

function visitOf(event: Told): string {
  const visit = namedVisit(event);
  return visit ? visitText(visit) : '';
}

/** An answer that is done to a booking: `1 booking confirmed`. */
const doneTo = (by: string): AnswerTexts['done'] => ({
  by,
  done: (count) => `${bookingsText(count)} ${by}`,
  willBe: (count) => `${bookingsText(count)} will be ${by}`,
});

const confirmedMail = ({ reference, asked, priced, phone }: MailFacts) => [
  `Your booking ${reference} is confirmed for ${asked}.`,
  ...priced,
  `If anything changes, call us on ${phone}.`,
];

function offerText({ booking, reference, asked, other, chosen, isLate }: MailFacts): string {
  if (other !== null && other !== chosen)
    return `We can’t come on ${other} for your booking ${reference}. Could we come on ${chosen} instead?`;
  if (booking.status === 'confirmed')
    return `Could we come on ${chosen} instead of ${asked} for your booking ${reference}? Without your answer it stays as it is.`;
  return `We ${isLate ? 'couldn’t' : 'can’t'} come on ${asked} for your booking ${reference}. Could we come on ${chosen} instead?`;
}

function cancelledMail({ booking, reference, asked, phone, isLate }: MailFacts): string[] {
  if (isVisit(booking) && !isLate)
    return [
      `We’re sorry, we have to skip your visit on ${asked}, booking ${reference}.`,
      `Your other visits stay. To find another day, call us on ${phone}.`,
    ];
  return [
    isLate
      ? `We’re sorry, we couldn’t come on ${asked} for your booking ${reference}.`
      : `We’re sorry, we have to cancel your booking ${reference} for ${asked}.`,
    `To find another day, call us on ${phone}.`,
  ];
}

/** Stands for the interval of regular visits until it is chosen. */
const NO_REPEAT = 'regularly';

const TEXTS: Readonly<Record<Choice, AnswerTexts>> = {
  confirmed: {
    choice: {
      label: 'Confirm',
      hint: 'You come on the day and at the time that they asked for.',
      send: 'Confirm booking',
      late: 'You came on the day and at the time that they asked for.',
    },
    mail: (facts) =>
      facts.isLate
        ? [
            `We have recorded your booking ${facts.reference} for ${facts.asked}.`,
            ...facts.priced,
            `If something isn’t right, call us on ${facts.phone}.`,
          ]
        : confirmedMail(facts),
    history: (event) => `Confirmed for ${visitOf(event)}`,
    done: doneTo('confirmed'),
  },
  moved: {
    choice: {
      label: 'Move',
      hint: 'You come on another day or at another time.',
      send: 'Move booking',
      ofVisit: {
        label: 'Move',
        hint: 'This visit alone is on another day or at another time.',
        send: 'Move visit',
      },
    },
    mail: (facts) => {
      const { booking, reference, asked, chosen, phone } = facts;
      if (chosen === asked) return confirmedMail({ ...facts, priced: [] });
      return [
        isVisit(booking)
          ? `We have moved your visit on ${asked} to ${chosen}, booking ${reference}. Your other visits stay.`
          : `We have moved your booking ${reference} to ${chosen}.`,
        `If that doesn’t suit you, call us on ${phone}.`,
      ];
    },
    history: (event) => `Moved to ${visitOf(event)}`,
    done: doneTo('confirmed'),
  },
  offered: {
    choice: {
      label: 'Offer another time',
      hint: 'The customer accepts it, or says no.',
      send: 'Send offer',
    },
    mail: (facts) => [offerText(facts), ...facts.priced, `You can also call us on ${facts.phone}.`],
    history: (event) => `Offered ${visitOf(event)}`,
    done: {
      by: 'offered another time',
      done: (count) => `${count === 1 ? 'The offer was' : `${count} offers were`} made`,
      willBe: (count) => `${count === 1 ? 'The offer' : `${count} offers`} will be made`,
    },
  },
  declined: {
    choice: {
      label: 'Decline',
      hint: 'You can’t take this booking.',
      send: 'Decline booking',
      late: 'You couldn’t take this booking.',
    },
    mail: ({ reference, asked, phone, isLate }) => [
      `We’re sorry, we ${isLate ? 'couldn’t' : 'can’t'} take your booking ${reference} for ${asked}.`,
      `If another day would suit you, call us on ${phone}.`,
    ],
    history: () => 'Declined',
    done: doneTo('declined'),
  },
  cancelled: {
    choice: {
      label: 'Cancel',
      hint: 'You won’t come on that day.',
      send: 'Cancel booking',
      late: 'You didn’t come on that day.',
      ofVisit: {
        label: 'Skip this visit',
        hint: 'You don’t come this time. The visits after it stay.',
        send: 'Skip visit',
      },
    },
    mail: cancelledMail,
    history: () => 'Cancelled',
    done: doneTo('cancelled'),
  },
  completed: {
    choice: { label: 'Mark as completed', hint: 'The job is done.', send: 'Mark as completed' },
    mail: ({ reference, asked, phone }) => [
      `Thank you: your booking ${reference} for ${asked} is done.`,
      `If something isn’t right, call us on ${phone}.`,
    ],
    history: () => 'Marked as completed',
    done: doneTo('marked as completed'),
  },
  reopened: {
    choice: {
      label: 'Reopen',
      hint: 'It waits for an answer again. The customer gets no email.',
      send: 'Reopen booking',
    },
    mail: null,
    history: () => 'Reopened',
    done: doneTo('reopened'),
  },
  repeated: {
    choice: {
      label: 'Repeat',
      hint: 'You come every week, every two weeks or every four weeks.',
      send: 'Start regular visits',
      ofSeries: {
        label: 'Change the regular visits',
        hint: 'Another day, time, interval or price from a day on.',
        send: 'Change regular visits',
      },
    },
    mail: ({ reference, chosen, every, priced, phone }) => [
      `We come ${every === '' ? NO_REPEAT : REPEAT_TEXTS[every]} for your booking ${reference}, from ${chosen}.`,
      ...priced,
      `If anything changes, call us on ${phone}.`,
    ],
    history: (event) =>
      `Repeated ${event.every ? repeatText(event.every) : ''}, from ${visitOf(event)}`,
    done: doneTo('repeated'),
  },
  stopped: {
    choice: {
      label: 'Stop repeating',
      hint: 'You make no more regular visits after a day.',
      send: 'Stop regular visits',
    },
    mail: ({ reference, day, phone }) => [
      `The regular visits of your booking ${reference} end after ${day === '' ? NO_VISIT : dayText(day)}.`,
      `If that isn’t right, call us on ${phone}.`,
    ],
    history: ({ day }) => `Regular visits stopped after ${dayText(day ?? '')}`,
    done: doneTo('stopped'),
  },
  kept: {
    choice: {
      label: 'Keep the day',
      hint: 'You can’t come on the other day. The visit stays as it is.',
      send: 'Keep the day',
    },
    mail: ({ reference, asked, other, phone }) => [
      `We’re sorry, we can’t come on ${other ?? 'the other day'}. Your booking ${reference} stays on ${asked}.`,
      `If that doesn’t suit you, call us on ${phone}.`,
    ],
    history: () => 'Kept the day',
    done: doneTo('kept on the day'),
  },
};

/** The lines of the answers that customers alone give. */
const OF_CUSTOMERS: Readonly<Record<Exclude<Answer, Choice>, AnswerTexts['history']>> = {
  accepted: (event) => `Accepted ${visitOf(event)}`,
  refused: () => 'Said no to the offer',
  asked: (event) => `Asked for ${visitOf(event)}`,
};

/** `today`: London's day. */
export function choiceTexts(choice: Choice, booking: Booking, today: string): ChoiceTexts {
  const { ofVisit, ofSeries, late, ...texts } = TEXTS[choice].choice;
  const isOfSeries = isRunning(seriesRule(booking.events), today);
  const { label, hint, send } =
    (isVisit(booking) ? ofVisit : isOfSeries ? ofSeries : undefined) ?? texts;
  const isLate = booking.preferred_date < today;
  return { label, hint: isLate ? (late ?? hint) : hint, send };
}

/** What an answer agrees on besides its visit. */
export interface Terms {
  every: Repeat | '';
  price: Price | null;
}

const NO_TERMS: Terms = { every: '', price: null };

/**
 * The text that the customer reads, unless the office changes it; null for an answer without one.
 * `today`: London's day.
 */
export function customerText(
  booking: Booking,
  choice: Choice,
  visit: DraftVisit,
  { name, phone }: Pick<Company, 'name' | 'phone'>,
  today: string,
  { every, price }: Terms = NO_TERMS,
): string | null {
  const ask = askOf(booking);
  const sentences = TEXTS[choice].mail?.({
    ...{ booking, phone, every, day: visit.day },
    reference: bookingReference(booking),
    asked: visitText(bookedVisit(booking)),
    other: ask && visitText(ask),
    chosen: visitText(visit),
    priced: price ? [`The price is ${agreedPriceText(price)}.`] : [],
    isLate: booking.preferred_date < today,
  });
  return sentences ? [greetingOf(booking.name), sentences.join(' '), name].join('\n\n') : null;
}

const ACTORS = { office: 'Office', customer: 'Customer' } as const;

/** The author of an answer: the name of its administrator, if it is known. `isOwn`: it waits on this device. */
export const authorText = (
  { actor, by }: Pick<RecordedEvent, 'actor' | 'by'>,
  isOwn = false,
): string => (isOwn ? 'You' : (by ?? nameOf(ACTORS, actor)));

/** A booking's state in a sentence. */
export function stateText(booking: Pick<Booking, 'status' | 'preferred_date' | 'preferred_time'>) {
  const { status } = booking;
  return status === 'confirmed' ? `confirmed for ${visitText(bookedVisit(booking))}` : status;
}

/** Who made a request, and how. */
export function requestText({
  by_office: byOffice,
  series_day: day,
  ...booking
}: Pick<Booking, 'by_office' | 'series' | 'series_day'>) {
  if (isVisit(booking) && day !== null)
    return { who: 'Automatic', what: `Regular visit, planned for ${dayText(day)}` };
  return byOffice
    ? { who: ACTORS.office, what: 'Added from a call' }
    : { who: ACTORS.customer, what: 'Requested' };
}

type Line = Told & Pick<RecordedEvent, 'kind' | 'price_pence' | 'price_per' | 'from_day'>;

const textsOf = (kind: string): AnswerTexts | undefined =>
  (TEXTS as Partial<Record<string, AnswerTexts>>)[kind];

/** A kind that only a later release's server knows stands for itself. */
function withoutPrice(event: Line): string {
  const kind = event.kind === 'confirmed' && event.from_day ? 'moved' : event.kind;
  const history =
    (OF_CUSTOMERS as Partial<Record<string, AnswerTexts['history']>>)[kind] ??
    textsOf(kind)?.history;
  return history?.(event) ?? kind;
}

/** The line of an answer in a booking’s history. */
export function eventText(event: Line): string {
  const price = agreedPriceText(event);
  const text = withoutPrice(event);
  return price === null ? text : `${text}, ${price}`;
}

/** Who of the office gave a booking its last answer: `Confirmed by Ann Baker`; null while unknown. */
export function answeredByText({ events }: Pick<Booking, 'events'>): string | null {
  const last = events.at(-1);
  if (!last || last.by === null) return null;
  const done = textsOf(last.kind)?.done.by ?? last.kind;
  return `${done.charAt(0).toUpperCase()}${done.slice(1)} by ${last.by}`;
}

/** The texts for the outcomes of answers. */
export const doneTexts = (choice: Choice): DoneTexts => TEXTS[choice].done;

/** An answer that waits, with its visit. */
export const answerText = ({ every = null, ...values }: OfficeAnswerValues): string =>
  eventText({ ...values, every });

/** The effects of a waiting answer that come once it is sent. */
export const FOLLOWING: Partial<Record<Choice, string>> = {
  stopped: ' The visits after it go once it is sent.',
  repeated: ' The visits follow once it is sent.',
};

/** For answers whose effect stands by other answers. */
export function unsentText(bookingIds: readonly string[]): string {
  const [first = ''] = bookingIds;
  return bookingIds.length === 1
    ? `Booking ${referenceOf(first)} had the same answer already. Its history has the text that the customer reads.`
    : `${bookingsText(bookingIds.length)} had the same answer already. Their histories have the texts that the customers read.`;
}

const isOver = (status: string): boolean => status === 'cancelled' || status === 'completed';

/** Whether a refused answer has to be given again. `status`: the booking's; null if it is unknown. */
export const isNeeded = (status: string | null): boolean => status === null || !isOver(status);

const REFUSALS: Partial<Record<AttentionReason, string>> = {
  changed:
    'The booking changed before your answer arrived: another administrator or the customer was first. Look at it as it is now, then answer again or discard your answer.',
  gone: 'The booking no longer exists: it was deleted. Discard your answer.',
  'too-early':
    'The day of the booking has not come yet, so it can’t be completed. Answer again on the day, or discard your answer.',
  'too-late':
    'The day that you chose has begun or passed. Answer again with a later day, or discard your answer.',
};

/** The refusals that another state of the booking explains. */
const OF_STATE: readonly AttentionReason[] = ['changed', 'too-early', 'too-late'];

/** Why an answer was not added, and the remedy. `status`: the booking's; null if it is unknown. */
export function refusalText({ reason, message }: Attention, status: string | null = null): string {
  if (!isNeeded(status) && OF_STATE.includes(reason))
    return `The booking was ${status} before your answer arrived, so it needs none. Discard yours, or reopen the booking.`;
  if (reason === 'forbidden') return message;
  return (
    REFUSALS[reason] ??
    `The server refused your answer: ${message} Change it and answer again, or discard it.`
  );
}
