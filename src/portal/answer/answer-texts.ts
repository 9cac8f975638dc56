import { nameOf } from '../../core/domain/booking-choices.ts';
import {
  isRunning,
  lastAnswer,
  priceOf,
  seriesRule,
  type BookingEvent,
  type OfficeAnswer,
  type Price,
  type RecordedEvent,
  type Repeat,
} from '../../core/domain/booking-events.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import { greetingOf } from '../../core/domain/greeting.ts';
import { agreedPriceText } from '../../core/domain/price-text.ts';
import { REPEAT_TEXTS, repeatText } from '../../core/domain/repeats.ts';
import { crewNames, type TeamNames } from '../../core/domain/team.ts';
import { askOf, isVisit } from '../../core/domain/visits.ts';
import { referenceOf } from '../../core/domain/submission.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import { bookingReference, picturesText } from '../bookings/booking-texts.ts';
import type { Company } from '../layout/company.ts';
import type { Choice } from './answer-draft.ts';
import { dayText, NO_VISIT, visitText, type Visit } from './visit-texts.ts';

type Booking = ReplicaRow<'bookings'>;

interface ChoiceTexts {
  label: string;
  hint: string;
  /** The button that sends it. */
  send: string;
}

const CHOICE_TEXTS: Record<Choice, ChoiceTexts> = {
  confirmed: {
    label: 'Confirm',
    hint: 'You come on the day and at the time that they asked for.',
    send: 'Confirm booking',
  },
  moved: {
    label: 'Move',
    hint: 'You come on another day or at another time.',
    send: 'Move booking',
  },
  offered: {
    label: 'Offer another time',
    hint: 'The customer accepts it, or says no.',
    send: 'Send offer',
  },
  declined: { label: 'Decline', hint: 'You can’t take this booking.', send: 'Decline booking' },
  cancelled: {
    label: 'Cancel',
    hint: 'You won’t come on that day.',
    send: 'Cancel booking',
  },
  completed: { label: 'Mark as completed', hint: 'The job is done.', send: 'Mark as completed' },
  reopened: {
    label: 'Reopen',
    hint: 'It waits for an answer again. The customer gets no email.',
    send: 'Reopen booking',
  },
  repeated: {
    label: 'Repeat',
    hint: 'You come every week, every two weeks or every four weeks.',
    send: 'Start regular visits',
  },
  stopped: {
    label: 'Stop repeating',
    hint: 'You make no more regular visits after a day.',
    send: 'Stop regular visits',
  },
  kept: {
    label: 'Keep the day',
    hint: 'You can’t come on the other day. The visit stays as it is.',
    send: 'Keep the day',
  },
  instructed: {
    label: 'Instructions',
    hint: 'For those who go. The customer doesn’t read it.',
    send: 'Save instructions',
  },
  assigned: {
    label: 'Who goes',
    hint: 'The people of your team who do the job.',
    send: 'Save who goes',
  },
  entrusted: {
    label: 'The way in',
    hint: 'For those who go. The customer doesn’t read it.',
    send: 'Save the way in',
  },
};

/** The hints of choices for a booking whose day has passed. */
const LATE_HINTS: Partial<Record<Choice, string>> = {
  confirmed: 'You came on the day and at the time that they asked for.',
  declined: 'You couldn’t take this booking.',
  cancelled: 'You didn’t come on that day.',
};

/** The texts of choices for a visit of a series. */
const VISIT_TEXTS: Partial<Record<Choice, ChoiceTexts>> = {
  cancelled: {
    label: 'Skip this visit',
    hint: 'You don’t come this time. The visits after it stay.',
    send: 'Skip visit',
  },
  moved: {
    label: 'Move',
    hint: 'This visit alone is on another day or at another time.',
    send: 'Move visit',
  },
};

/** The texts of choices for the first booking of a running series. */
const SERIES_TEXTS: Partial<Record<Choice, ChoiceTexts>> = {
  repeated: {
    label: 'Change the regular visits',
    hint: 'Another day, time, interval or price from a day on.',
    send: 'Change regular visits',
  },
};

/** `today`: London's day. */
export function choiceTexts(choice: Choice, booking: Booking, today: string): ChoiceTexts {
  const isOfSeries = isRunning(seriesRule(booking.events), today);
  const texts =
    (isVisit(booking) ? VISIT_TEXTS[choice] : isOfSeries ? SERIES_TEXTS[choice] : undefined) ??
    CHOICE_TEXTS[choice];
  const late = booking.preferred_date < today ? LATE_HINTS[choice] : undefined;
  return late === undefined ? texts : { ...texts, hint: late };
}

/** Stands for the interval of regular visits until it is chosen. */
const NO_REPEAT = 'regularly';

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
  visit: Visit,
  { name, phone }: Pick<Company, 'name' | 'phone'>,
  today: string,
  { every, price }: Terms = NO_TERMS,
): string | null {
  const reference = bookingReference(booking);
  const asked = visitText({ day: booking.preferred_date, slot: booking.preferred_time });
  const ask = askOf(booking);
  const other = ask && visitText({ day: ask.day, slot: ask.time_slot });
  const priced = price ? [`The price is ${agreedPriceText(price)}.`] : [];
  const chosen = visitText(visit);
  const isLate = booking.preferred_date < today;
  const lines = (...text: string[]) =>
    [greetingOf(booking.name), text.join(' '), name].join('\n\n');
  const offerText = () => {
    if (other !== null && other !== chosen)
      return `We can’t come on ${other} for your booking ${reference}. Could we come on ${chosen} instead?`;
    if (booking.status === 'confirmed')
      return `Could we come on ${chosen} instead of ${asked} for your booking ${reference}? Without your answer it stays as it is.`;
    return `We ${isLate ? 'couldn’t' : 'can’t'} come on ${asked} for your booking ${reference}. Could we come on ${chosen} instead?`;
  };
  switch (choice) {
    case 'confirmed':
      return isLate
        ? lines(
            `We have recorded your booking ${reference} for ${asked}.`,
            ...priced,
            `If something isn’t right, call us on ${phone}.`,
          )
        : lines(
            `Your booking ${reference} is confirmed for ${asked}.`,
            ...priced,
            `If anything changes, call us on ${phone}.`,
          );
    case 'moved':
      return chosen === asked
        ? lines(
            `Your booking ${reference} is confirmed for ${asked}.`,
            `If anything changes, call us on ${phone}.`,
          )
        : lines(
            isVisit(booking)
              ? `We have moved your visit on ${asked} to ${chosen}, booking ${reference}. Your other visits stay.`
              : `We have moved your booking ${reference} to ${chosen}.`,
            `If that doesn’t suit you, call us on ${phone}.`,
          );
    case 'offered':
      return lines(offerText(), ...priced, `You can also call us on ${phone}.`);
    case 'declined':
      return lines(
        `We’re sorry, we ${isLate ? 'couldn’t' : 'can’t'} take your booking ${reference} for ${asked}.`,
        `If another day would suit you, call us on ${phone}.`,
      );
    case 'cancelled':
      if (isVisit(booking) && !isLate)
        return lines(
          `We’re sorry, we have to skip your visit on ${asked}, booking ${reference}.`,
          `Your other visits stay. To find another day, call us on ${phone}.`,
        );
      return lines(
        isLate
          ? `We’re sorry, we couldn’t come on ${asked} for your booking ${reference}.`
          : `We’re sorry, we have to cancel your booking ${reference} for ${asked}.`,
        `To find another day, call us on ${phone}.`,
      );
    case 'completed':
      return lines(
        `Thank you: your booking ${reference} for ${asked} is done.`,
        `If something isn’t right, call us on ${phone}.`,
      );
    case 'kept':
      return lines(
        `We’re sorry, we can’t come on ${other ?? 'the other day'}. Your booking ${reference} stays on ${asked}.`,
        `If that doesn’t suit you, call us on ${phone}.`,
      );
    case 'repeated':
      return lines(
        `We come ${every === '' ? NO_REPEAT : REPEAT_TEXTS[every]} for your booking ${reference}, from ${chosen}.`,
        ...priced,
        `If anything changes, call us on ${phone}.`,
      );
    case 'stopped':
      return lines(
        `The regular visits of your booking ${reference} end after ${visit.day === '' ? NO_VISIT : dayText(visit.day)}.`,
        `If that isn’t right, call us on ${phone}.`,
      );
    case 'reopened':
    case 'instructed':
    case 'assigned':
    case 'entrusted':
      return null;
  }
}

const ACTORS = { office: 'Office', customer: 'Customer', crew: 'Crew' } as const;

/** The author of an event: the name of its administrator or person, if it is known. `isOwn`: it waits on this device. */
export const authorText = (
  { actor, by, kind }: Pick<RecordedEvent, 'actor' | 'by' | 'kind'>,
  isOwn = false,
): string => {
  if (isOwn) return 'You';
  return kind === 'reminded' ? 'Automatic' : (by ?? nameOf(ACTORS, actor));
};

/** A booking's state in a sentence. */
export function stateText(booking: Pick<Booking, 'status' | 'preferred_date' | 'preferred_time'>) {
  const { status, preferred_date: day, preferred_time: slot } = booking;
  return status === 'confirmed' ? `confirmed for ${visitText({ day, slot })}` : status;
}

/** The changes of a booking since a person last saw it, in sentences. */
export function changesSince(seen: Booking, booking: Booking, names: TeamNames): string {
  const known = new Set(seen.events.map(({ id }) => id));
  const texts = booking.events.flatMap((event, place) =>
    known.has(event.id)
      ? []
      : [`${authorText(event)}: ${eventText(event, visitBefore(booking, place), names)}.`],
  );
  return [...texts, `It is ${stateText(booking)} now.`].join(' ');
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

type EventVisit = { day: string | null; time_slot: string | null };

/** Events after which a booking was no longer confirmed. */
const ENDS: readonly string[] = ['declined', 'cancelled', 'completed', 'reopened'];

/**
 * The confirmed visit before the event at this place; null if the booking was not confirmed then. The
 * time of a planned visit is unknown.
 */
export function visitBefore(
  { events, series_day: planned, ...booking }: Pick<Booking, 'events' | 'series' | 'series_day'>,
  place: number,
): EventVisit | null {
  const before = events.slice(0, place);
  const since = before.slice(before.findLastIndex(({ kind }) => ENDS.includes(kind)) + 1);
  const confirmed = since.findLast(({ kind }) => kind === 'confirmed' || kind === 'accepted');
  if (confirmed) return confirmed;
  if (isVisit(booking) && since.length === before.length) return { day: planned, time_slot: null };
  return since.find(({ kind }) => kind === 'repeated') ?? null;
}

/**
 * The text of an event in a booking’s history. `before`: the confirmed visit before it. `names`: those
 * of the team.
 */
export function eventText(
  event: BookingEvent,
  before: EventVisit | null,
  names: TeamNames,
): string {
  const price = priceOf(event);
  const text = withoutPrice(event, before, names);
  return price ? `${text}, ${agreedPriceText(price)}` : text;
}

function withoutPrice(
  { kind, day, time_slot: slot, every, message, ...event }: BookingEvent,
  before: EventVisit | null,
  names: TeamNames,
): string {
  const visit = day !== null && slot !== null ? visitText({ day, slot }) : '';
  switch (kind) {
    case 'confirmed':
      if (before)
        return before.day === day && before.time_slot === slot
          ? `Confirmed again for ${visit}`
          : `Moved to ${visit}`;
      return `Confirmed for ${visit}`;
    case 'offered':
      return `Offered ${visit}`;
    case 'accepted':
      return `Accepted ${visit}`;
    case 'refused':
      return 'Said no to the offer';
    case 'declined':
      return 'Declined';
    case 'cancelled':
      return 'Cancelled';
    case 'completed':
      return 'Marked as completed';
    case 'reopened':
      return 'Reopened';
    case 'repeated':
      return `Repeated ${every ? repeatText(every) : ''}, from ${visit}`;
    case 'stopped':
      return `Regular visits stopped after ${dayText(day ?? '')}`;
    case 'kept':
      return 'Kept the day';
    case 'instructed':
      return message === null ? 'Instructions removed' : 'Instructions for those who go';
    case 'asked':
      return `Asked for ${visit}`;
    case 'reminded':
      return `Reminded of ${visit}`;
    case 'assigned':
      return `Given to ${crewNames(event.crew ?? [], names) || 'nobody'}${event.for_series ? ', the coming visits too' : ''}`;
    case 'entrusted':
      return 'Way in changed';
    case 'done':
      return `Reported done${picturesText(event.pictures)}`;
    case 'locked-out':
      return `Could not get in${picturesText(event.pictures)}`;
    case 'noted':
      return `Note for the office${picturesText(event.pictures)}`;
  }
  // A kind that only a later release's server knows.
  return kind satisfies never;
}

const DONE: Record<Exclude<OfficeAnswer, 'offered' | 'assigned' | 'entrusted'>, string> = {
  confirmed: 'confirmed',
  declined: 'declined',
  cancelled: 'cancelled',
  completed: 'marked as completed',
  reopened: 'reopened',
  repeated: 'repeated',
  stopped: 'stopped',
  kept: 'kept on the day',
  instructed: 'given instructions',
};

/** Who of the office gave a booking its last answer: `Confirmed by Ann Baker`; null while unknown. */
export function answeredByText({ events }: Pick<Booking, 'events'>): string | null {
  const last = lastAnswer(events);
  if (!last || last.by === null || last.kind === 'reminded') return null;
  const done =
    last.kind === 'offered'
      ? 'offered another time'
      : ((DONE as Partial<Record<string, string>>)[last.kind] ?? last.kind);
  return `${done.charAt(0).toUpperCase()}${done.slice(1)} by ${last.by}`;
}

const bookings = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`);

/** For answers that the server added. */
export function doneText(kind: OfficeAnswer, count: number): string {
  switch (kind) {
    case 'offered':
      return `${count === 1 ? 'The offer was' : `${count} offers were`} made`;
    case 'assigned':
      return `Saved who goes to ${bookings(count)}`;
    case 'entrusted':
      return `Saved the way in for ${bookings(count)}`;
    default:
      return `${bookings(count)} ${DONE[kind]}`;
  }
}

/** The beginning of a sentence about answers that wait. */
export function willBeText(kind: OfficeAnswer, count: number): string {
  switch (kind) {
    case 'offered':
      return `${count === 1 ? 'The offer' : `${count} offers`} will be made`;
    case 'assigned':
      return `Who goes to ${bookings(count)} will be saved`;
    case 'entrusted':
      return `The way in for ${bookings(count)} will be saved`;
    default:
      return `${bookings(count)} will be ${DONE[kind]}`;
  }
}

/** An answer that waits, with its visit. */
export const answerText = (values: OfficeAnswerValues, names: TeamNames): string =>
  eventText(
    { id: '', actor: 'office', created_at: '', ...values, every: values.every ?? null },
    null,
    names,
  );

/** For answers whose effect stands by other answers. */
export function unsentText(bookingIds: readonly string[]): string {
  const [first = ''] = bookingIds;
  return bookingIds.length === 1
    ? `Booking ${referenceOf(first)} had the same answer already. Its history has the text that the customer reads.`
    : `${bookings(bookingIds.length)} had the same answer already. Their histories have the texts that the customers read.`;
}

/** A booking, and whether it has the answer already by another one. */
export interface AnsweredBooking {
  status: string;
  isAnswered: boolean;
}

/** Whether a refused answer has to be given again. */
export const isNeeded = (booking: AnsweredBooking | null): boolean =>
  booking === null ||
  !(booking.isAnswered || booking.status === 'cancelled' || booking.status === 'completed');

/** Why an answer was not added, and the remedy. `booking`: as it is now; null if it is unknown. */
export function refusalText(
  { reason, message }: Attention,
  booking: AnsweredBooking | null = null,
): string {
  const isOfState = reason === 'changed' || reason === 'too-early' || reason === 'too-late';
  if (booking && isOfState && !isNeeded(booking))
    return booking.isAnswered
      ? 'Another answer to this booking was first, with the same result. Discard yours.'
      : `The booking was ${booking.status} before your answer arrived, so it needs none. Discard yours, or reopen the booking.`;
  switch (reason) {
    case 'changed':
      return 'The booking changed before your answer arrived: another administrator or the customer was first. Look at it as it is now, then answer again or discard your answer.';
    case 'gone':
      return 'The booking no longer exists: it was deleted. Discard your answer.';
    case 'too-early':
      return 'The day of the booking has not come yet, so it can’t be completed. Answer again on the day, or discard your answer.';
    case 'too-late':
      return 'The day that you chose has begun or passed. Answer again with a later day, or discard your answer.';
    case 'forbidden':
      return message;
    default:
      return `The server refused your answer: ${message} Change it and answer again, or discard it.`;
  }
}
