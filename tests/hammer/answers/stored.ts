import type { Answer, BookingStatus } from '../../../src/core/domain/answers.ts';
import type { AnswerActor, Repeat } from '../../../src/core/domain/booking-events.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';

export interface StoredEvent {
  id: string;
  booking_id: string;
  actor: AnswerActor;
  kind: Answer;
  day: string | null;
  time_slot: Slot | null;
  every: Repeat | null;
  rev: number;
  /** The day in London on which it was given. */
  given_on: string;
}

/** A booking's own state. */
export interface State {
  status: BookingStatus;
  day: string;
  time_slot: Slot;
}

/** A booking, or a visit of a series. */
export interface StoredRow extends State {
  id: string;
  /** The first booking of the visit's series. */
  series: string | null;
  /** The day that the visit was made for. */
  series_day: string | null;
}

/** The server's data at the end. */
export interface ReadResult {
  /** In their order. */
  events: readonly StoredEvent[];
  /** The bookings' rows and those of their visits, by id. */
  rows: ReadonlyMap<string, StoredRow>;
  today: string;
  /** The last day for which visits are made. */
  horizon: string;
}
