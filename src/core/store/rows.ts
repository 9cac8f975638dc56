import type { CustomerAnswer, RequestState } from '../domain/booking-events.ts';
import type { AttentionReason, WaitReason } from '../domain/reasons.ts';
import type { Submission, SubmissionKind, Summary } from '../domain/submission.ts';

/**
 * A task for the server that waits on this device. Times are milliseconds since 1970 on this
 * device's clock.
 */
export interface OutboxEntry<Step extends string | number = string | number> {
  /** The id of the record that it becomes, if it becomes one. */
  id: string;
  /** Names its `Kind`. A context leaves entries of other kinds alone. */
  kind: string;
  /** The administrator whose entry it is; null for a visitor's. */
  userId: string | null;
  /** The format of this row. A release leaves rows of a newer format alone. */
  version: number;
  /** Counts the changes, so that two flushes never overwrite each other. */
  revision: number;
  createdAt: number;
  /** The next step; the steps before it are done. */
  step: Step;
  state: EntryState;
  file: FileFacts | null;
  arrival: Arrival;
  /** The server has its record, and a later step is left. */
  isStored?: true;
}

/**
 * How much of an entry may be on the server, from least to most. Written down before the request
 * that raises it leaves; a refusal takes back only its own attempt’s part.
 */
export type Arrival =
  /** No request that changes something has left this device. */
  | 'none'
  /** A request before the record's may have left: the server may have the file. */
  | 'begun'
  /** The server may have the record. */
  | 'possible'
  /**
   * As `possible`, and its sender has changed it since: the server may have the record as it was
   * before.
   */
  | 'edited'
  /** The server had the record before its sender changed it, and keeps it as it was. */
  | 'before-edit';

/** `tries` counts the attempts at the entry's step that ended without a result. */
export type EntryState =
  /** Due when `retry` says, or at once. */
  | { name: 'waiting'; tries: number; retry: Retry | null }
  /** Its sender is changing it: due as it was `forMs` after `since`. */
  | { name: 'being-edited'; tries: number; since: number; forMs: number }
  /** `retry` is the failure of the attempt before, if it failed. */
  | { name: 'sending'; tries: number; since: number; retry?: Retry }
  /** Not retried by itself. */
  | ({ name: 'attention' } & Attention);

/** A waiting submission. */
export interface SubmissionEntry extends OutboxEntry<'file' | 'row' | 'email'> {
  kind: 'submission';
  userId: null;
  submission: Submission;
  /** The sender said that a booking whose day has passed should be sent anyway. */
  datePassedConfirmed: boolean;
  /** The office's email about it could not be sent. */
  alertFailed?: true;
}

/** A customer's answer to a booking that waits; its id is the event's. */
export interface RequestAnswerEntry extends OutboxEntry<'row' | 'email'> {
  kind: 'request-answer';
  userId: null;
  bookingId: string;
  answer: CustomerAnswer;
  /** The id of the accepted or refused offer; null for a cancellation. */
  offerEventId: string | null;
}

export interface Retry {
  /** `signed-out` does not count as an attempt. */
  reason: WaitReason | 'signed-out';
  at: number;
  delayMs: number;
}

export interface Attention {
  reason: AttentionReason;
  message: string;
}

/** A file without its bytes, so that listing entries never reads them. */
export interface FileFacts {
  /** The name it had on the sender's device. */
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Its minted path in the bucket. */
  path: string;
}

/** The bytes of an entry's file. WebKit can't store a Blob, so they are an ArrayBuffer. */
export interface FileRow {
  id: string;
  bytes: ArrayBuffer;
}

/** The remains of a decided entry: its decision, without its content. */
export interface Receipt {
  id: string;
  kind: string;
  userId: string | null;
  settledAt: number;
  /** Why the server refused it for good; null for a success. */
  refusal: Attention | null;
  /** The server had it before its sender changed it, and keeps that version. */
  hadArrived?: true;
}

/** The receipt of a delivered submission; of the content, only a booking's service and day. */
export interface SubmissionReceipt extends Receipt {
  kind: 'submission';
  form: SubmissionKind;
  createdAt: number;
  alert: 'sent' | 'not-sent';
  /** Absent in receipts of other kinds. */
  summary?: Summary;
  /** A booking's state as the server last gave it. */
  known?: KnownState;
  /** It was stored from a link, at `createdAt`. */
  isFromLink?: true;
  /** This device gets a notification of the office's answers. */
  isNotified?: boolean;
}

/** A request's state as the server gave it; null when it knows no such request. */
export interface KnownState {
  state: RequestState | null;
  /** When the server was asked, in ms since 1970. */
  readAt: number;
}

/** A form's unsent values. */
export interface Draft {
  form: SubmissionKind;
  /** The id that its submission gets, in whichever tab it is sent. */
  id: string;
  values: unknown;
  savedAt: number;
  /** The entry that it edits; absent for a new submission. */
  edits?: Edits;
}

/** A waiting entry whose content is in a form again; submitting replaces it under its id. */
export interface Edits {
  id: string;
  /** The server may have its file, which cannot be replaced. */
  keepsFile: boolean;
  /** Its requested day, `YYYY-MM-DD`, which is accepted although it has passed. */
  day: string | null;
}

/**
 * A file chosen in such a form. Separate from the texts, so that saving a keystroke never rewrites
 * it.
 */
export interface DraftFile {
  form: SubmissionKind;
  /** The name it had on the sender's device. */
  name: string;
  bytes: ArrayBuffer;
  savedAt: number;
}

/**
 * A single fact about this device: its install id, an unacknowledged loss of storage, remembered
 * contact details, or that the sender of the submission with this id wants a notification.
 */
export interface Fact {
  key: 'install-id' | 'loss' | 'details' | `tell:${string}`;
  value: string;
}
