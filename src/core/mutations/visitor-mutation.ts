import type { CustomerAnswer } from '../domain/answers.ts';
import type { CustomerBooking } from '../domain/booking-events.ts';
import type { SubmissionKind, Summary } from '../domain/submission.ts';
import type { Visit } from '../domain/visit.ts';
import type { Place } from '../outbox/backoff.ts';
import type { Fresh } from '../outbox/entry.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { Backend, BookingsBackend } from '../server/backend.ts';
import type { FileBytes, KnownState, OutboxEntry, Receipt } from '../store/device-schema.ts';

export interface VisitorPorts {
  backend: Backend & BookingsBackend;
  place: Place;
  /** Called with a booking's state that came with a response, before the entry ends. Never rejects. */
  onState: (bookingId: string, known: KnownState) => Promise<void>;
  /** Called with the bytes of an entry's file that were sent. */
  onUpload?: (id: string, sentBytes: number) => void;
}

/** The place of an entry in My requests: a submission's own card, or an answer to a booking. */
export type Card =
  | { type: 'submission'; kind: SubmissionKind; summary: Summary | null; file: CardFile | null }
  | AnswerOnCard;

/** A customer's answer to a booking. */
export interface AnswerOnCard {
  type: 'answer';
  bookingId: string;
  /** The request that shows the booking: the first one of the series that it is a visit of, or itself. */
  requestId: string;
  answer: CustomerAnswer;
  /** The visit that it was given for. */
  visit: Visit;
  /** The visit that `asked` asks for; null for the other answers. */
  other: Visit | null;
  /** The newest state of the booking that the entry has. */
  known: KnownState;
}

export interface CardFile {
  /** The name it has on its sender's device. */
  name: string;
  /** Bytes. */
  size: number;
  isUploaded: boolean;
}

/** The receipt of a delivered submission; of the content, only a booking's service and day. */
export interface SubmissionReceipt extends Receipt {
  kind: SubmissionKind;
  createdAt: number;
  alert: 'sent' | 'not-sent';
  summary?: Summary;
  /** A booking's state as the server last gave it. */
  known?: KnownState;
  /** It was stored from a link, at `createdAt`. */
  isFromLink?: true;
  /** This device gets a notification of the office's answers. */
  isNotified?: boolean;
}

/** The form in which a waiting entry is changed. */
export interface EditForm {
  key: string;
  values: unknown;
  /** Its requested day, `YYYY-MM-DD`; null for none. */
  day: string | null;
}

/** The ways in which a waiting entry is changed. */
export interface Editing<E extends OutboxEntry> {
  formOf(entry: E): EditForm;
  /**
   * The entry as its sender changed it. It keeps its id, so that the server decides which version
   * becomes the record. `storedFile`: the old entry's, if it is still on the device.
   */
  replace(old: E, fresh: Fresh<E>, storedFile: FileBytes | null): Fresh<E>;
  /** True if both have the same content. */
  isSame(old: Fresh<E>, fresh: Fresh<E>): boolean;
}

/** A mutation of a visitor, which pages and the worker send. */
export interface VisitorMutation<E extends OutboxEntry = OutboxEntry> extends Mutation<
  E,
  VisitorPorts
> {
  /** Its name within a sentence. */
  noun: string;
  card(entry: E): Card;
  /** The receipt, if My requests shows it. */
  shownReceipt(receipt: Receipt): SubmissionReceipt | null;
  /**
   * The state of a booking, or of the first one of its series, while the entry waits; the same state
   * if it changes nothing.
   */
  overlay(entry: E, state: CustomerBooking): CustomerBooking;
  /** The entry's changes after a reading of bookings' states, by their ids; null for none. */
  afterRead(entry: E, states: ReadonlyMap<string, KnownState>): Partial<E> | null;
  /** Null for a mutation that is taken back and made anew. */
  editing: Editing<E> | null;
}
