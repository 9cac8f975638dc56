import { format, parseISO } from 'date-fns';
import type { BookingEvent, OfficeAnswer } from '../../core/domain/booking-events.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import { referenceOf } from '../../core/domain/submission.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import { timeText } from '../bookings/booking-texts.ts';
import type { Company } from '../layout/company.ts';

type Booking = ReplicaRow<'bookings'>;

/** `Tuesday 1 December`, with the slot's hours. */
const visitText = (day: string, slot: string): string =>
  `${format(parseISO(day), 'EEEE d MMMM')}, ${timeText({ preferred_time: slot })}`;

const bookingVisit = ({ preferred_date: day, preferred_time: slot }: Booking) =>
  visitText(day, slot);

/** True for a confirmation that gives a confirmed booking another day or time. */
export const isMove = (kind: OfficeAnswer, { status }: Pick<Booking, 'status'>): boolean =>
  kind === 'confirmed' && status === 'confirmed';

interface ChoiceTexts {
  label: string;
  hint: string;
  /** The button that sends it. */
  send: string;
}

const CHOICE_TEXTS: Record<OfficeAnswer, ChoiceTexts> = {
  confirmed: {
    label: 'Confirm',
    hint: 'You come on the day and at the time that they asked for.',
    send: 'Confirm booking',
  },
  offered: {
    label: 'Offer another time',
    hint: 'The customer accepts it, or says no.',
    send: 'Send offer',
  },
  declined: { label: 'Decline', hint: 'You can’t take this booking.', send: 'Decline booking' },
  cancelled: {
    label: 'Cancel',
    hint: 'You won’t come, and the customer is told.',
    send: 'Cancel booking',
  },
  completed: { label: 'Mark as completed', hint: 'The job is done.', send: 'Mark as completed' },
  reopened: {
    label: 'Reopen',
    hint: 'It waits for an answer again. The customer gets no email.',
    send: 'Reopen booking',
  },
};

const MOVE: ChoiceTexts = {
  label: 'Move',
  hint: 'You agreed another day or time with the customer.',
  send: 'Move booking',
};

export const choiceTexts = (kind: OfficeAnswer, booking: Pick<Booking, 'status'>): ChoiceTexts =>
  isMove(kind, booking) ? MOVE : CHOICE_TEXTS[kind];

/** The visit that an answer is about. */
export interface AnswerVisit {
  kind: OfficeAnswer;
  /** `YYYY-MM-DD`; empty before a day is chosen. */
  day: string;
  slot: string;
}

/**
 * The text that the customer reads, unless the office changes it; null for an answer without one.
 */
export function customerText(
  booking: Booking,
  { kind, day, slot }: AnswerVisit,
  { name, phone }: Company,
): string | null {
  const reference = referenceOf(booking.id);
  const asked = bookingVisit(booking);
  const chosen = day === '' ? '…' : visitText(day, slot);
  const lines = (...text: string[]) =>
    [`Hello ${booking.name},`, text.join(' '), name].join('\n\n');
  switch (kind) {
    case 'confirmed':
      return isMove(kind, booking)
        ? lines(
            `We have moved your booking ${reference} to ${chosen}.`,
            `If that doesn’t suit you, call us on ${phone}.`,
          )
        : lines(
            `Your booking ${reference} is confirmed for ${asked}.`,
            `If anything changes, call us on ${phone}.`,
          );
    case 'offered':
      return lines(
        `We can’t come on ${asked} for your booking ${reference}. Could we come on ${chosen} instead?`,
        `You can also call us on ${phone}.`,
      );
    case 'declined':
      return lines(
        `We’re sorry, we can’t take your booking ${reference} for ${asked}.`,
        `If another day would suit you, call us on ${phone}.`,
      );
    case 'cancelled':
      return lines(
        `We’re sorry, we have to cancel your booking ${reference} for ${asked}.`,
        `To find another day, call us on ${phone}.`,
      );
    case 'completed':
      return lines(
        `Thank you: your booking ${reference} for ${asked} is done.`,
        `If something isn’t right, call us on ${phone}.`,
      );
    case 'reopened':
      return null;
  }
}

/** The text of an event in a booking’s history. */
export function eventText({ kind, day, time_slot: slot }: BookingEvent, isMoved: boolean): string {
  const visit = day !== null && slot !== null ? visitText(day, slot) : '';
  switch (kind) {
    case 'confirmed':
      return `${isMoved ? 'Moved to' : 'Confirmed for'} ${visit}`;
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
  }
}

const DONE: Record<OfficeAnswer, string> = {
  confirmed: 'confirmed',
  offered: 'offered another time',
  declined: 'declined',
  cancelled: 'cancelled',
  completed: 'marked as completed',
  reopened: 'reopened',
};

const bookings = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`);

/** For answers that the server added. */
export const doneText = (kind: OfficeAnswer, count: number): string =>
  kind === 'offered'
    ? `${count === 1 ? 'The offer was' : `${count} offers were`} sent`
    : `${bookings(count)} ${DONE[kind]}`;

/** The beginning of a sentence about answers that wait. */
export const willBeText = (kind: OfficeAnswer, count: number): string =>
  kind === 'offered'
    ? `${count === 1 ? 'The offer' : `${count} offers`} will be sent`
    : `${bookings(count)} will be ${DONE[kind]}`;

/** An answer that waits, with its visit. */
export function answerText({ kind, day, time_slot: slot }: OfficeAnswerValues): string {
  return eventText(
    { id: '', actor: 'office', created_at: '', message: null, kind, day, time_slot: slot },
    false,
  );
}

/** Why an answer was not added, and the remedy. */
export function refusalText({ reason, message }: Attention): string {
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
