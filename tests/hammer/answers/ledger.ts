import type { BookingStatus, EventActor, EventKind, Slot } from '../core.ts';

/** A booking of a run, as it is before the first answer. */
export interface Booking {
  id: string;
  day: string;
  slot: Slot;
  rev: number;
}

/** `refused-later`: an attempt before the refused one may have arrived, or may still do. */
type AnswerFate = 'waiting' | 'done' | 'refused' | 'refused-later' | 'taken-back' | 'vanished';

/** An answer that one side gave, and its fate as far as that side knows. */
export interface GivenAnswer {
  /** Also its event's id. */
  id: string;
  bookingId: string;
  kind: EventKind;
  fate: AnswerFate;
  /** The office's: the revision of the booking that it was given to. The customer's: the offer. */
  givenTo: number | string | null;
}

/** A booking as a screen showed it, without an answer that waits on the device. */
export interface Shown {
  bookingId: string;
  /** The number of its events. */
  sequence: number;
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
  actor: EventActor;
  answers: GivenAnswer[];
  shown: Shown[];
  /** Entries still queued on the device at the end. */
  waiting: string[];
}

export const openSide = (name: string, actor: EventActor): Side => ({
  name,
  actor,
  answers: [],
  shown: [],
  waiting: [],
});

/** Records what a screen shows; the same statement once. */
export function note(side: Side, shown: Shown): void {
  const text = JSON.stringify(shown);
  if (!side.shown.some((other) => JSON.stringify(other) === text)) side.shown.push(shown);
}
