import type { Answer, BookingStatus } from '../../../src/core/domain/answers.ts';
import type { AnswerActor, BookingEvent } from '../../../src/core/domain/booking-events.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';
import type { Change } from '../changes.ts';

/** A booking of a run, or a visit of its series, as it is before the first answer. */
export interface Booking {
  id: string;
  day: string;
  slot: Slot;
  rev: number;
}

/** An answer that one side gave to a booking. Its id is also its event's. */
export interface GivenAnswer extends Change {
  kind: 'answer';
  answer: Answer;
  /** The office's: the revision of the booking that it was given to. The customer's: the offer. */
  givenTo: number | string | null;
  /** The customer's: the visit that it was given for, and the number of the booking's events then. */
  about: { day: string; slot: Slot; sequence: number } | null;
  /** The office's: the values of its event. The customer's: the visit that is asked for. */
  values: Values;
}

type Values = Pick<BookingEvent, 'day' | 'time_slot' | 'every'>;

/** A new answer to a booking; an answer may always be refused, for the other side's. */
export const giveAnswer = (
  id: string,
  bookingId: string,
  answer: Answer,
  givenTo: GivenAnswer['givenTo'],
  {
    about = null,
    values = { day: null, time_slot: null },
  }: Partial<Pick<GivenAnswer, 'about' | 'values'>> = {},
): GivenAnswer => ({
  ...{ id, kind: 'answer', ids: [bookingId], answer, givenTo, about, values },
  ...{ fate: 'waiting', isRefusable: true, kept: null },
});

/** A booking as a screen showed it, without an answer laid over it that waits on the device. */
export interface Shown {
  bookingId: string;
  /** The number of its events; null for a visit in My requests, which counts those of its series too. */
  sequence: number | null;
  /** The id of its last event; null without one. */
  last: string | null;
  status: BookingStatus;
  day: string;
  slot: Slot;
  /** The number of events that the server had before the device's last refresh; 0 before one. */
  atLeast: number;
}

/** The customer or the office: the answers given, and the statements on the screen. */
export interface Side {
  /** The device's name. */
  name: string;
  actor: AnswerActor;
  answers: readonly GivenAnswer[];
  shown: Shown[];
  /** The same as texts. */
  statements: Set<string>;
  /** Entries still queued on the device at the end. */
  waiting: string[];
}

export const openSide = (
  name: string,
  actor: AnswerActor,
  answers: readonly GivenAnswer[],
): Side => ({
  name,
  actor,
  answers,
  shown: [],
  statements: new Set(),
  waiting: [],
});

/** Records what a screen shows; the same statement once. */
export function note(side: Side, shown: Shown): void {
  const text = JSON.stringify(shown);
  if (side.statements.has(text)) return;
  side.statements.add(text);
  side.shown.push(shown);
}
