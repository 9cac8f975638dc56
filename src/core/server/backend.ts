import type { OutgoingCustomerAnswer, CustomerBooking } from '../domain/booking-events.ts';
import type { AnswerRefusal, AttentionReason, RetryReason, WaitReason } from '../domain/reasons.ts';
import type { Entity } from '../domain/entities.ts';
import type { SubmissionKind } from '../domain/submission.ts';

/**
 * The server did not decide: the same request may be repeated. `retryAfterMs`: the wait that the
 * server asked for.
 */
export interface Undecided<Reason extends WaitReason = RetryReason> {
  outcome: 'retry';
  reason: Reason;
  retryAfterMs?: number;
}

/** The outcome of one request. Nothing throws across this port. */
export type SendResult =
  /** Stored now; or `wasThere`: a row with this id was stored before, and is unchanged. */
  | { outcome: 'accepted'; wasThere?: true }
  | Undecided<WaitReason>
  /** A refusal, by the server or by this device: repeating the request would not help. */
  | { outcome: 'rejected'; reason: AttentionReason; message: string }
  | SignedOut;

/** No valid session: further requests need a sign-in. Requests without a session never get this. */
export interface SignedOut {
  outcome: 'signed-out';
  /** There is a session, without a code of the user's second factor. */
  needsCode?: true;
}

/** Another answer with the same effect. `message`: its text to the customer; null without one. */
export interface StandingAnswer {
  message: string | null;
}

/**
 * The outcome of an answer to a booking. `state` is the booking's present one; null for a booking
 * that does not exist. `series`: the state of the first booking of its series, for a customer's
 * answer to a visit.
 */
export type AnswerResult<State> =
  /**
   * Added now, or before; or `standing`: its effect stands by another answer, which has this text.
   */
  | { outcome: 'accepted'; state: State; standing?: StandingAnswer; series?: State }
  | {
      outcome: 'rejected';
      reason: AnswerRefusal;
      message: string;
      state: State | null;
      series?: State;
    }
  | Exclude<SendResult, { outcome: 'accepted' }>;

export type Read<T> =
  { outcome: 'read'; value: T } | Undecided | { outcome: 'rejected'; message: string };

export interface OutgoingFile {
  path: string;
  type: string;
  bytes: ArrayBuffer;
}

/** A visitor's row, with the columns that visitors may write. */
export type OutgoingRow = { id: string } & Record<string, string | null>;

/** The body of `send-form-email`. */
export interface OutgoingAlert {
  type: SubmissionKind;
  data: OutgoingRow;
}

/**
 * A signal that aborts with a TimeoutError after this time, also in browsers without
 * `AbortSignal.timeout`: before Safari 16 and Chrome 103.
 */
export function abortAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
  return controller.signal;
}

/**
 * The server, as the outbox sees it. Every call may be repeated without a second effect, and
 * answers within `timeoutMs`.
 */
export interface Backend {
  /**
   * Stores a résumé under its minted path; a file already there counts as accepted. Where the
   * platform can tell, `onProgress` gets the number of bytes sent.
   */
  uploadResume(
    file: OutgoingFile,
    timeoutMs: number,
    onProgress?: (sentBytes: number) => void,
  ): Promise<SendResult>;
  /** Stores a row under its minted id; a row already there counts as accepted. */
  insertRecord(table: Entity, row: OutgoingRow, timeoutMs: number): Promise<SendResult>;
  /** Asks the server to mail the office about a stored record. */
  sendAlert(alert: OutgoingAlert, timeoutMs: number): Promise<SendResult>;
}

/** A booking's server, as its customer sees it: the full id is the key. */
export interface BookingsBackend {
  /** The states of these requests, fifty at most, in no order; an unknown id has none. */
  bookingStates(ids: readonly string[], timeoutMs: number): Promise<Read<CustomerBooking[]>>;
  /** Adds a customer's answer under its minted id; a repeated one counts as accepted. */
  answerBooking(
    answer: OutgoingCustomerAnswer,
    timeoutMs: number,
  ): Promise<AnswerResult<CustomerBooking>>;
  /**
   * Asks the server to send the mails about a booking's answers. It sends them later too, so a
   * failure needs no retry.
   */
  sendAnswerMails(bookingId: string, timeoutMs: number): Promise<SendResult>;
}
